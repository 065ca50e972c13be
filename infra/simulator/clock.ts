/** Time as the simulator sees it, so that a test can move it by hand. Everything is in milliseconds. */
export interface Clock {
  now(): number
  /** Calls `run` once after `delayMs`; the function it answers cancels that. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A clock that stands still until `advance` is called; due work then runs in the order of its time. */
export function manualClock(startMs: number): Clock & { advance(byMs: number): void; waiting(): number } {
  let nowMs = startMs
  const waiting = new Set<{ atMs: number; run: () => void }>()
  return {
    now: () => nowMs,
    waiting: () => waiting.size,
    after(delayMs, run) {
      const entry = { atMs: nowMs + delayMs, run }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    advance(byMs) {
      const endMs = nowMs + byMs
      for (;;) {
        const [next] = [...waiting].filter(entry => entry.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)
        if (!next) break
        waiting.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
      }
      nowMs = endMs
    },
  }
}

export interface Agenda {
  at(timeMs: number, run: () => void): void
  close(): void
}

const slotMs = 10

/** Work to be done at given times, one timer for each 10 ms, so that 100,000 waiting reports cost few timers. */
export function createAgenda(clock: Clock): Agenda {
  const slots = new Map<number, { work: (() => void)[]; cancel: () => void }>()
  return {
    at(timeMs, run) {
      const slot = Math.ceil(timeMs / slotMs)
      const existing = slots.get(slot)
      if (existing) {
        existing.work.push(run)
        return
      }
      const work = [run]
      const cancel = clock.after(Math.max(0, slot * slotMs - clock.now()), () => {
        slots.delete(slot)
        for (const item of work) item()
      })
      slots.set(slot, { work, cancel })
    },
    close() {
      for (const { cancel } of slots.values()) cancel()
      slots.clear()
    },
  }
}

/** Resolves after `delayMs` of this clock. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return delayMs > 0 ? new Promise(resolve => clock.after(delayMs, resolve)) : Promise.resolve()
}
