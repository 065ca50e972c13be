import { setTimeout as pause } from 'node:timers/promises'
import { Types } from 'mongoose'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import type { SendingChannel } from '#services/enterprise/public.ts'
import type { Refusal, SendOutcome } from '#services/providers/provider.ts'
import { whatsapp } from '#services/providers/whatsapp.ts'
import type { BroadcastRow } from './broadcast-row.ts'
import { type Change, type DeliveryRow, settle } from './deliveries.ts'
import { reopen, stop } from './finish.ts'
import type { LaneLock } from './lane-lock.ts'
import { mediaHeader } from './message.ts'
import type { Pace } from './pace.ts'
import { tell } from './progress.ts'

/** What one run of a lane works with. */
export interface Run {
  tenant: Tenant
  channel: SendingChannel
  lock: LaneLock
  pace: Pace
  broadcasts: BroadcastRow[]
}

interface Sent {
  row: DeliveryRow
  outcome: SendOutcome
}

/** Sends a dispatched group at the lane's pace, then notes all answers in one go. */
export async function sendGroup(run: Run, rows: DeliveryRow[], attempt: string): Promise<void> {
  const { tenant, channel, pace } = run
  const broadcasts = new Map(run.broadcasts.map(one => [one._id.toString(), one]))
  const sent = await Promise.all(
    rows.map(async (row): Promise<Sent> => {
      await pace.take()
      const broadcast = broadcasts.get(row.broadcastId.toString())!
      return { row, outcome: await whatsapp.send(channel, messageOf(broadcast, row, attempt)) }
    }),
  )
  const refusals = sent.flatMap(({ row, outcome }) => (outcome.kind === 'refused' ? [{ row, outcome }] : []))
  if (refusals.some(({ outcome }) => outcome.throttled)) pace.slowDown()
  // before the rows go back, so that nobody takes them again
  for (const { row, outcome } of refusals)
    if (outcome.handling === 'stop') await stop(tenant, row.broadcastId, outcome.text)
  const changes = sent.map(one => changeOf(one, attempt))
  await persist(() => settle(tenant, new Types.ObjectId(channel.id), changes))
  // where the lease ran out first, the row was unknown and its broadcast may have completed
  const back = sent.filter((_, index) => changes[index]?.to === 'queued').map(({ row }) => row.broadcastId)
  if (back.length > 0) await reopen(tenant, back)
  for (const id of new Set(rows.map(row => row.broadcastId))) tell(tenant, id)
}

function messageOf(broadcast: BroadcastRow, row: DeliveryRow, attempt: string) {
  const { template, media, mediaId } = broadcast
  const header = media && mediaId ? [mediaHeader(media.type, { id: mediaId, name: media.name })] : []
  return {
    to: row.phone,
    template: { name: template.name, language: template.language, components: [...header, ...row.components] },
    callbackData: `${row._id}.${attempt}`,
  }
}

/** What an answer makes of its row. A report may have come first: then only what is new is noted. */
function changeOf({ row, outcome }: Sent, attempt: string): Change {
  const at = new Date()
  const change = (to: Change['to'], msg: string, more: Partial<Change> = {}): Change => ({
    id: row._id.toString(),
    attempt,
    to,
    // a clear answer also resolves a row that was given up as unknown meanwhile
    from: to === 'unknown' ? ['dispatching'] : ['dispatching', 'unknown'],
    at,
    entries: [{ status: to, at, msg }],
    ...more,
  })
  if (outcome.kind === 'accepted') return change('accepted', '', { providerId: outcome.providerId })
  if (outcome.kind === 'unknown') return change('unknown', outcome.text)
  const { code, text, handling } = outcome
  if (handling === 'stop') return change('queued', text, { dueAt: at, tries: row.tries })
  if (handling === 'fail' || row.tries + 1 >= limits.sendTries) return change('failed', text, { error: { code, text } })
  return change('queued', `${text} It is tried again.`, { dueAt: new Date(at.getTime() + pauseMs(outcome, row.tries)) })
}

const longestPauseMs = 300_000

/** Exponential, with jitter so that those refused together do not come back together. */
const pauseMs = ({ retryMs }: Refusal, triesBefore: number) =>
  Math.min(longestPauseMs, retryMs * 2 ** triesBefore) * (1 + Math.random() / 2)

const persistTries = 5

/** A database that is away for a moment must not make sent messages unknown. */
async function persist(act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await act()
    } catch (error) {
      if (tries === persistTries) throw error
      await pause(200 * 2 ** tries)
    }
}
