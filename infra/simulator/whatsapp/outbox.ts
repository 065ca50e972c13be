import { Agent, request } from 'undici'
import { type Clock, createAgenda, pause, systemClock } from '../clock.ts'
import { signature, webhookBody } from './reports.ts'
import type { ReportRef, Store } from './store.ts'

const batchSize = 50
const batchWindowMs = 100
const postsAtOnce = 8
const firstRetryMs = 1_000
const longestRetryMs = 60_000
const giveUpAfterMs = 10 * 60_000
const answerTimeoutMs = 10_000
const closeWaitMs = 1_000

interface Batch {
  phoneNumberId: string
  refs: ReportRef[]
  attempt: number
  firstTriedAt: number
}

interface Lane {
  collecting: ReportRef[]
  ready: Batch[]
  posting: number
  /** Outcome of the newest POST, for people who look. */
  last?: { at: number; outcome: string }
}

export interface OutboxDeps {
  store: Store
  clock: Clock
  paused: () => boolean
}

/**
 * Tells callbacks what became of messages: up to 50 reports in a POST, collected for 100 ms, signed, and tried again
 * after 1, 2, 4 … 60 s, for 10 minutes in all, until the answer is 2xx.
 */
export function createOutbox({ store, clock, paused }: OutboxDeps) {
  const agent = new Agent({ connections: postsAtOnce, headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs })
  const agenda = createAgenda(clock)
  const lanes = new Map<string, Lane>()
  const inFlight = new Set<Promise<void>>()
  let closing = false

  const laneOf = (phoneNumberId: string): Lane => {
    const lane = lanes.get(phoneNumberId) ?? { collecting: [], ready: [], posting: 0 }
    lanes.set(phoneNumberId, lane)
    return lane
  }

  const collect = (ref: ReportRef) => {
    const { phoneNumberId } = ref.message
    const lane = laneOf(phoneNumberId)
    lane.collecting.push(ref)
    if (lane.collecting.length >= batchSize) seal(phoneNumberId, lane)
    else if (lane.collecting.length === 1) agenda.at(clock.now() + batchWindowMs, () => seal(phoneNumberId, lane))
  }

  const seal = (phoneNumberId: string, lane: Lane) => {
    const refs = lane.collecting
    if (refs.length === 0) return
    lane.collecting = []
    lane.ready.push({ phoneNumberId, refs, attempt: 0, firstTriedAt: clock.now() })
    pump(lane)
  }

  const pump = (lane: Lane) => {
    while (!closing && !paused() && lane.posting < postsAtOnce) {
      const batch = lane.ready.shift()
      if (!batch) return
      batch.refs = batch.refs.filter(({ message }) => store.has(message))
      if (batch.refs.length === 0) continue
      lane.posting++
      const posted = post(batch, lane).finally(() => {
        inFlight.delete(posted)
        lane.posting--
        pump(lane)
      })
      inFlight.add(posted)
    }
  }

  const post = async (batch: Batch, lane: Lane) => {
    const number = store.numbers.get(batch.phoneNumberId)
    if (!number) return
    const body = Buffer.from(JSON.stringify(webhookBody(number, batch.refs)))
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signature(number.appSecret, body),
      'user-agent': 'facebookexternalua',
    }
    let outcome: string
    try {
      const answer = await request(number.callbackUrl, { method: 'POST', headers, body, dispatcher: agent })
      await answer.body.dump()
      outcome = String(answer.statusCode)
    } catch (error) {
      outcome = error instanceof Error ? error.message : String(error)
    }
    lane.last = { at: clock.now(), outcome }
    if (/^2\d\d$/.test(outcome)) store.settle(batch.refs, 'acknowledged', clock.now())
    else if (!closing) retry(batch, lane)
  }

  const retry = (batch: Batch, lane: Lane) => {
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** batch.attempt)
    if (clock.now() + waitMs - batch.firstTriedAt > giveUpAfterMs) {
      store.settle(batch.refs, 'abandoned', clock.now())
      return
    }
    agenda.at(clock.now() + waitMs, () => {
      lane.ready.push({ ...batch, attempt: batch.attempt + 1 })
      pump(lane)
    })
  }

  return {
    /** Lets a report arrive when its time has come. */
    schedule(ref: ReportRef) {
      const report = ref.message.reports[ref.position]
      if (report) agenda.at(report.arrivesAt, () => collect(ref))
    },
    /** Goes on with what was kept back while paused. */
    resume() {
      for (const lane of lanes.values()) pump(lane)
    },
    lastPost: (phoneNumberId: string) => lanes.get(phoneNumberId)?.last,
    /** Gives POSTs under way a second to be answered, so that fewer reports are repeated after a restart. */
    async close() {
      closing = true
      agenda.close()
      await Promise.race([Promise.all(inFlight), pause(systemClock, closeWaitMs)])
      await agent.destroy()
      await Promise.all(inFlight)
    },
  }
}
export type Outbox = ReturnType<typeof createOutbox>
