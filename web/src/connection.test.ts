import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contracts/limits.ts'
import { type LineEvents, type Status, stayConnected } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function connection() {
  const lines: { events: LineEvents; sent: string[]; closed: boolean }[] = []
  const statuses: Status[] = []
  const control = stayConnected({
    open(events) {
      const line = { events, sent: [] as string[], closed: false }
      lines.push(line)
      return {
        send: text => line.sent.push(text),
        close: () => {
          line.closed = true
        },
      }
    },
    greeting: () => 'hello',
    onText: text => (text === 'ready' || text === 'reconnect' ? text : undefined),
    onStatus: status => statuses.push(status),
    jitterMs: () => 400,
  })
  const line = (n: number) => lines[n] ?? expect.fail(`no line ${n}`)
  const accept = (n: number) => {
    line(n).events.opened()
    line(n).events.said('ready')
  }
  return { lines, line, accept, statuses, control }
}

test('the first thing said on a line is the greeting, and it is online when the server is ready', () => {
  const { line, statuses } = connection()
  line(0).events.opened()
  expect(line(0).sent).toEqual(['hello'])
  expect(statuses.at(-1)).toBe('connecting')
  line(0).events.said('ready')
  expect(statuses.at(-1)).toBe('online')
})

test('a ping goes out at every heartbeat, and its pong keeps the line', () => {
  const { lines, line, accept } = connection()
  accept(0)
  for (let beats = 1; beats <= 5; beats += 1) {
    vi.advanceTimersByTime(limits.heartbeatMs)
    expect(line(0).sent.filter(text => text === 'ping')).toHaveLength(beats)
    line(0).events.said('pong')
  }
  expect(lines).toHaveLength(1)
})

test('two missed pongs close the line, and a new one opens after the first interval', () => {
  const { lines, line, accept, statuses } = connection()
  accept(0)
  vi.advanceTimersByTime(2 * limits.heartbeatMs)
  expect(line(0).closed).toBe(false)
  vi.advanceTimersByTime(limits.heartbeatMs)
  expect(line(0).closed).toBe(true)
  expect(statuses.at(-1)).toBe('waiting')
  vi.advanceTimersByTime(limits.reconnectFirstMs)
  expect(lines).toHaveLength(2)
})

test('it tries again after 2000 ms, then every 3000 ms, and begins anew once it was online', () => {
  const { lines, line, accept } = connection()
  line(0).events.closed(1006)
  vi.advanceTimersByTime(1_999)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(lines).toHaveLength(2)
  line(1).events.closed(1006)
  vi.advanceTimersByTime(2_999)
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(lines).toHaveLength(3)
  accept(2)
  line(2).events.closed(1006)
  vi.advanceTimersByTime(2_000)
  expect(lines).toHaveLength(4)
})

test('the code of an ended session ends it: no further try', () => {
  const { lines, line, accept, statuses } = connection()
  accept(0)
  line(0).events.closed(limits.invalidTokenClose)
  expect(statuses.at(-1)).toBe('ended')
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(1)
})

test('told to reconnect, it does so at once, spread by the jitter', () => {
  const { lines, line, accept } = connection()
  accept(0)
  line(0).events.said('reconnect')
  expect(line(0).closed).toBe(true)
  vi.advanceTimersByTime(400)
  expect(lines).toHaveLength(2)
})

test('a line that never becomes ready is given up', () => {
  const { lines, line } = connection()
  line(0).events.opened()
  vi.advanceTimersByTime(2 * limits.socketAuthMs + limits.reconnectFirstMs)
  expect(line(0).closed).toBe(true)
  expect(lines).toHaveLength(2)
})

test('without a network it waits for it; what an old line says later is not heard', () => {
  const { lines, line, accept, statuses, control } = connection()
  accept(0)
  control.pause()
  line(0).events.closed(1006)
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(1)
  expect(statuses.at(-1)).toBe('offline')
  control.reconnect()
  line(0).events.said('ready')
  expect(statuses.at(-1)).toBe('connecting')
  accept(1)
  expect(statuses.at(-1)).toBe('online')
})
