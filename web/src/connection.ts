import { limits } from '#contracts/limits.ts'

/** One socket, without its address: the only thing of the browser's that the timing below needs. */
interface Line {
  send(text: string): void
  close(): void
}
export interface LineEvents {
  opened: () => void
  said: (text: string) => void
  closed: (code: number) => void
}
/** `waiting`: between two tries. `offline`: the browser has no network. `ended`: the session is over. */
export type Status = 'connecting' | 'online' | 'waiting' | 'offline' | 'ended'

interface Options {
  open(events: LineEvents): Line
  /** what is said first on every line */
  greeting(): string
  /** Every text but `pong`; answers what it means for the connection. */
  onText(text: string): 'ready' | 'reconnect' | undefined
  onStatus(status: Status): void
  /** spreads the clients that a deploy sends away; milliseconds */
  jitterMs?(): number
}

/** A line that opened and never became ready is given up after this. */
const readyWithinMs = 2 * limits.socketAuthMs

/**
 * Keeps a socket open: ping every limits.heartbeatMs, a new line after limits.missedPongs without an answer or when it
 * closes (first after reconnectFirstMs, then every reconnectMs), none after the code that says the session is over.
 */
export function stayConnected({ open, greeting, onText, onStatus, jitterMs = () => Math.random() * 1_000 }: Options) {
  let line: Line | null = null
  let tries = 0
  let missed = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined

  connect()

  function connect(): void {
    drop()
    onStatus('connecting')
    // a line that was dropped may still speak: only the present one is heard
    const current: Line = open({
      opened: () => line === current && current.send(greeting()),
      said: text => line === current && heard(text),
      closed: code => line === current && lost(code),
    })
    line = current
    timer = setTimeout(() => lost(), readyWithinMs)
  }

  function heard(text: string): void {
    missed = 0
    if (text === 'pong') return
    const meaning = onText(text)
    if (meaning === 'ready') ready()
    if (meaning === 'reconnect') again(jitterMs())
  }

  function ready(): void {
    tries = 0
    clearTimeout(timer)
    clearInterval(heartbeat)
    heartbeat = setInterval(beat, limits.heartbeatMs)
    onStatus('online')
  }

  function beat(): void {
    if (missed >= limits.missedPongs) lost()
    else {
      missed += 1
      line?.send('ping')
    }
  }

  function lost(code?: number): void {
    if (code === limits.invalidTokenClose) {
      drop()
      onStatus('ended')
      return
    }
    again(tries === 0 ? limits.reconnectFirstMs : limits.reconnectMs)
    tries += 1
  }

  function again(afterMs: number): void {
    drop()
    onStatus('waiting')
    timer = setTimeout(connect, afterMs)
  }

  /** Forgets the line at once: closing a dead one may take the browser minutes. */
  function drop(): void {
    clearTimeout(timer)
    clearInterval(heartbeat)
    missed = 0
    const old = line
    line = null
    old?.close()
  }

  return {
    /** A new line now, with a fresh greeting and every snapshot. */
    reconnect: connect,
    /** The browser says that there is no network: no tries until `reconnect`. */
    pause(): void {
      drop()
      onStatus('offline')
    },
    stop: drop,
  }
}
