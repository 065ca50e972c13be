import { log } from '#common/log.ts'
import { openRedis } from '#common/redis.ts'

/** how long a new socket waits for Redis; after an outage everyone is told every state again */
const patienceMs = 1_000

interface Listener {
  hear(channel: string, text: string): void
  /** All channels are heard again after an outage; what was said meanwhile is lost. */
  restored(): void
}

/** The channels that this process listens to, over one connection for all of its sockets. */
export function subscriptions({ hear, restored }: Listener) {
  const redis = openRedis('gateway')
  const channels = new Map<string, Promise<unknown>>()
  let wasReady = false
  redis.on('message', hear)
  redis.on('ready', async () => {
    const again = wasReady
    wasReady = true
    if (!again && channels.size === 0) return
    try {
      // the client library subscribes again by itself; this waits until Redis has confirmed it
      if (channels.size > 0) await redis.subscribe(...channels.keys())
      if (again) log.info({ channels: channels.size }, 'subscribed again')
      restored()
    } catch (error) {
      // the connection went down again, and with the next one this runs again
      log.warn({ err: error }, 'subscribe again')
    }
  })

  return {
    /** Resolves when everything said on the channel from now on is heard, or when Redis keeps it waiting. */
    async add(channel: string): Promise<void> {
      let subscribed = channels.get(channel)
      if (!subscribed) {
        subscribed = redis.subscribe(channel).catch(error => log.warn({ err: error }, 'subscribe'))
        channels.set(channel, subscribed)
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      await Promise.race([subscribed, promise])
      clearTimeout(timer)
    },
    remove(channel: string): void {
      if (!channels.delete(channel)) return
      redis.unsubscribe(channel).catch(error => log.warn({ err: error }, 'unsubscribe'))
    },
    close: () => redis.disconnect(),
  }
}
