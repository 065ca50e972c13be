import { randomUUID } from 'node:crypto'
import { Types } from 'mongoose'
import { AppError } from '#common/errors.ts'
import { readFile } from '#common/files.ts'
import type { Tenant } from '#common/tenant.ts'
import { messages } from '#contracts/messages.ts'
import { sendingChannel } from '#services/enterprise/public.ts'
import { whatsapp } from '#services/providers/whatsapp.ts'
import { BroadcastModel, type BroadcastRow } from './broadcast-row.ts'
import { addRecipients, Delivery } from './deliveries.ts'
import { stop } from './finish.ts'
import { compose } from './message.ts'
import { tell } from './progress.ts'
import { everyone } from './recipients.ts'
import { sendSoon } from './send.ts'

const heartbeatMs = 5_000

/**
 * Writes a broadcast's recipients, seals their count and wakes the lane. May be cut off and run again at any point:
 * rows are written once each, and the cursor moves only behind them. A newer run fences off an older one.
 * @returns whether it was told to stop before the end
 */
export async function prepare(tenant: Tenant, id: string, signal: AbortSignal): Promise<'done' | 'interrupted'> {
  const { enterpriseId } = tenant
  const _id = new Types.ObjectId(id)
  const own = { enterpriseId, _id, status: 'PREPARING', prepareId: randomUUID() } as const
  const { prepareId, ...preparing } = own
  await BroadcastModel.updateOne(preparing, { prepareId, preparedAt: new Date() })
  const broadcast = await BroadcastModel.findOne(own).lean()
  if (!broadcast || !(await giveMedia(tenant, broadcast))) return 'done'
  const scope = { tenant, broadcastId: _id }
  for await (const { people, cursor } of everyone(tenant, broadcast.recipients, broadcast.cursor)) {
    const rows = people.map(({ phone, name, fields }) => {
      const { components, missing } = compose(broadcast.template, broadcast.mapping, fields)
      return { phone, name, components, missing }
    })
    await addRecipients(scope, broadcast.channelId, rows)
    const moved = await BroadcastModel.updateOne(own, { cursor, preparedAt: new Date() })
    if (moved.matchedCount === 0) return 'done'
    tell(tenant, _id)
    if (signal.aborted) return 'interrupted'
  }
  const total = await Delivery.countDocuments({ enterpriseId, broadcastId: _id })
  if (total === 0) await stop(tenant, _id, messages.noRecipients)
  else {
    await BroadcastModel.updateOne(own, { status: 'SENDING', sealed: true, total, changedAt: new Date() })
    await sendSoon(tenant, broadcast.channelId.toString())
    tell(tenant, _id)
  }
  return 'done'
}

/**
 * Gives the attachment to the provider, once a broadcast.
 * @returns false when the broadcast had to be stopped
 * @throws when it may work later
 */
async function giveMedia(tenant: Tenant, broadcast: BroadcastRow): Promise<boolean> {
  const { media, mediaId, _id, enterpriseId, prepareId } = broadcast
  if (!media || mediaId) return true
  const alive = setInterval(() => {
    BroadcastModel.updateOne({ enterpriseId, _id, prepareId }, { preparedAt: new Date() }).catch(() => {})
  }, heartbeatMs)
  try {
    const channel = await sendingChannel(tenant, broadcast.channelId.toString())
    const stream = await readFile(tenant, media.fileId)
    const given = await whatsapp.upload(channel, { ...media, stream })
    if (given.kind === 'uploaded') {
      await BroadcastModel.updateOne({ enterpriseId, _id }, { mediaId: given.mediaId })
      return true
    }
    if (given.handling === 'retry') throw new Error(`media not uploaded: ${given.code} ${given.text}`)
    await stop(tenant, _id, `The attachment was not accepted. ${given.text}`)
    return false
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await stop(tenant, _id, error.message)
    return false
  } finally {
    clearInterval(alive)
  }
}
