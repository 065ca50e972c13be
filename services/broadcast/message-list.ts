import { beginsWith, contains } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import { type DeliveryState, deliveryStates, type MessageRow } from '#contracts/broadcast.ts'
import { findBroadcast } from './broadcast-row.ts'
import { Delivery, type DeliveryRow } from './deliveries.ts'

/** Recipients of a broadcast by number, or those of one state in the order in which they were due. */
export async function listMessages(
  tenant: Tenant,
  query: { broadcastId: string; from: number; perPage: number; status?: DeliveryState; search?: string },
): Promise<{ message: MessageRow[]; more: boolean }> {
  const broadcast = await findBroadcast(tenant, query.broadcastId)
  const digits = query.search?.replace(/[^\d+]/g, '')
  const rows = await Delivery.find({
    enterpriseId: tenant.enterpriseId,
    broadcastId: broadcast._id,
    ...(query.status && { state: query.status }),
    // people type national numbers too; a broadcast's rows bound the scan
    ...(digits && { phone: digits.startsWith('+') ? beginsWith(digits) : contains(digits) }),
  })
    .sort(query.status ? { dueAt: 1, _id: 1 } : { phone: 1 })
    .skip(query.from)
    .limit(query.perPage + 1)
    .select({ components: 0 })
    .lean()
  return {
    message: rows.slice(0, query.perPage).map(row => present(row, broadcast.contactId)),
    more: rows.length > query.perPage,
  }
}

function present(row: DeliveryRow, from: string): MessageRow {
  // the provider's times are whole seconds: within one, the rank tells the order
  const second = (at: Date) => Math.floor(at.getTime() / 1_000)
  const history = Object.values(row.history).sort(
    (a, b) => second(a.at) - second(b.at) || deliveryStates[a.status] - deliveryStates[b.status],
  )
  const reason = row.state === 'failed' ? row.error?.text : undefined
  return {
    id: row._id.toString(),
    from,
    to: row.phone,
    name: row.name ?? '',
    currentDeliveryStatus: row.state,
    currentDeliveryStatusTime: row.stateAt.toISOString(),
    ...(reason && { reason }),
    transId: row.providerId ?? '',
    messageStatuses: history.map(({ status, at, msg }) => ({ status, messageStatusTime: at.toISOString(), msg })),
  }
}
