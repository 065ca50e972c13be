import { contains } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import type { Broadcast } from '#contracts/broadcast.ts'
import { channelOf } from '#services/enterprise/public.ts'
import { BroadcastModel, type BroadcastRow, findBroadcast, light } from './broadcast-row.ts'
import { countsOf } from './counts.ts'
import { Delivery } from './deliveries.ts'

/** Broadcasts with their counts, in the given order. */
export async function presentAll(tenant: Tenant, rows: BroadcastRow[]): Promise<Broadcast[]> {
  const counts = await countsOf(tenant, rows)
  return rows.map((row, index) => ({
    id: row._id.toString(),
    name: row.name,
    templateName: row.template.name,
    user: { name: row.userName },
    channelName: row.channelName,
    createdOn: row.createdAt.toISOString(),
    ...(row.finishedAt && { finishedOn: row.finishedAt.toISOString() }),
    status: row.status,
    ...(row.reason && { reason: row.reason }),
    counts: counts[index]!,
  }))
}

export async function present(tenant: Tenant, row: BroadcastRow): Promise<Broadcast> {
  return (await presentAll(tenant, [row]))[0]!
}

/** Broadcasts by any part of their name and by day, newest first. */
export async function listBroadcasts(
  tenant: Tenant,
  query: { from: number; perPage: number; name?: string; fromDate?: string; toDate?: string },
): Promise<{ broadcastList: Broadcast[]; more: boolean }> {
  const { fromDate, toDate } = query
  const rows = await BroadcastModel.find({
    enterpriseId: tenant.enterpriseId,
    ...(query.name && { nameLower: contains(query.name.toLowerCase()) }),
    ...((fromDate || toDate) && {
      createdAt: { ...(fromDate && { $gte: new Date(fromDate) }), ...(toDate && { $lte: new Date(toDate) }) },
    }),
  })
    .sort({ createdAt: -1 })
    .skip(query.from)
    .limit(query.perPage + 1)
    .select(light)
    .lean()
  return {
    broadcastList: await presentAll(tenant, rows.slice(0, query.perPage)),
    more: rows.length > query.perPage,
  }
}

const numbersShown = 100

/** A broadcast as it was sent. */
export async function getBroadcast(tenant: Tenant, id: string) {
  const row = await findBroadcast(tenant, id)
  const { enterpriseId } = tenant
  const channelId = row.channelId.toString()
  const [broadcast, channel, first] = await Promise.all([
    present(tenant, row),
    channelOf(tenant, channelId),
    Delivery.find({ enterpriseId, broadcastId: row._id })
      .sort({ phone: 1 })
      .limit(numbersShown)
      .select({ phone: 1 })
      .lean(),
  ])
  return {
    broadcast,
    channel,
    channelId,
    phoneNumbers: first.map(one => one.phone),
    message: row.message,
    columnMapping: row.mapping,
    template: row.template,
  }
}
