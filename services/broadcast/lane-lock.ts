import { randomUUID } from 'node:crypto'
import { Schema, type Types } from 'mongoose'
import { duplicateIndex, type Owned, tenantModel } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import { fullPace, type PaceState } from './pace.ts'

interface LaneRow extends Owned {
  channelId: Types.ObjectId
  /** the run that sends now */
  owner?: string
  until: Date
  pace: PaceState
}

export const Lane = tenantModel<LaneRow>(
  'Lane',
  'lanes',
  {
    channelId: { type: Schema.Types.ObjectId, required: true },
    owner: String,
    until: { type: Date, required: true },
    pace: { type: Schema.Types.Mixed, required: true },
  },
  [{ serves: "a number's lane", keys: { enterpriseId: 1, channelId: 1 }, options: { unique: true } }],
)

/** how long a lane stays taken after its worker died */
const lockMs = 6_000

export interface LaneLock {
  owner: string
  /** the run before, where it did not end as it should: it can send no more */
  dead?: string
  pace: PaceState
  /** Keeps the lane; false when it was taken by another run, which means that this one must send no more. */
  renew(): Promise<boolean>
  release(pace: PaceState): Promise<void>
}

/** Takes a number's lane, so that two runs never double its rate. Null while another run has it. */
export async function takeLane(tenant: Tenant, channelId: Types.ObjectId): Promise<LaneLock | null> {
  const lane = { enterpriseId: tenant.enterpriseId, channelId }
  const owner = randomUUID()
  const ends = () => new Date(Date.now() + lockMs)
  let until = ends()
  const before = await Lane.findOne(lane).lean()
  const taken = await Lane.updateOne({ ...lane, until: { $lt: new Date() } }, { $set: { owner, until } })
  if (taken.matchedCount === 0 && !(await create())) return null
  const row = await Lane.findOne({ ...lane, owner }).lean()
  if (!row) return null

  return {
    owner,
    dead: before?.owner,
    pace: row.pace,
    async renew() {
      if (until.getTime() - Date.now() > lockMs / 2) return true
      const later = ends()
      const kept = await Lane.updateOne({ ...lane, owner }, { $set: { until: later } })
      until = later
      return kept.matchedCount === 1
    },
    async release(pace) {
      await Lane.updateOne({ ...lane, owner }, { $set: { until: new Date(0), pace }, $unset: { owner: 1 } })
    },
  }

  async function create(): Promise<boolean> {
    try {
      await Lane.create({ ...lane, owner, until, pace: fullPace() })
      return true
    } catch (error) {
      if (duplicateIndex(error) === null) throw error
      return false
    }
  }
}

/** The run that has the lane, or had it when it died; and whether it may still be alive. */
export async function laneOwner(
  tenant: Tenant,
  channelId: Types.ObjectId,
): Promise<{ owner?: string; alive: boolean }> {
  const row = await Lane.findOne({ enterpriseId: tenant.enterpriseId, channelId }).lean()
  return { owner: row?.owner, alive: row ? row.until > new Date() : false }
}
