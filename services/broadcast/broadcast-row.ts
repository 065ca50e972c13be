import { Schema, Types } from 'mongoose'
import { fail } from '#common/errors.ts'
import { type Owned, tenantModel } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import type {
  BroadcastCounts,
  broadcastStatuses,
  ColumnMapping,
  SendBroadcast,
  Template,
} from '#contracts/broadcast.ts'
import type { MediaType } from './variables.ts'

export type BroadcastStatus = (typeof broadcastStatuses)[number]

export interface BroadcastRow extends Owned {
  name: string
  nameLower: string
  userId: Types.ObjectId
  userName: string
  channelId: Types.ObjectId
  channelName: string
  /** the number that customers see */
  contactId: string
  /** as it was when the broadcast was sent */
  template: Template
  message: SendBroadcast['message']
  mapping: ColumnMapping
  media?: { fileId: string; name: string; mime: string; size: number; type: MediaType }
  /** the provider's id of the media, once it is there */
  mediaId?: string
  recipients: { phones: string[]; customerIds: string[]; groupIds: string[]; tagIds: string[] }
  resourceId?: string
  resourceType?: string
  status: BroadcastStatus
  reason?: string
  /** how far the recipients are written: typed numbers done, then the last customer's id */
  cursor: { typed: number; afterId?: string }
  /** who writes recipients now, and when it last got on */
  prepareId?: string
  preparedAt: Date
  /** all recipients are written; `total` of them */
  sealed: boolean
  total?: number
  /** grows with every change of rows after the end; counts of an older version are not current */
  version: number
  counts?: BroadcastCounts
  countedVersion?: number
  createdAt: Date
  changedAt: Date
  finishedAt?: Date
}

export const BroadcastModel = tenantModel<BroadcastRow>(
  'Broadcast',
  'broadcasts',
  {
    name: { type: String, required: true },
    nameLower: { type: String, required: true },
    userId: Schema.Types.ObjectId,
    userName: { type: String, required: true },
    channelId: { type: Schema.Types.ObjectId, required: true },
    channelName: { type: String, required: true },
    contactId: { type: String, required: true },
    template: { type: Schema.Types.Mixed, required: true },
    message: { type: Schema.Types.Mixed, required: true },
    mapping: { type: Schema.Types.Mixed, required: true },
    media: Schema.Types.Mixed,
    mediaId: String,
    recipients: { phones: [String], customerIds: [String], groupIds: [String], tagIds: [String] },
    resourceId: String,
    resourceType: String,
    status: { type: String, required: true },
    reason: String,
    cursor: { typed: Number, afterId: String },
    prepareId: String,
    preparedAt: { type: Date, required: true },
    sealed: { type: Boolean, required: true },
    total: Number,
    version: { type: Number, required: true },
    counts: Schema.Types.Mixed,
    countedVersion: Number,
    createdAt: { type: Date, required: true },
    changedAt: { type: Date, required: true },
    finishedAt: Date,
  },
  [
    { serves: 'the list, newest first', keys: { enterpriseId: 1, createdAt: -1 } },
    { serves: 'what a lane sends; what runs now', keys: { enterpriseId: 1, status: 1, channelId: 1 } },
    { serves: 'the sweep', keys: { status: 1, changedAt: 1 } },
  ],
)

/** Long lists that only the preparation reads. */
export const light = { recipients: 0 } as const

/** @throws notFound, also for one of another enterprise */
export async function findBroadcast(tenant: Tenant, id: string): Promise<BroadcastRow> {
  const row = await BroadcastModel.findOne({ _id: new Types.ObjectId(id), enterpriseId: tenant.enterpriseId })
    .select(light)
    .lean()
  if (!row) fail('notFound', 'The broadcast was not found')
  return row
}
