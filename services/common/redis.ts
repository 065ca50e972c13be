import { Redis } from 'ioredis'
import { log } from './log.ts'

let connection: Redis | undefined
let prefix = 'parley'
let address = ''

/** Connects this process (or worker thread). BullMQ opens connections of its own to the same address. */
export async function connectRedis(url: string, keyPrefix: string): Promise<void> {
  address = url
  prefix = keyPrefix
  // a cache that is away must not keep a request waiting
  connection = watched(
    new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: 1_000,
      retryStrategy,
    }),
  )
  await connection.connect()
}

/**
 * A further connection that waits through an outage, for subscriptions; who opens it closes it.
 * @param purpose names it in Redis's list of clients
 */
export const openRedis = (purpose: string) =>
  watched(new Redis(address, { maxRetriesPerRequest: null, retryStrategy, connectionName: key(purpose) }))

/** After how many ms a lost connection is tried again. */
export const retryStrategy = (tries: number) => Math.min(tries * 200, 2_000)
function watched(redis: Redis): Redis {
  return redis.on('error', error => log.warn({ err: error }, 'redis'))
}

/** The connection for caches, counters and publishing. */
export function redis(): Redis {
  if (!connection) throw new Error('connectRedis was not called')
  return connection
}

/** What Redis answers, or `otherwise` where it is away: the database is the truth, Redis a hint. */
export async function hint<T>(ask: (redis: Redis) => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask(redis())
  } catch (error) {
    log.warn({ err: error }, 'redis hint')
    return otherwise
  }
}

/** A key of this installation. */
export const key = (...parts: string[]) => [prefix, ...parts].join(':')
export const redisSettings = () => ({ url: address, prefix })

export function closeRedis(): void {
  connection?.disconnect()
  connection = undefined
}
