import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answers } from '#infra/ports.ts'
import { provideStores, type Stores } from './index.ts'

// a name that npm test sweeps, should this process be killed
const dataDir = mkdtempSync(join(process.env.DATA_DIR || tmpdir(), `parley-test-${process.pid}-`))
const provide = () => provideStores({ dataDir, durable: true, log: () => {} })
let stores: Stores

beforeAll(() => {
  vi.stubEnv('MONGODB_URI', '')
  vi.stubEnv('REDIS_URL', '')
})
afterAll(async () => {
  await stores.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('data and ports survive a stop, and a start over stores that a killed one left running', async () => {
  stores = await provide()
  const { mongodbUri, redisUrl } = stores
  await write(stores)
  await stores.stop()
  expect(await isUp(mongodbUri)).toBe(false)
  expect(await isUp(redisUrl)).toBe(false)

  stores = await provide()
  expect(stores).toMatchObject({ mongodbUri, redisUrl })
  expect(await write(stores)).toEqual({ documents: 2, count: 2 })

  // nothing stopped them: as after kill -9 of `npm start`
  stores = await provide()
  expect(stores).toMatchObject({ mongodbUri, redisUrl })
  expect(await write(stores)).toEqual({ documents: 3, count: 3 })
}, 300_000)

test('an address that does not answer is told in one sentence', async () => {
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1')
  await expect(provide()).rejects.toThrow(/^The Redis that REDIS_URL names does not answer: [^\n]+$/)
}, 60_000)

async function write({ mongodbUri, redisUrl }: Stores): Promise<{ documents: number; count: number }> {
  const connection = await mongoose.createConnection(mongodbUri).asPromise()
  const redis = new Redis(redisUrl)
  await connection.collection('kept').insertOne({})
  const written = { documents: await connection.collection('kept').countDocuments(), count: await redis.incr('kept') }
  await connection.close()
  redis.disconnect()
  return written
}

function isUp(uri: string): Promise<boolean> {
  const { hostname, port } = new URL(uri)
  return answers(hostname, Number(port))
}
