import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { log } from '#common/log.ts'
import type { Identify } from '#common/serve.ts'
import { ClientMessage } from '#contracts/events.ts'
import { limits } from '#contracts/limits.ts'
import type { createHub, Listener } from './hub.ts'
import { type Flusher, Outbox } from './outbox.ts'

/** Close codes of RFC 6455, section 7.4, and of the specification for a session that is none. */
const closes = {
  session: limits.invalidTokenClose,
  policy: 1008,
  failed: 1011,
  restart: 1012,
  later: 1013,
} as const

interface Surroundings {
  hub: ReturnType<typeof createHub>
  identify: Identify
  flusher: Flusher
}

export interface Socket {
  /** Cuts a socket that has been silent for longer than a client that lives. */
  cutIfSilent(): void
  /** Tells the client to connect again, and closes. */
  restart(): void
}

const silentMs = limits.heartbeatMs * (limits.missedPongs + 1)
const countedMs = 10_000
const mostCounted = limits.socketMessagesPerSecond * (countedMs / 1_000)
const WithId = z.object({ requestId: z.string().max(100) })

/**
 * The life of one socket: it says who it is (`token`, or a first message), is told what its user may see, and is heard
 * until either side closes.
 * @param wire the connection below it
 */
export function openSocket(ws: WebSocket, wire: Duplex, token: string | null, around: Surroundings): Socket {
  const { hub, identify, flusher } = around
  const outbox = new Outbox(ws, wire, flusher, behindBytes => {
    log.info({ behindBytes, userId: listener?.userId }, 'a slow reader is cut off')
    ws.close(closes.later, 'too slow')
  })
  let listener: Listener | undefined
  let isSigningIn = false
  let heardMs = Date.now()
  let count = { sinceMs: heardMs, messages: 0 }
  const authTimer = setTimeout(() => ws.close(closes.session, 'no token'), limits.socketAuthMs)

  ws.on('message', (data, isBinary) => {
    heardMs = Date.now()
    if (heardMs - count.sinceMs > countedMs) count = { sinceMs: heardMs, messages: 0 }
    count.messages += 1
    // the default binaryType hands over one Buffer
    const text = isBinary ? '' : data.toString()
    if (count.messages > mostCounted) ws.close(closes.policy, 'too many messages')
    else if (text === 'ping') outbox.pong()
    else command(text)
  })
  // what is wrong with the connection itself; `close` follows
  ws.on('error', error => log.debug({ err: error }, 'socket'))
  ws.on('close', () => {
    clearTimeout(authTimer)
    outbox.clear()
    if (listener) hub.leave(listener)
  })
  if (token !== null) void signIn(token)

  function command(text: string): void {
    const said = parse(text)
    const { data, error } = ClientMessage.safeParse(said)
    if (error) refuse(said, 'This message is not understood')
    else if (isSigningIn) refuse(said, 'This socket has a token')
    else void signIn(data.token)
  }

  function refuse(said: unknown, message: string): void {
    outbox.signal({ type: 'refused', requestId: WithId.safeParse(said).data?.requestId, message })
  }

  async function signIn(token: string): Promise<void> {
    isSigningIn = true
    try {
      const identity = await identify(token)
      clearTimeout(authTimer)
      if (ws.readyState !== WebSocket.OPEN) return
      const user = identity?.tenant.user
      if (!identity || !user) return ws.close(closes.session, 'no session')
      const userId = user.id.toString()
      if (hub.socketsOf(userId) >= limits.socketsPerUser) return ws.close(closes.later, 'too many sockets')
      listener = {
        enterpriseId: identity.tenant.enterpriseId.toString(),
        userId,
        sessionId: identity.sessionId,
        permissions: identity.tenant.permissions,
        outbox,
        end: () => ws.close(closes.session, 'session ended'),
        fail: () => ws.close(closes.failed, 'try again'),
      }
      outbox.signal({ type: 'ready' })
      // before the snapshots are read, so that nothing falls between them and what follows
      await hub.join(listener)
      await hub.catchUp(listener)
    } catch (error) {
      log.error({ err: error }, 'sign-in of a socket')
      ws.close(closes.failed, 'try again')
    }
  }

  return {
    cutIfSilent() {
      if (Date.now() - heardMs > silentMs) ws.terminate()
    },
    restart() {
      outbox.signal({ type: 'reconnect' })
      ws.close(closes.restart, 'restart')
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
