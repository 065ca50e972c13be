import { Types } from 'mongoose'
import { env } from '#common/env.ts'
import { fail } from '#common/errors.ts'
import { beginsWith, type Owned, tenantModel, unscoped } from '#common/mongo.ts'
import { seal, unseal } from '#common/secrets.ts'
import { systemTenant, type Tenant } from '#common/tenant.ts'
import { type Channel, channelTypes, environments } from '#contracts/enterprise.ts'
import { limits } from '#contracts/limits.ts'

type ChannelTypeNumber = Channel['type']
type Environment = Channel['environment']

interface ChannelRow extends Owned {
  name: string
  nameLower: string
  type: ChannelTypeNumber
  contactId: string
  vendor: string
  environment: Environment
  phoneNumberId: string
  ratePerSecond: number
  sealed: { accessToken: string; appSecret: string; verifyToken: string }
  createdAt: Date
}

const ChannelModel = tenantModel<ChannelRow>(
  'Channel',
  'channels',
  {
    name: { type: String, required: true },
    nameLower: { type: String, required: true },
    type: { type: Number, required: true },
    contactId: { type: String, required: true },
    vendor: { type: String, required: true },
    environment: { type: Number, required: true },
    /** the number's id at the provider */
    phoneNumberId: { type: String, required: true },
    ratePerSecond: { type: Number, required: true },
    sealed: { accessToken: String, appSecret: String, verifyToken: String },
    createdAt: { type: Date, required: true },
  },
  [{ serves: 'the list by name, and its search', keys: { enterpriseId: 1, nameLower: 1 }, options: { unique: true } }],
)

interface NewChannel {
  name: string
  type: ChannelTypeNumber
  contactId: string
  vendor: string
  environment: Environment
  phoneNumberId: string
  ratePerSecond?: number
  accessToken: string
  appSecret: string
  verifyToken: string
}

/** Keeps a channel; its keys are sealed and never sent back. */
export async function createChannel(tenant: Tenant, input: NewChannel): Promise<Channel> {
  const { accessToken, appSecret, verifyToken, ...rest } = input
  const row = await ChannelModel.create({
    ratePerSecond: limits.sendsPerSecond,
    ...rest,
    nameLower: input.name.toLowerCase(),
    enterpriseId: tenant.enterpriseId,
    sealed: { accessToken: seal(accessToken), appSecret: seal(appSecret), verifyToken: seal(verifyToken) },
    createdAt: new Date(),
  })
  return present(row)
}

/** Channels by name; `search` is a beginning of the name, or of the number. */
export async function listChannels(
  tenant: Tenant,
  query: { from: number; perPage: number; name?: string; type?: keyof typeof channelTypes },
): Promise<{ channelConfig: Channel[]; more: boolean }> {
  const rows = await ChannelModel.find({
    enterpriseId: tenant.enterpriseId,
    ...(query.type && { type: channelTypes[query.type] }),
    ...(query.name && {
      $or: [{ nameLower: beginsWith(query.name.toLowerCase()) }, { contactId: beginsWith(query.name) }],
    }),
  })
    .sort({ nameLower: 1 })
    .skip(query.from)
    .limit(query.perPage + 1)
    .lean()
  return { channelConfig: rows.slice(0, query.perPage).map(present), more: rows.length > query.perPage }
}

/** @throws notFound, also for one of another enterprise */
export async function channelOf(tenant: Tenant, id: string): Promise<Channel> {
  return present(await find(tenant, id))
}

/** What a provider needs to send over a channel; the keys are open in it, so it is never logged or answered. */
export interface SendingChannel {
  id: string
  name: string
  contactId: string
  phoneNumberId: string
  origin: string
  /** of the provider's API */
  version: string
  accessToken: string
  ratePerSecond: number
}

/** @throws refused for a sandbox channel where no sandbox runs */
export async function sendingChannel(tenant: Tenant, id: string): Promise<SendingChannel> {
  const row = await find(tenant, id)
  const origin = row.environment === environments.sandbox ? env().SANDBOX_ORIGIN : env().WHATSAPP_ORIGIN
  if (!origin) fail('refused', 'This is a sandbox channel, and no sandbox runs here. Choose a production channel')
  return {
    id,
    name: row.name,
    contactId: row.contactId,
    phoneNumberId: row.phoneNumberId,
    origin,
    version: 'v23.0',
    accessToken: unseal(row.sealed.accessToken),
    ratePerSecond: row.ratePerSecond,
  }
}

/** What checks a webhook of a channel: providers bring the channel's id alone. Null when there is no such channel. */
export async function webhookChannel(
  channelId: string,
): Promise<{ tenant: Tenant; channelId: string; appSecret: string; verifyToken: string } | null> {
  const row = await unscoped('a webhook brings a channel id alone', ChannelModel.findOne({ _id: channelId })).lean()
  return (
    row && {
      tenant: systemTenant(row.enterpriseId),
      channelId,
      appSecret: unseal(row.sealed.appSecret),
      verifyToken: unseal(row.sealed.verifyToken),
    }
  )
}

/** Sandbox channels with their keys, for the simulator that plays their provider; refused in production. */
export async function sandboxChannels() {
  if (env().NODE_ENV === 'production') fail('refused', 'There is no sandbox in production')
  const rows = await unscoped(
    'the simulator serves all sandbox channels',
    ChannelModel.find({ environment: environments.sandbox, type: channelTypes.WhatsApp }),
  ).lean()
  return rows.map(row => ({
    id: row._id.toString(),
    phoneNumberId: row.phoneNumberId,
    ratePerSecond: row.ratePerSecond,
    accessToken: unseal(row.sealed.accessToken),
    appSecret: unseal(row.sealed.appSecret),
    verifyToken: unseal(row.sealed.verifyToken),
  }))
}

async function find(tenant: Tenant, id: string) {
  const row = await ChannelModel.findOne({ _id: new Types.ObjectId(id), enterpriseId: tenant.enterpriseId }).lean()
  if (!row) fail('notFound', 'The channel was not found. It may have been deleted')
  return row
}

function present(row: ChannelRow): Channel {
  const { _id, name, contactId, type, vendor, environment } = row
  return { id: _id.toString(), name, contactId, type, vendor, environment }
}
