import { Types } from 'mongoose'
import { AppError } from '#common/errors.ts'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import { type SendingChannel, sendingChannel } from '#services/enterprise/public.ts'
import { BroadcastModel, type BroadcastRow, light } from './broadcast-row.ts'
import { rowsChanged } from './counts.ts'
import { type DeliveryRow, dispatch, giveBack, lease, nextDue, takeBack } from './deliveries.ts'
import { finish, stop } from './finish.ts'
import { takeLane } from './lane-lock.ts'
import { createPace } from './pace.ts'
import { type Run, sendGroup } from './send-group.ts'

/** broadcasts of one number that take turns; later ones wait until an earlier one has ended */
const turnsAtMost = 100
const soonestMs = 20
const latestMs = 10_000
/** rows leased at once are sent well before their lease runs out, however slow the number */
const leasePart = 0.5

/**
 * One run of a channel's lane: takes what is due in turn over the number's broadcasts, at most limits.laneBatch, and
 * sends it at the number's rate.
 * @returns after how many ms to run again, or null when there is nothing left to do
 */
export async function runLane(tenant: Tenant, id: string, signal: AbortSignal): Promise<number | null> {
  const channelId = new Types.ObjectId(id)
  const broadcasts = await sendingBroadcasts(tenant, channelId)
  if (broadcasts.length === 0) return null
  const channel = await open(tenant, id, broadcasts)
  const lock = channel && (await takeLane(tenant, channelId))
  if (!channel || !lock) return null
  const pace = createPace(channel.ratePerSecond, lock.pace)
  let sent: number
  try {
    for (const { _id } of lock.dead ? broadcasts : []) await takeBack({ tenant, broadcastId: _id }, lock.dead!)
    const most = Math.min(limits.laneBatch, Math.ceil((channel.ratePerSecond * limits.leaseMs * leasePart) / 1_000))
    const rows = await takeTurns(tenant, broadcasts, Math.max(1, most), lock.owner)
    await sendAll({ tenant, channel, lock, pace, broadcasts }, rows, signal)
    sent = rows.length
  } finally {
    await lock.release(pace.state())
  }
  const ids = broadcasts.map(one => one._id)
  await rowsChanged(tenant, ids)
  await finish(tenant, ids)
  if (sent > 0) return 0
  // looks again, so that what was enqueued while this run ended is not left to the sweep
  return untilDue(tenant, await sendingBroadcasts(tenant, channelId))
}

const sendingBroadcasts = (tenant: Tenant, channelId: Types.ObjectId): Promise<BroadcastRow[]> =>
  BroadcastModel.find({ enterpriseId: tenant.enterpriseId, status: 'SENDING', channelId })
    .sort({ _id: 1 })
    .limit(turnsAtMost)
    .select(light)
    .lean()

/** The channel, or null where it cannot be used: then its broadcasts stop and say why. */
async function open(tenant: Tenant, id: string, broadcasts: BroadcastRow[]): Promise<SendingChannel | null> {
  try {
    return await sendingChannel(tenant, id)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const { _id } of broadcasts) await stop(tenant, _id, error.message)
    return null
  }
}

/** Leases due rows, an equal share of each broadcast, and deals them out one by one. */
async function takeTurns(tenant: Tenant, broadcasts: BroadcastRow[], most: number, leaseId: string) {
  const share = Math.ceil(most / broadcasts.length)
  const taken = await Promise.all(broadcasts.map(({ _id }) => lease({ tenant, broadcastId: _id }, share, leaseId)))
  const longest = Math.max(...taken.map(rows => rows.length))
  return Array.from({ length: longest }, (_, turn) => taken.flatMap(rows => rows[turn] ?? [])).flat()
}

async function untilDue(tenant: Tenant, broadcasts: BroadcastRow[]): Promise<number | null> {
  const due = await Promise.all(broadcasts.map(({ _id }) => nextDue({ tenant, broadcastId: _id })))
  const times = due.flatMap(at => (at ? [at.getTime()] : []))
  if (times.length === 0) return null
  return Math.min(latestMs, Math.max(soonestMs, Math.min(...times) - Date.now()))
}

/** small enough that few are in flight when a worker dies, large enough for a fast number */
const groupSize = (ratePerSecond: number) => Math.min(20, Math.max(1, Math.ceil(ratePerSecond / 8)))

/**
 * Sends leased rows in groups, with no more than limits.laneConcurrency in flight. Ends early when told to, or when
 * the lane was lost; what is not sent by then goes back.
 */
async function sendAll(run: Run, rows: DeliveryRow[], signal: AbortSignal): Promise<void> {
  const { tenant, channel, lock, pace } = run
  const size = groupSize(channel.ratePerSecond)
  const groups = new Set<Promise<void>>()
  let inFlight = 0
  let failure: unknown
  let next = 0
  try {
    while (next < rows.length && !signal.aborted && !failure) {
      const group = rows.slice(next, next + size)
      while (inFlight + group.length > limits.laneConcurrency) await Promise.race(groups)
      await pace.ready()
      if (signal.aborted || !(await lock.renew())) break
      const ready = await stillSending(tenant, group, lock.owner)
      const sending = await dispatch(tenant, ready, lock.owner)
      next += group.length
      inFlight += sending.rows.length
      const sent = sendGroup(run, sending.rows, sending.attempt)
        .catch(error => {
          failure ??= error
        })
        .finally(() => {
          inFlight -= sending.rows.length
          groups.delete(sent)
        })
      groups.add(sent)
    }
  } finally {
    await Promise.all(groups)
    const left = rows.slice(next).map(row => row._id)
    await giveBack(tenant, left, lock.owner)
  }
  if (failure) throw failure
}

/** Those of a group whose broadcast was not paused or stopped meanwhile; the others go back. */
async function stillSending(tenant: Tenant, group: DeliveryRow[], leaseId: string): Promise<DeliveryRow[]> {
  const ids = [...new Set(group.map(row => row.broadcastId.toString()))].map(id => new Types.ObjectId(id))
  const live = await BroadcastModel.find({ enterpriseId: tenant.enterpriseId, _id: { $in: ids }, status: 'SENDING' })
    .select({ _id: 1 })
    .lean()
  const isLive = (row: DeliveryRow) => live.some(one => one._id.equals(row.broadcastId))
  const held = group.filter(row => !isLive(row)).map(row => row._id)
  await giveBack(tenant, held, leaseId)
  return group.filter(isLive)
}
