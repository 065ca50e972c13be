import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { SignalMessage, StateMessage } from '#contracts/events.ts'
import { limits } from '#contracts/limits.ts'
import { textFrame } from './frame.ts'

/** A state as it goes over the wire: framed once, whoever hears it. */
export interface StateFrame {
  /** names the thing that it is the state of */
  key: string
  type: StateMessage['type']
  bytes: Buffer
}

export const stateFrame = (message: StateMessage): StateFrame => ({
  key: `${message.type}:${message.id}`,
  type: message.type,
  bytes: textFrame(JSON.stringify(message)),
})
const pong = textFrame('pong')

/**
 * What one socket is told. Signals and pongs go out at once and in order. States wait for the flusher, and the newest of
 * a thing replaces an older one that waits; while the reader is behind they go on waiting, so that a reader who is a
 * little slow hears less often, not late. One who is limits.socketBufferBytes behind is reported to `onSlow`.
 */
export class Outbox {
  readonly #ws: WebSocket
  readonly #wire: Duplex
  readonly #flusher: Flusher
  readonly #onSlow: (behindBytes: number) => void
  readonly #states = new Map<string, StateFrame>()
  #waitingBytes = 0

  /** @param wire the connection below the socket: frames are written to it ready made */
  constructor(ws: WebSocket, wire: Duplex, flusher: Flusher, onSlow: (behindBytes: number) => void) {
    this.#ws = ws
    this.#wire = wire
    this.#flusher = flusher
    this.#onSlow = onSlow
  }

  pong(): void {
    this.#write(pong)
  }

  signal(message: SignalMessage): void {
    this.#write(textFrame(JSON.stringify(message)))
  }

  state(frame: StateFrame): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    this.#waitingBytes += frame.bytes.length - (this.#states.get(frame.key)?.bytes.length ?? 0)
    this.#states.set(frame.key, frame)
    this.#flusher.add(this)
    this.#watch()
  }

  /** Forgets the waiting states of types that the reader may not hear any more. */
  keep(mayHear: (type: StateMessage['type']) => boolean): void {
    for (const [key, { type, bytes }] of this.#states) {
      if (mayHear(type)) continue
      this.#states.delete(key)
      this.#waitingBytes -= bytes.length
    }
  }

  /** Writes what waits; false when the reader is behind and it still waits. */
  flush(): boolean {
    if (this.#ws.readyState !== WebSocket.OPEN) return this.clear()
    if (this.#wire.writableNeedDrain) return this.#states.size === 0
    this.#wire.cork()
    for (const { bytes } of this.#states.values()) this.#wire.write(bytes)
    this.#wire.uncork()
    return this.clear()
  }

  clear(): true {
    this.#states.clear()
    this.#waitingBytes = 0
    return true
  }

  #write(bytes: Buffer): void {
    // nothing may follow a close frame
    if (this.#ws.readyState !== WebSocket.OPEN) return
    this.#wire.write(bytes)
    this.#watch()
  }

  #watch(): void {
    const behind = this.#wire.writableLength + this.#waitingBytes
    if (behind <= limits.socketBufferBytes) return
    this.clear()
    this.#onSlow(behind)
  }
}

export interface Flusher {
  add(outbox: Outbox): void
  stop(): void
}

/** how long a flush of many sockets may keep a pong waiting */
const sliceMs = 5

/** Flushes outboxes with waiting states every limits.coalesceMs: one timer for all, none while nothing waits. */
export function createFlusher(): Flusher {
  let waiting = new Set<Outbox>()
  let timer: NodeJS.Timeout | undefined

  function add(outbox: Outbox): void {
    waiting.add(outbox)
    timer ??= setTimeout(flush, limits.coalesceMs)
  }
  function flush(): void {
    const due = waiting.values()
    waiting = new Set()
    timer = undefined
    slice(due)
  }
  function slice(due: Iterator<Outbox>): void {
    const endMs = performance.now() + sliceMs
    for (let next = due.next(); !next.done; next = due.next()) {
      if (!next.value.flush()) add(next.value)
      if (performance.now() > endMs) {
        setImmediate(slice, due)
        return
      }
    }
  }
  return { add, stop: () => clearTimeout(timer) }
}
