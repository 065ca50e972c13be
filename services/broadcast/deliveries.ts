import { randomBytes } from 'node:crypto'
import { Schema, Types } from 'mongoose'
import { duplicateIndex, type Owned, tenantModel } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import { type DeliveryState, deliveryStates } from '#contracts/broadcast.ts'
import { limits } from '#contracts/limits.ts'
import type { Component } from '#services/providers/provider.ts'

/** One line of a recipient's history. */
export interface Entry {
  status: DeliveryState
  at: Date
  msg: string
}

export interface DeliveryRow extends Owned {
  broadcastId: Types.ObjectId
  channelId: Types.ObjectId
  /** E.164 */
  phone: string
  name: string
  /** the message as it was composed when the recipients were written */
  components: Component[]
  state: DeliveryState
  stateAt: Date
  dueAt: Date
  tries: number
  /** of the newest dispatch; fences off a stale worker and comes back in reports */
  attempt?: string
  leaseId?: string
  leaseUntil?: Date
  providerId?: string
  error?: { code: number; text: string }
  /** `{attempt}_{status}` → when, and what was said; so the same report twice is one entry */
  history: Record<string, Entry>
}

export const Delivery = tenantModel<DeliveryRow>(
  'Delivery',
  'deliveries',
  {
    broadcastId: { type: Schema.Types.ObjectId, required: true },
    channelId: { type: Schema.Types.ObjectId, required: true },
    phone: { type: String, required: true },
    name: String,
    components: { type: [Schema.Types.Mixed], default: undefined },
    state: { type: String, required: true },
    stateAt: { type: Date, required: true },
    dueAt: { type: Date, required: true },
    tries: { type: Number, required: true },
    attempt: String,
    leaseId: String,
    leaseUntil: Date,
    providerId: String,
    error: { code: Number, text: String },
    history: { type: Schema.Types.Mixed, required: true },
  },
  [
    {
      serves: 'one row a recipient; the list by number',
      keys: { enterpriseId: 1, broadcastId: 1, phone: 1 },
      options: { unique: true },
    },
    {
      serves: 'what is due; counts; the list of one state',
      keys: { enterpriseId: 1, broadcastId: 1, state: 1, dueAt: 1 },
    },
  ],
)

/** Whose rows: one broadcast of a tenant. */
export interface Scope {
  tenant: Tenant
  broadcastId: Types.ObjectId
}
const scoped = ({ tenant, broadcastId }: Scope) => ({ enterpriseId: tenant.enterpriseId, broadcastId })

/** States in which a broadcast still has something to do for a recipient. */
export const unfinished = ['queued', 'leased', 'dispatching'] as const satisfies DeliveryState[]

const allStates = Object.keys(deliveryStates) as DeliveryState[]
/** The states that a report of `state` moves a row out of: those of a lower rank. */
export const below = (state: DeliveryState) => allStates.filter(one => deliveryStates[one] < deliveryStates[state])

export type NewDelivery = Pick<DeliveryRow, 'phone' | 'name' | 'components'> & { missing: string[] }

/** Writes recipients that are not there yet; one who lacks a value is listed as failed and never sent to. */
export async function addRecipients(scope: Scope, channelId: Types.ObjectId, recipients: NewDelivery[]): Promise<void> {
  if (recipients.length === 0) return
  const at = new Date()
  const rows = recipients.map(recipient => ({ ...scoped(scope), channelId, ...newRow(recipient, at) }))
  try {
    await Delivery.insertMany(rows, { ordered: false })
  } catch (error) {
    if (duplicateIndex(error) === null) throw error
    // some were there: a number that came twice, or a preparation that was cut off
    const upserts = rows.map(({ enterpriseId, broadcastId, phone, ...rest }) => {
      const filter = { enterpriseId, broadcastId, phone }
      return { updateOne: { filter, update: { $setOnInsert: rest }, upsert: true } }
    })
    await Delivery.bulkWrite(upserts, { ordered: false })
  }
}

function newRow({ missing, components, ...who }: NewDelivery, at: Date) {
  const when = { stateAt: at, dueAt: at, tries: 0 }
  if (missing.length === 0)
    return {
      ...who,
      ...when,
      components,
      state: 'queued' as const,
      history: { prepare_queued: { status: 'queued' as const, at, msg: '' } },
    }
  const text = `There is no value for ${missing.join(', ')}. Complete the contact, or map a default.`
  return {
    ...who,
    ...when,
    components: [],
    state: 'failed' as const,
    error: { code: 0, text },
    history: { prepare_failed: { status: 'failed' as const, at, msg: text } },
  }
}

/** Takes up to `count` due rows for one lane run; nobody else takes them before the lease runs out. */
export async function lease(scope: Scope, count: number, leaseId: string): Promise<DeliveryRow[]> {
  const now = new Date()
  const due = { ...scoped(scope), state: 'queued', dueAt: { $lte: now } } as const
  const found = await Delivery.find(due).sort({ dueAt: 1 }).limit(count).select({ _id: 1 }).lean()
  if (found.length === 0) return []
  const ids = found.map(row => row._id)
  const leaseUntil = new Date(now.getTime() + limits.leaseMs)
  await Delivery.updateMany({ ...due, _id: { $in: ids } }, { $set: { state: 'leased', leaseId, leaseUntil } })
  const rows = await Delivery.find({ ...scoped(scope), _id: { $in: ids }, leaseId, state: 'leased' }).lean()
  return rows.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}

/** Puts back what a dead run had leased: whoever has another lease can no longer dispatch it. */
export async function takeBack(scope: Scope, leaseId: string): Promise<void> {
  await Delivery.updateMany(
    { ...scoped(scope), state: 'leased', leaseId },
    { $set: { state: 'queued' }, $unset: { leaseId: 1, leaseUntil: 1 } },
  )
}

/** Puts back leased rows that this run will not send. */
export async function giveBack(tenant: Tenant, ids: Types.ObjectId[], leaseId: string): Promise<void> {
  if (ids.length === 0) return
  await Delivery.updateMany(
    { enterpriseId: tenant.enterpriseId, _id: { $in: ids }, leaseId, state: 'leased' },
    { $set: { state: 'queued' }, $unset: { leaseId: 1, leaseUntil: 1 } },
  )
}

/**
 * Moves a group from leased to dispatching under a fresh attempt. From here on a row is never sent again unless the
 * provider said no.
 * @returns the attempt, and the rows that are really this run's to send
 */
export async function dispatch(
  tenant: Tenant,
  rows: DeliveryRow[],
  leaseId: string,
): Promise<{ attempt: string; rows: DeliveryRow[] }> {
  const attempt = randomBytes(9).toString('base64url')
  const { enterpriseId } = tenant
  const ids = rows.map(row => row._id)
  const now = new Date()
  const leaseUntil = new Date(now.getTime() + limits.leaseMs)
  const moved = await Delivery.updateMany(
    { enterpriseId, _id: { $in: ids }, leaseId, state: 'leased', leaseUntil: { $gt: now } },
    { $set: { state: 'dispatching', stateAt: now, attempt, leaseUntil }, $inc: { tries: 1 }, $unset: { leaseId: 1 } },
  )
  if (moved.modifiedCount === rows.length) return { attempt, rows }
  const own = await Delivery.find({ enterpriseId, _id: { $in: ids }, attempt, state: 'dispatching' })
    .select({ _id: 1 })
    .lean()
  const ours = new Set(own.map(row => row._id.toString()))
  return { attempt, rows: rows.filter(row => ours.has(row._id.toString())) }
}

/** Something that became known about one attempt to reach one recipient. */
export interface Change {
  id: string
  attempt: string
  to: DeliveryState
  /** the states that `to` may follow; in any other one, only `entries` and `providerId` are noted */
  from: readonly DeliveryState[]
  at: Date
  error?: { code: number; text: string }
  dueAt?: Date
  /** where this try does not count */
  tries?: number
  providerId?: string
  entries: Entry[]
}

/**
 * Applies what became known: each change is one guarded update, so that any order, and any number of times, leads to
 * the same rows. Changes of other tenants' or unknown rows, or of an older attempt, do nothing.
 */
export async function settle(tenant: Tenant, channelId: Types.ObjectId, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  const alike = [...Map.groupBy(changes, ({ id, ...rest }) => JSON.stringify(rest)).values()]
  const rowsOf = ([first, ...others]: Change[]) => ({
    enterpriseId: tenant.enterpriseId,
    channelId,
    _id: { $in: [first!, ...others].map(change => new Types.ObjectId(change.id)) },
    attempt: first!.attempt,
  })
  const moved = await Delivery.bulkWrite(
    alike.map(group => {
      const { to: state, at: stateAt, from, error, dueAt, tries } = group[0]!
      const more = { ...(error && { error }), ...(dueAt && { dueAt }), ...(tries !== undefined && { tries }) }
      const $set = { state, stateAt, ...more, ...noted(group[0]!) }
      const filter = { ...rowsOf(group), state: { $in: [...from] } }
      return { updateMany: { filter, update: { $set, $unset: { leaseId: 1, leaseUntil: 1 } } } }
    }),
    { ordered: false },
  )
  if (moved.matchedCount === changes.length) return
  await Delivery.bulkWrite(
    alike.map(group => ({ updateMany: { filter: rowsOf(group), update: { $set: noted(group[0]!) } } })),
    { ordered: false },
  )
}

/** What is true of an attempt whatever state the row has reached. */
function noted({ attempt, providerId, entries }: Change): Record<string, unknown> {
  const history = entries.map(entry => [`history.${attempt}_${entry.status}`, entry])
  return { ...Object.fromEntries(history), ...(providerId && { providerId }) }
}

/**
 * Ends leases that ran out: `leased` is due again; `dispatching` may have reached the provider and becomes unknown.
 * @returns how many rows changed
 */
export async function endLeases(scope: Scope): Promise<number> {
  const now = new Date()
  const over = { ...scoped(scope), leaseUntil: { $lt: now } }
  const $unset = { leaseId: 1, leaseUntil: 1 } as const
  const back = await Delivery.updateMany({ ...over, state: 'leased' }, { $set: { state: 'queued' }, $unset })
  const lost = await Delivery.updateMany(
    { ...over, state: 'dispatching' },
    {
      $set: {
        state: 'unknown',
        stateAt: now,
        'history.lease_unknown': { status: 'unknown', at: now, msg: 'The sender stopped before the answer came.' },
      },
      $unset,
    },
  )
  return back.modifiedCount + lost.modifiedCount
}

/** When the next queued row is due; null when none is queued. */
export async function nextDue(scope: Scope): Promise<Date | null> {
  const row = await Delivery.findOne({ ...scoped(scope), state: 'queued' })
    .sort({ dueAt: 1 })
    .select({ dueAt: 1 })
    .lean()
  return row?.dueAt ?? null
}

/** Is there a recipient for whom something is still to be done? */
export const hasUnfinished = async (scope: Scope) =>
  (await Delivery.exists({ ...scoped(scope), state: { $in: [...unfinished] } })) !== null
