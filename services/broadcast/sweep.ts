import { unscoped } from '#common/mongo.ts'
import { enqueue } from '#common/queues.ts'
import { systemTenant } from '#common/tenant.ts'
import { BroadcastModel, type BroadcastRow, light } from './broadcast-row.ts'
import { rowsChanged } from './counts.ts'
import { endLeases, nextDue } from './deliveries.ts'
import { finish } from './finish.ts'
import { laneOwner } from './lane-lock.ts'
import { tell } from './progress.ts'
import { sweepEvents } from './webhook-events.ts'

/** a preparation that has not got on for so long is nobody's work any more */
const staleMs = 15_000
/** leases of a broadcast that was paused or stopped longer ago have run out, and were seen */
const heldMs = 3_600_000

/**
 * Finds what the database says is unfinished and puts it back on a queue: preparations, lanes with due recipients,
 * webhook events. Ends leases that ran out. Repeated every few seconds; harmless at any time.
 */
export async function sweepBroadcasts(): Promise<void> {
  const rows = await unscoped(
    'the sweep looks at all tenants',
    BroadcastModel.find({
      $or: [
        { status: { $in: ['PREPARING', 'SENDING'] } },
        { status: { $in: ['PAUSED', 'STOPPED'] }, changedAt: { $gt: new Date(Date.now() - heldMs) } },
      ],
    }),
  )
    .select(light)
    .lean()
  for (const row of rows)
    if (row.status === 'PREPARING') await wakePreparation(row)
    else await wakeLane(row)
  await sweepEvents()
}

async function wakePreparation({ _id, enterpriseId, preparedAt }: BroadcastRow): Promise<void> {
  if (Date.now() - preparedAt.getTime() < staleMs) return
  const payload = { enterpriseId: enterpriseId.toString(), broadcastId: _id.toString() }
  // an id of its own: the job of a dead worker holds the usual one until the queue notices
  await enqueue('prepare-broadcast', payload, { id: `prepare-${_id}-${preparedAt.getTime()}` })
}

async function wakeLane({ _id, enterpriseId, channelId, status }: BroadcastRow): Promise<void> {
  const tenant = systemTenant(enterpriseId)
  const scope = { tenant, broadcastId: _id }
  if ((await endLeases(scope)) > 0) {
    await rowsChanged(tenant, [_id])
    tell(tenant, _id)
  }
  await finish(tenant, [_id])
  if (status !== 'SENDING') return
  const due = await nextDue(scope)
  if (!due || due > new Date()) return
  const { owner, alive } = await laneOwner(tenant, channelId)
  if (alive) return
  const id = owner ? `lane-${channelId}-${owner}` : `lane-${channelId}`
  await enqueue('send-lane', { enterpriseId: enterpriseId.toString(), channelId: channelId.toString() }, { id })
}
