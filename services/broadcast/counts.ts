import type { Types } from 'mongoose'
import type { Tenant } from '#common/tenant.ts'
import type { BroadcastCounts, DeliveryState } from '#contracts/broadcast.ts'
import { BroadcastModel, type BroadcastRow } from './broadcast-row.ts'
import { Delivery } from './deliveries.ts'

type Counted = Pick<BroadcastRow, '_id' | 'status' | 'version' | 'counts' | 'countedVersion'>

/**
 * How many recipients are in which state, for each broadcast in the given order. Derived from the rows; a broadcast
 * that has ended is counted again only when a report changed its rows.
 */
export async function countsOf(tenant: Tenant, broadcasts: Counted[]): Promise<BroadcastCounts[]> {
  const isCurrent = (one: Counted) => one.status === 'COMPLETED' && one.counts && one.countedVersion === one.version
  const stale = broadcasts.filter(one => !isCurrent(one))
  const fresh = await count(
    tenant,
    stale.map(one => one._id),
  )
  for (const { _id, status, version } of stale)
    if (status === 'COMPLETED')
      await BroadcastModel.updateOne(
        { enterpriseId: tenant.enterpriseId, _id, version },
        { counts: fresh.get(_id.toString()), countedVersion: version },
      )
  return broadcasts.map(one => fresh.get(one._id.toString()) ?? one.counts ?? none())
}

/** Says that rows of broadcasts changed; after the change, so that no count from before it is taken for current. */
export async function rowsChanged(tenant: Tenant, broadcastIds: Types.ObjectId[]): Promise<void> {
  await BroadcastModel.updateMany(
    { enterpriseId: tenant.enterpriseId, _id: { $in: broadcastIds } },
    { $inc: { version: 1 } },
  )
}

const none = (): BroadcastCounts => ({
  total: 0,
  queued: 0,
  sending: 0,
  accepted: 0,
  unknown: 0,
  sent: 0,
  failed: 0,
  delivered: 0,
  read: 0,
})

async function count(tenant: Tenant, ids: Types.ObjectId[]): Promise<Map<string, BroadcastCounts>> {
  const counts = new Map(ids.map(id => [id.toString(), none()]))
  if (ids.length === 0) return counts
  const groups = await Delivery.aggregate<{ _id: { broadcastId: Types.ObjectId; state: DeliveryState }; n: number }>([
    { $match: { enterpriseId: tenant.enterpriseId, broadcastId: { $in: ids } } },
    { $group: { _id: { broadcastId: '$broadcastId', state: '$state' }, n: { $sum: 1 } } },
  ])
  for (const { _id, n } of groups) {
    const of = counts.get(_id.broadcastId.toString())
    if (!of) continue
    const shown = _id.state === 'leased' || _id.state === 'dispatching' ? 'sending' : _id.state
    of[shown] += n
    of.total += n
  }
  return counts
}
