import { systemTenant } from '#common/tenant.ts'
import type { StateMessage } from '#contracts/events.ts'
import { liveBroadcasts } from '#services/broadcast/public.ts'
import { liveImports } from '#services/contacts/public.ts'
import { type StateFrame, stateFrame } from './outbox.ts'

/** Every state of an enterprise that a socket is told when it opens. */
export async function readStates(enterpriseId: string): Promise<StateMessage[]> {
  const tenant = systemTenant(enterpriseId)
  const [imports, broadcasts] = await Promise.all([liveImports(tenant), liveBroadcasts(tenant)])
  return [
    ...imports.map(state => ({ type: 'import' as const, id: state.uploadId, state })),
    ...broadcasts.map(state => ({ type: 'broadcast' as const, id: state.id, state })),
  ]
}

export interface Snapshots {
  /** The states as the database has them, without those that were heard newer while it was read. */
  read(): Promise<StateFrame[]>
  /** A live state came: a read that runs must not overtake it. */
  heard(frame: StateFrame): void
}

/**
 * The snapshots of one enterprise, which `read` reads from the database. One read runs at a time; who asks while it runs shares the next, because the running
 * one may have looked before the asker began to listen. So a thousand sockets that come back at once cost two reads.
 */
export function createSnapshots(read: () => Promise<StateMessage[]>): Snapshots {
  let running: Promise<StateFrame[]> | undefined
  let next: Promise<StateFrame[]> | undefined
  const newer = new Set<string>()

  function start(): Promise<StateFrame[]> {
    const done = () => {
      running = undefined
    }
    newer.clear()
    running = read().then(states => states.map(stateFrame).filter(frame => !newer.has(frame.key)))
    running.then(done, done)
    return running
  }
  async function afterRunning(): Promise<StateFrame[]> {
    await running?.catch(() => {})
    next = undefined
    return start()
  }
  return {
    read() {
      if (!running && !next) return start()
      next ??= afterRunning()
      return next
    },
    heard(frame) {
      if (running) newer.add(frame.key)
    },
  }
}
