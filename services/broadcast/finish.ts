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
    if (done.modifiedCount > 0) tell(tenant, broadcastId)
  }
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
