import { z } from 'zod'
import { enterpriseChannel, userChannel } from '#common/events.ts'
import { log } from '#common/log.ts'
import { GatewayOrder, StateMessage, stateNeeds } from '#contracts/events.ts'
import { may } from '#contracts/permissions.ts'
import { type Outbox, type StateFrame, stateFrame } from './outbox.ts'
import { readRights } from './rights.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { subscriptions } from './subscriptions.ts'

/** Someone who is connected and signed in. */
export interface Listener {
  readonly enterpriseId: string
  readonly userId: string
  readonly sessionId: string
  permissions: readonly string[]
  readonly outbox: Outbox
  /** the session or the user is over */
  end(): void
  /** what it must know could not be read: it shall connect again */
  fail(): void
}

const Heard = z.discriminatedUnion('type', [StateMessage, GatewayOrder])

/** publishers come back from an outage within this, and what they said before they did is lost */
const publishersBackMs = 5_000

/**
 * Who is connected to this process, and what reaches them.
 * @param readStates every state of an enterprise as the database has it
 */
export function createHub(readStates: (enterpriseId: string) => Promise<StateMessage[]>) {
  const audiences = new Map<string, Set<Listener>>()
  const snapshots = new Map<string, Snapshots>()
  let later: NodeJS.Timeout | undefined
  // one after another, so that an older answer never undoes a newer one
  let checked = Promise.resolve()
  const line = subscriptions({ hear, restored })

  function hear(channel: string, text: string): void {
    const audience = audiences.get(channel)
    const message = audience && read(text)
    if (!audience || !message) return
    if (message.type === 'sessionEnded') {
      for (const listener of audience) if (listener.sessionId === message.sessionId) listener.end()
    } else if (message.type === 'userChanged') {
      void recheck([...audience].filter(listener => listener.userId === message.userId))
    } else {
      const frame = stateFrame(message)
      snapshots.get(channel)?.heard(frame)
      for (const listener of audience) tell(listener, frame)
    }
  }

  function restored(): void {
    clearTimeout(later)
    catchUpAll()
    later = setTimeout(catchUpAll, publishersBackMs)
  }
  function catchUpAll(): void {
    void recheck(listeners())
    for (const listener of listeners()) void catchUp(listener)
  }

  const listeners = () => [...snapshots.keys()].flatMap(channel => [...(audiences.get(channel) ?? [])])

  async function enter(channel: string, listener: Listener): Promise<void> {
    const audience = audiences.get(channel) ?? new Set()
    audiences.set(channel, audience.add(listener))
    await line.add(channel)
  }
  function exit(channel: string, listener: Listener): void {
    const audience = audiences.get(channel)
    if (!audience?.delete(listener) || audience.size > 0) return
    audiences.delete(channel)
    snapshots.delete(channel)
    line.remove(channel)
  }

  /** Tells a listener every state as the database has it; newer ones that come meanwhile stand. */
  async function catchUp(listener: Listener): Promise<void> {
    try {
      const frames = await snapshots.get(enterpriseChannel(listener.enterpriseId))?.read()
      for (const frame of frames ?? []) tell(listener, frame)
    } catch (error) {
      log.warn({ err: error, userId: listener.userId }, 'snapshots')
      listener.fail()
    }
  }

  /** Reads sessions and permissions of these listeners again and acts on what changed. */
  function recheck(some: readonly Listener[]): Promise<void> {
    checked = checked
      .then(() => readRights(some))
      .then(rights => {
        for (const [listener, permissions] of rights) {
          if (!permissions) listener.end()
          else if (!same(listener.permissions, permissions)) permit(listener, permissions)
        }
      })
      // without the database nobody's rights can change either
      .catch(error => log.warn({ err: error }, 'recheck of sockets'))
    return checked
  }

  function permit(listener: Listener, permissions: readonly string[]): void {
    listener.permissions = permissions
    listener.outbox.keep(type => may(permissions, stateNeeds(type)))
    listener.outbox.signal({ type: 'permissionsChanged' })
    void catchUp(listener)
  }

  return {
    /** From here on the listener is told what its user may see; resolves when nothing can be missed any more. */
    async join(listener: Listener): Promise<void> {
      const room = enterpriseChannel(listener.enterpriseId)
      if (!snapshots.has(room))
        snapshots.set(
          room,
          createSnapshots(() => readStates(listener.enterpriseId)),
        )
      await Promise.all([enter(room, listener), enter(userChannel(listener.userId), listener)])
    },
    leave(listener: Listener): void {
      exit(enterpriseChannel(listener.enterpriseId), listener)
      exit(userChannel(listener.userId), listener)
    },
    catchUp,
    recheckAll: () => recheck(listeners()),
    socketsOf: (userId: string) => audiences.get(userChannel(userId))?.size ?? 0,
    close(): void {
      clearTimeout(later)
      line.close()
    },
  }
}

function tell(listener: Listener, frame: StateFrame): void {
  if (may(listener.permissions, stateNeeds(frame.type))) listener.outbox.state(frame)
}

/** What was published, or null: a worker of another version may say what this one does not know. */
function read(text: string): z.infer<typeof Heard> | null {
  try {
    const { data, error } = Heard.safeParse(JSON.parse(text))
    if (error) log.warn({ issues: error.issues.length, path: error.issues[0]?.path }, 'unknown event')
    return data ?? null
  } catch {
    log.warn('an event that is no JSON')
    return null
  }
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every(one => b.includes(one))
