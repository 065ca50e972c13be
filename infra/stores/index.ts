import { mkdirSync } from 'node:fs'
import { endStandIn, provideMongodb } from './mongodb.ts'
import { provideRedis } from './redis.ts'
import { endEarlier } from './server.ts'
import type { Store, StoreOptions } from './store.ts'

export interface Stores {
  mongodbUri: string
  redisUrl: string
  /** Ends what was started here, and nothing else; data stays. */
  stop(): Promise<void>
}

/**
 * MongoDB and Redis, each from the first source that serves: MONGODB_URI / REDIS_URL, `mongod` / `redis-server` on the
 * PATH, containers, or (on Debian as root) installed. Throws a Refusal that says what to install.
 */
export async function provideStores(options: StoreOptions): Promise<Stores> {
  mkdirSync(options.dataDir, { recursive: true })
  const [mongodb, redis] = await Promise.allSettled([provideMongodb(options), provideRedis(options)])
  if (mongodb.status === 'fulfilled' && redis.status === 'fulfilled') {
    return {
      mongodbUri: mongodb.value.url,
      redisUrl: redis.value.url,
      stop: () => stopAll([mongodb.value, redis.value]),
    }
  }
  await stopAll([mongodb, redis].flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])))
  throw [mongodb, redis].find(result => result.status === 'rejected')?.reason
}

/** Ends the stores that a killed process left running with this folder. Containers end by themselves. */
export async function endLeftStores(dataDir: string): Promise<void> {
  await Promise.all([endStandIn(dataDir), endEarlier(dataDir, 'redis'), endEarlier(dataDir, 'mongodb')])
}

async function stopAll(stores: Store[]): Promise<void> {
  await Promise.all(stores.map(store => store.stop()))
}
