import type { Types } from 'mongoose'
import type { Tenant } from '#common/tenant.ts'
import { BroadcastModel } from './broadcast-row.ts'
import { hasUnfinished } from './deliveries.ts'
import { tell } from './progress.ts'

/** Completes broadcasts that are sealed and have nobody left to send to; others stay as they are. */
export async function finish(tenant: Tenant, broadcastIds: Types.ObjectId[]): Promise<void> {
  for (const broadcastId of broadcastIds) {
    if (await hasUnfinished({ tenant, broadcastId })) continue
    const now = new Date()
    const done = await BroadcastModel.updateOne(
      { enterpriseId: tenant.enterpriseId, _id: broadcastId, sealed: true, status: { $in: ['SENDING', 'PAUSED'] } },
      { $set: { status: 'COMPLETED', finishedAt: now, changedAt: now }, $inc: { version: 1 } },
    )
    if (done.modifiedCount === 0) continue
    // an answer may have put a recipient back at this very moment
    if (await hasUnfinished({ tenant, broadcastId })) await reopen(tenant, [broadcastId])
    tell(tenant, broadcastId)
  }
}

/** Goes on with broadcasts that completed before a late answer of the provider put a recipient back. */
export async function reopen(tenant: Tenant, broadcastIds: Types.ObjectId[]): Promise<void> {
  await BroadcastModel.updateMany(
    { enterpriseId: tenant.enterpriseId, _id: { $in: broadcastIds }, status: 'COMPLETED' },
    { $set: { status: 'SENDING', changedAt: new Date() }, $unset: { finishedAt: 1 } },
  )
}

/** Stops a broadcast because of something that a person must set right first; `reason` says what. */
export async function stop(tenant: Tenant, broadcastId: Types.ObjectId, reason: string): Promise<void> {
  const now = new Date()
  await BroadcastModel.updateOne(
    { enterpriseId: tenant.enterpriseId, _id: broadcastId, status: { $in: ['PREPARING', 'SENDING'] } },
    { $set: { status: 'STOPPED', reason, finishedAt: now, changedAt: now } },
  )
  tell(tenant, broadcastId)
}
