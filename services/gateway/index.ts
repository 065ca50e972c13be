import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Service } from '#common/app.ts'
import { sockets as openSockets } from '#common/metrics.ts'
import { limits } from '#contracts/limits.ts'
import { addressOf } from './address.ts'
import { createHub } from './hub.ts'
import { createFlusher } from './outbox.ts'
import { readStates } from './snapshots.ts'
import { openSocket, type Socket } from './sockets.ts'
import { webhooks } from './webhooks.ts'

const path = '/actions'
const settings = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: limits.socketMessageBytes,
  closeTimeout: limits.socketCloseMs,
}

/** Sockets at /actions, and the webhooks of providers. */
export const gatewayService: Service = async (app, env) => {
  webhooks(app)
  const hub = createHub(readStates)
  const flusher = createFlusher()
  const sockets = new Map<WebSocket, Socket>()
  const perAddress = new Map<string, number>()
  const server = new WebSocketServer(settings)
  const around = { hub, flusher, identify: (token: string) => app.identify(token) }
  let isClosing = false
  let recheckTimer = setTimeout(recheck, limits.socketRecheckMs)

  // an upgrade to anything else, such as h2c from some HTTP clients, is an ordinary request
  Object.assign(app.server, { shouldUpgradeCallback: isSocketRequest })
  app.server.on('upgrade', (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    if (!isSocketRequest(request)) return turnAway(wire, '404 Not Found')
    if (isClosing) return turnAway(wire, '503 Service Unavailable')
    const address = addressOf(request, env.TRUST_PROXY)
    const before = perAddress.get(address) ?? 0
    if (before >= limits.socketsPerAddress) return turnAway(wire, '429 Too Many Requests')
    server.handleUpgrade(request, wire, head, ws => {
      perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
      openSockets.inc()
      const token = new URL(request.url ?? '', 'http://socket').searchParams.get('token')
      sockets.set(ws, openSocket(ws, wire, token, around))
      ws.on('close', () => {
        sockets.delete(ws)
        openSockets.dec()
        const left = (perAddress.get(address) ?? 1) - 1
        if (left > 0) perAddress.set(address, left)
        else perAddress.delete(address)
      })
    })
  })

  async function recheck(): Promise<void> {
    const startMs = Date.now()
    for (const socket of sockets.values()) socket.cutIfSilent()
    await hub.recheckAll()
    if (isClosing) return
    recheckTimer = setTimeout(recheck, Math.max(0, startMs + limits.socketRecheckMs - Date.now()))
  }

  app.addHook('preClose', async () => {
    isClosing = true
    clearTimeout(recheckTimer)
    const closed = [...sockets].map(([ws, socket]) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      ws.on('close', resolve)
      socket.restart()
      return promise
    })
    // ws cuts whoever does not answer the close within limits.socketCloseMs
    await Promise.all(closed)
    flusher.stop()
    hub.close()
  })
}

function isSocketRequest({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === path && headers.upgrade?.toLowerCase() === 'websocket'
}

function turnAway(wire: Duplex, status: string): void {
  wire.on('error', () => {})
  wire.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
