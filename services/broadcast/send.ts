import { Types } from 'mongoose'
import { audit } from '#common/audit.ts'
import { fail, failField } from '#common/errors.ts'
import { enqueue } from '#common/queues.ts'
import { newId, type Tenant } from '#common/tenant.ts'
import type { Broadcast, SendBroadcast } from '#contracts/broadcast.ts'
import { messages } from '#contracts/messages.ts'
import { BroadcastModel, type BroadcastStatus, findBroadcast } from './broadcast-row.ts'
import { present } from './broadcasts.ts'
import { checkSend } from './check.ts'
import { tell } from './progress.ts'
import { countAudience } from './recipients.ts'
import { mediaTypeOf } from './variables.ts'

/**
 * Starts a broadcast: the row is written, the rest is done by jobs that can be taken up by anyone.
 * @returns the id, and to how many different numbers it goes as things are now
 * @throws badInput with every wrong field, also for typed numbers that are none; then nothing is written
 */
export async function send(tenant: Tenant, input: SendBroadcast): Promise<{ id: string; recipients: number }> {
  const { channel, template, media, errors, phones, invalid } = await checkSend(tenant, input)
  for (const { index, value, message } of invalid)
    errors.push({ field: `phoneNumber.${index}`, message: `${value}: ${message}` })
  if (errors[0]) fail('badInput', errors[0].message, { errors })
  const { customerIds, groupIds, tagIds } = input
  const audience = { phones, customerIds, groupIds, tagIds }
  const recipients = await countAudience(tenant, audience)
  if (recipients === 0) failField('phoneNumber', messages.noRecipients)

  const name = input.name || template.name
  const now = new Date()
  const mediaType = mediaTypeOf(template)
  const _id = newId(tenant)
  const id = _id.toString()
  if (await BroadcastModel.exists({ _id, enterpriseId: tenant.enterpriseId })) return { id, recipients }
  // first, so that nothing can fail behind the row: a caller who hears of a failure sends again
  await audit(
    tenant,
    'broadcast.send',
    { kind: 'broadcast', id, name },
    { after: { recipients, template: template.name } },
  )
  await BroadcastModel.create({
    _id,
    enterpriseId: tenant.enterpriseId,
    name,
    nameLower: name.toLowerCase(),
    userId: tenant.user?.id,
    userName: tenant.user?.name ?? '',
    channelId: new Types.ObjectId(channel.id),
    channelName: channel.name,
    contactId: channel.contactId,
    template,
    message: input.message,
    mapping: input.columnMapping,
    ...(media && mediaType && { media: { fileId: media.id, ...pick(media), type: mediaType } }),
    recipients: audience,
    resourceId: input.resourceId,
    resourceType: input.resourceType,
    status: 'PREPARING',
    cursor: { typed: 0 },
    preparedAt: now,
    sealed: false,
    version: 0,
    createdAt: now,
    changedAt: now,
  })
  await prepareSoon(tenant, id)
  tell(tenant, _id)
  return { id, recipients }
}

const pick = ({ name, mime, size }: { name: string; mime: string; size: number }) => ({ name, mime, size })

const prepareSoon = (tenant: Tenant, id: string) =>
  enqueue(
    'prepare-broadcast',
    { enterpriseId: tenant.enterpriseId.toString(), broadcastId: id },
    { id: `prepare-${id}` },
  )

/** Has a channel's lane look for something to send. */
export const sendSoon = (tenant: Tenant, channelId: string) =>
  enqueue('send-lane', { enterpriseId: tenant.enterpriseId.toString(), channelId }, { id: `lane-${channelId}` })

/** Holds a broadcast; the group that is under way ends. */
export async function pause(tenant: Tenant, id: string): Promise<Broadcast> {
  return change(tenant, id, 'pause', ['PREPARING', 'SENDING'], 'PAUSED')
}

/** Goes on with a paused or stopped broadcast where it was. */
export async function resume(tenant: Tenant, id: string): Promise<Broadcast> {
  const { sealed, channelId } = await findBroadcast(tenant, id)
  const broadcast = await change(tenant, id, 'resume', ['PAUSED', 'STOPPED'], sealed ? 'SENDING' : 'PREPARING')
  if (sealed) await sendSoon(tenant, channelId.toString())
  else await prepareSoon(tenant, id)
  return broadcast
}

async function change(
  tenant: Tenant,
  id: string,
  verb: 'pause' | 'resume',
  from: BroadcastStatus[],
  to: BroadcastStatus,
): Promise<Broadcast> {
  const before = await findBroadcast(tenant, id)
  const { enterpriseId } = tenant
  const now = new Date()
  const moved = await BroadcastModel.updateOne(
    { enterpriseId, _id: before._id, status: { $in: from } },
    // preparedAt: the sweep counts from now whether the preparation gets on
    { $set: { status: to, changedAt: now, preparedAt: now }, $unset: { reason: 1, finishedAt: 1 } },
  )
  if (moved.matchedCount === 0)
    fail(
      'refused',
      verb === 'pause' ? 'This broadcast is not under way' : 'Only a paused or stopped broadcast can go on',
    )
  await audit(
    tenant,
    `broadcast.${verb}`,
    { kind: 'broadcast', id, name: before.name },
    { before: { status: before.status }, after: { status: to } },
  )
  tell(tenant, before._id)
  return present(tenant, await findBroadcast(tenant, id))
}
