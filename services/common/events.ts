import type { GatewayOrder, StateMessage } from '#contracts/events.ts'
import { log } from './log.ts'
import { hint, key } from './redis.ts'
import type { Tenant } from './tenant.ts'

export const enterpriseChannel = (enterpriseId: string) => key('t', enterpriseId)
export const userChannel = (userId: string) => key('u', userId)

/**
 * Tells an enterprise's sockets the new state of something. A lost message is repaired by the next one, so a Redis
 * that is away fails nobody's work.
 */
export async function publish(tenant: Tenant, message: StateMessage): Promise<void> {
  await hint(redis => redis.publish(enterpriseChannel(tenant.enterpriseId.toString()), JSON.stringify(message)), 0)
}

/** Orders every gateway to look again at a user's sockets. */
export async function orderUser(userId: string, order: GatewayOrder): Promise<void> {
  await hint(redis => redis.publish(userChannel(userId), JSON.stringify(order)), 0)
}

/** Runs `act` at most `perSecond` times a second with the newest arguments; the last call is never dropped. */
export function throttled<A extends unknown[]>(perSecond: number, act: (...args: A) => Promise<void>) {
  const pauseMs = 1_000 / perSecond
  let lastMs = 0
  let timer: NodeJS.Timeout | undefined
  let waiting: A | undefined
  async function run() {
    clearTimeout(timer)
    timer = undefined
    const args = waiting
    waiting = undefined
    if (!args) return
    lastMs = Date.now()
    await act(...args).catch(error => log.warn({ err: error }, 'throttled'))
  }
  return {
    call(...args: A) {
      waiting = args
      timer ??= setTimeout(run, Math.max(0, lastMs + pauseMs - Date.now()))
    },
    /** Runs what is waiting, now. */
    flush: run,
  }
}
