import { setTimeout as pause } from 'node:timers/promises'

/** What outlives a run of a lane, so that the next one keeps the number's rate. */
export interface PaceState {
  /** when the next message may go, in Unix milliseconds */
  nextMs: number
  /** the part of the rate that was used at `shareMs`; below 1 after the provider asked for less */
  share: number
  shareMs: number
}

export const fullPace = (): PaceState => ({ nextMs: 0, share: 1, shareMs: 0 })

/** messages a little apart arrive a little closer: what stays free of the rate keeps any second within it */
const usedOfRate = 0.95
const least = 0.1
const recoveryPerSecond = 0.05
const halveAtMostEveryMs = 1_000
/** how early a group may start, so that its first message is ready in time */
const leadMs = 20

/** Spaces messages evenly at a number's rate; time that was not used is not made up for by a burst. */
export function createPace(ratePerSecond: number, from: PaceState) {
  let { nextMs, share, shareMs } = from
  const shareNow = () => Math.min(1, share + ((Date.now() - shareMs) / 1_000) * recoveryPerSecond)
  const waitUntil = async (atMs: number) => {
    const waitMs = atMs - Date.now()
    if (waitMs > 0) await pause(waitMs)
  }
  return {
    /** Resolves when the next group may start. */
    ready: () => waitUntil(nextMs - leadMs),
    /** Takes the next place in time and resolves when it has come. */
    take(): Promise<void> {
      const atMs = Math.max(Date.now(), nextMs)
      nextMs = atMs + 1_000 / (ratePerSecond * usedOfRate * shareNow())
      return waitUntil(atMs)
    },
    /** Halves the rate; it recovers by itself. */
    slowDown(): void {
      const nowMs = Date.now()
      if (nowMs - shareMs < halveAtMostEveryMs) return
      share = Math.max(least, shareNow() / 2)
      shareMs = nowMs
    },
    state: (): PaceState => ({ nextMs, share, shareMs }),
  }
}
export type Pace = ReturnType<typeof createPace>
