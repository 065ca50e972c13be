import { proxy } from 'valtio'
import type { Broadcast } from '#contracts/broadcast.ts'
import type { Import } from '#contracts/contacts.ts'
import type { ClientMessage, ServerMessage } from '#contracts/events.ts'
import { messages } from '#contracts/messages.ts'
import { loadProfile } from './account/actions.ts'
import { invalidate } from './cache.ts'
import { type LineEvents, type Status, stayConnected } from './connection.ts'
import { session, sessionExpired } from './session.ts'
import { toast } from './ui/toast.ts'

/** What the server tells as it happens: the newest snapshot of each import and broadcast, by id. */
export const live = proxy<{
  status: Status
  imports: Record<string, Import>
  broadcasts: Record<string, Broadcast>
}>({ status: 'connecting', imports: {}, broadcasts: {} })

/** Opens the socket of the session, and keeps it open until the function it answers is called. */
export function openSocket(): () => void {
  const { token } = session
  let wasOnline = false
  const connection = stayConnected({
    open: openLine,
    greeting: () => JSON.stringify({ type: 'auth', token: token ?? '' } satisfies ClientMessage),
    onText(text) {
      const message: ServerMessage = JSON.parse(text)
      switch (message.type) {
        case 'import':
          live.imports[message.id] = message.state
          return
        case 'broadcast':
          live.broadcasts[message.id] = message.state
          return
        case 'permissionsChanged':
          permissionsChanged()
          return
        case 'ready':
          forget()
          // what happened meanwhile is in the snapshots that follow, and in the lists
          if (wasOnline) invalidate()
          wasOnline = true
          return 'ready'
        case 'reconnect':
          return 'reconnect'
      }
    },
    onStatus(status) {
      live.status = status
      if (status === 'ended') sessionExpired(token)
    },
  })

  async function permissionsChanged() {
    await loadProfile().catch(toast.error)
    // the new line tells what may be seen now, and nothing else
    connection.reconnect()
  }
  function wentOffline() {
    toast.error(messages.offline)
    connection.pause()
  }
  function cameBack() {
    toast.success(messages.online)
    connection.reconnect()
  }
  addEventListener('offline', wentOffline)
  addEventListener('online', cameBack)
  return () => {
    removeEventListener('offline', wentOffline)
    removeEventListener('online', cameBack)
    connection.stop()
    forget()
  }
}

function forget(): void {
  live.imports = {}
  live.broadcasts = {}
}

function openLine({ opened, said, closed }: LineEvents) {
  const url = new URL('/actions', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url)
  socket.onopen = opened
  socket.onmessage = event => said(String(event.data))
  socket.onclose = event => closed(event.code)
  return {
    send(text: string) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
  }
}
