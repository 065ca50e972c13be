import { setTimeout as pause } from 'node:timers/promises'
import { Schema, Types } from 'mongoose'
import { type Owned, tenantModel, unscoped } from '#common/mongo.ts'
import { enqueue } from '#common/queues.ts'
import { systemTenant, type Tenant } from '#common/tenant.ts'
import { deliveryStates } from '#contracts/broadcast.ts'
import type { Report } from '#services/providers/provider.ts'
import { whatsapp } from '#services/providers/whatsapp.ts'
import { rowsChanged } from './counts.ts'
import { below, type Change, Delivery, settle } from './deliveries.ts'
import { finish } from './finish.ts'
import { tell } from './progress.ts'

interface WebhookEventRow extends Owned {
  channelId: Types.ObjectId
  /** the bytes as they came */
  body: Buffer
  state: 'pending' | 'done' | 'failed'
  /** why it could not be read */
  detail?: string
  receivedAt: Date
  /** when a worked-on event is deleted */
  expiresAt?: Date
}

export const WebhookEvent = tenantModel<WebhookEventRow>(
  'WebhookEvent',
  'webhookEvents',
  {
    channelId: { type: Schema.Types.ObjectId, required: true },
    body: { type: Buffer, required: true },
    state: { type: String, required: true },
    detail: String,
    receivedAt: { type: Date, required: true },
    expiresAt: Date,
  },
  [
    { serves: "a channel's events in their order", keys: { enterpriseId: 1, channelId: 1, state: 1, _id: 1 } },
    { serves: 'the sweep', keys: { state: 1, receivedAt: 1 } },
    { serves: 'the clean-up of what is done', keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
)

const keptMs = 3 * 24 * 3_600_000
const failedKeptMs = 30 * 24 * 3_600_000
const eventsAtOnce = 20
/** how long a drain waits for more before it ends */
const lingerMs = 1_500
const lookEveryMs = 100
/** older pending events are nobody's work any more */
const staleMs = 10_000

/** Keeps an event, then has it worked on. Once this resolves the provider may be told that we have it. */
export async function keepEvent(tenant: Tenant, channelId: string, bytes: Buffer): Promise<void> {
  await WebhookEvent.create({
    enterpriseId: tenant.enterpriseId,
    channelId: new Types.ObjectId(channelId),
    body: bytes,
    state: 'pending',
    receivedAt: new Date(),
  })
  await drainSoon(tenant.enterpriseId.toString(), channelId, `webhook-${channelId}`)
}

const drainSoon = (enterpriseId: string, channelId: string, id: string) =>
  enqueue('receive-webhook', { enterpriseId, channelId }, { id })

/** Works on a channel's events, oldest first, until none has come for a moment or it is told to stop. */
export async function drainEvents(tenant: Tenant, id: string, signal: AbortSignal): Promise<void> {
  const channelId = new Types.ObjectId(id)
  let lastMs = Date.now()
  while (!signal.aborted) {
    const worked = await workOnSome(tenant, channelId)
    if (worked > 0) lastMs = Date.now()
    else if (Date.now() - lastMs > lingerMs) return
    else await pause(lookEveryMs)
  }
}

/**
 * Applies the oldest pending events of a channel. They are marked as done behind their effects, so a run that is cut
 * off is repeated, which changes nothing.
 * @returns how many events there were
 */
export async function workOnSome(tenant: Tenant, channelId: Types.ObjectId): Promise<number> {
  const own = { enterpriseId: tenant.enterpriseId, channelId }
  const events = await WebhookEvent.find({ ...own, state: 'pending' })
    .sort({ _id: 1 })
    .limit(eventsAtOnce)
    .lean()
  if (events.length === 0) return 0
  const reports: Report[] = []
  const done: Types.ObjectId[] = []
  for (const { _id, body } of events)
    try {
      // a lean Buffer is the driver's Binary, which turns into text by itself
      reports.push(...whatsapp.readReports(body.toString('utf8')))
      done.push(_id)
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 1_000) : String(error)
      const expiresAt = new Date(Date.now() + failedKeptMs)
      await WebhookEvent.updateOne({ ...own, _id }, { state: 'failed', detail, expiresAt })
    }
  await applyReports(tenant, channelId, reports)
  const expiresAt = new Date(Date.now() + keptMs)
  await WebhookEvent.updateMany({ ...own, _id: { $in: done } }, { state: 'done', expiresAt })
  return events.length
}

/** Applies reports in whatever order and number they came. Those of rows that are not this channel's do nothing. */
export async function applyReports(tenant: Tenant, channelId: Types.ObjectId, reports: Report[]): Promise<void> {
  const changes = changesOf(reports)
  if (changes.length === 0) return
  const ids = changes.map(change => new Types.ObjectId(change.id))
  const rows = await Delivery.find({ enterpriseId: tenant.enterpriseId, channelId, _id: { $in: ids } })
    .select({ broadcastId: 1, providerId: 1 })
    .lean()
  const named = new Set(rows.filter(row => row.providerId).map(row => row._id.toString()))
  // without what differs from row to row, changes are alike and go in one update
  await settle(
    tenant,
    channelId,
    changes.map(change => (named.has(change.id) ? { ...change, providerId: undefined } : change)),
  )
  const broadcastIds = [...new Map(rows.map(row => [row.broadcastId.toString(), row.broadcastId])).values()]
  await rowsChanged(tenant, broadcastIds)
  await finish(tenant, broadcastIds)
  for (const id of broadcastIds) tell(tenant, id)
}

const ours = /^([0-9a-f]{24})\.([\w-]{12})$/

/** One change for each attempt that is reported on: its highest status, and every status once for the history. */
function changesOf(reports: Report[]): Change[] {
  const changes = new Map<string, Change>()
  for (const { callbackData, status, at, error, providerId } of reports) {
    const [, id, attempt] = ours.exec(callbackData) ?? []
    if (!id || !attempt) continue
    const entry = { status, at, msg: error?.text ?? '' }
    const known = changes.get(callbackData)
    const entries = known ? [...known.entries.filter(one => one.status !== status), entry] : [entry]
    const isHigher = !known || deliveryStates[status] > deliveryStates[known.to]
    const highest = isHigher ? { to: status, from: below(status), at, error } : known
    changes.set(callbackData, { ...highest, id, attempt, providerId, entries })
  }
  return [...changes.values()]
}

/** Puts drains back on their queue for events that nobody works on. */
export async function sweepEvents(): Promise<void> {
  const stale = await unscoped(
    'the sweep looks at all tenants',
    WebhookEvent.aggregate<{
      _id: { enterpriseId: Types.ObjectId; channelId: Types.ObjectId }
      oldest: Types.ObjectId
    }>([
      { $match: { state: 'pending', receivedAt: { $lt: new Date(Date.now() - staleMs) } } },
      { $group: { _id: { enterpriseId: '$enterpriseId', channelId: '$channelId' }, oldest: { $min: '$_id' } } },
    ]),
  )
  for (const { _id, oldest } of stale) {
    const { enterpriseId } = systemTenant(_id.enterpriseId)
    // an id of its own: the job of a dead worker holds the usual one until the queue notices
    await drainSoon(enterpriseId.toString(), _id.channelId.toString(), `webhook-${_id.channelId}-${oldest}`)
  }
}
