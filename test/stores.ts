import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { afterAll } from 'vitest'

export interface FreshDatabase {
  /** names a database that nobody else uses */
  mongodbUri: string
  redisUrl: string
  /** what this file's keys in Redis begin with: the value of REDIS_PREFIX */
  redisPrefix: string
}

/**
 * A database name and a Redis prefix for one test file, on the real stores of MONGODB_URI and REDIS_URL; emptied when the
 * file ends, after its own afterAll hooks. Call it at the top of the file.
 */
export function freshDatabase(): FreshDatabase {
  const { MONGODB_URI, REDIS_URL } = process.env
  if (!MONGODB_URI || !REDIS_URL) {
    throw new Error(
      'Tests need MONGODB_URI and REDIS_URL: run them by npm test, or eval "$(node infra/stores/dev.ts)" first.',
    )
  }
  const name = `test-${randomBytes(6).toString('hex')}`
  const fresh = { mongodbUri: withDatabase(MONGODB_URI, name), redisUrl: REDIS_URL, redisPrefix: name }
  afterAll(() => empty(fresh), 60_000)
  return fresh
}

/** The same server, another database. */
function withDatabase(uri: string, name: string): string {
  const url = new URL(uri)
  url.pathname = `/${name}`
  return url.href
}

async function empty({ mongodbUri, redisUrl, redisPrefix }: FreshDatabase): Promise<void> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  await connection.dropDatabase()
  await connection.close()
  const redis = new Redis(redisUrl)
  // queues put the prefix in braces, everything else does not
  for await (const keys of redis.scanStream({ match: `*${redisPrefix}*`, count: 1_000 })) {
    if (keys.length > 0) await redis.unlink(keys)
  }
  redis.disconnect()
}
