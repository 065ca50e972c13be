import type { Tenant } from '#common/tenant.ts'
import type { Broadcast } from '#contracts/broadcast.ts'
import { BroadcastModel, light } from './broadcast-row.ts'
import { presentAll } from './broadcasts.ts'

export { sweepBroadcasts } from './sweep.ts'
export { createTemplate } from './templates.ts'
export { keepEvent } from './webhook-events.ts'

const liveAtMost = 50
const recentMs = 3_600_000

/** Broadcasts that run, or ended in the last hour, newest first, at most 50: what sockets are told when they open. */
export async function liveBroadcasts(tenant: Tenant): Promise<Broadcast[]> {
  const { enterpriseId } = tenant
  const rows = await BroadcastModel.find({
    enterpriseId,
    $or: [
      { status: { $in: ['PREPARING', 'SENDING', 'PAUSED'] } },
      { status: { $in: ['COMPLETED', 'STOPPED'] }, finishedAt: { $gt: new Date(Date.now() - recentMs) } },
    ],
  })
    .sort({ createdAt: -1 })
    .limit(liveAtMost)
    .select(light)
    .lean()
  return presentAll(tenant, rows)
}
