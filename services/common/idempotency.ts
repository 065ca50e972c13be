import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Schema } from 'mongoose'
import { limits } from '#contracts/limits.ts'
import { AppError, fail } from './errors.ts'
import { duplicateIndex, type Owned, tenantModel } from './mongo.ts'
import type { Tenant } from './tenant.ts'

interface KeyRow extends Owned {
  /** route, user and key as the client chose it */
  key: string
  requestHash: string
  done: boolean
  answer?: unknown
  claimedAt: Date
  expiresAt: Date
}
const Key = tenantModel<KeyRow>(
  'IdempotencyKey',
  'idempotency',
  {
    key: { type: String, required: true },
    requestHash: { type: String, required: true },
    done: { type: Boolean, required: true },
    answer: Schema.Types.Mixed,
    claimedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  [
    { serves: 'the retry of a call', keys: { enterpriseId: 1, key: 1 }, options: { unique: true } },
    { serves: 'the clean-up of what expired', keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
)

/** A claim whose process died is free again after it. */
const claimMs = 60_000
const waitMs = 15_000

/**
 * Runs `act` once for all calls with the same key: the first one acts, the others get its answer. One that was refused
 * may be tried again under its key.
 * @throws conflict when the key was used for another request, or the first call is still running
 */
export async function once<T>(
  tenant: Tenant,
  call: { key: string; request: unknown },
  act: () => Promise<T>,
): Promise<T> {
  const { enterpriseId } = tenant
  const key = `${tenant.user?.id}:${call.key}`
  const requestHash = createHash('sha256').update(JSON.stringify(call.request)).digest('hex')
  const deadline = Date.now() + waitMs
  while (!(await claim())) {
    const row = await Key.findOne({ enterpriseId, key }).lean()
    if (row && row.requestHash !== requestHash) fail('conflict', 'This Idempotency-Key was used for another request')
    if (row?.done) return row.answer as T
    if (Date.now() > deadline) fail('conflict', 'The same request is still being worked on')
    await pause(50)
  }
  try {
    const answer = await act()
    await Key.updateOne({ enterpriseId, key }, { done: true, answer })
    return answer
  } catch (error) {
    // refused before anything happened, or failed in a way that the caller should try again
    if (error instanceof AppError) await Key.deleteOne({ enterpriseId, key })
    else await Key.updateOne({ enterpriseId, key }, { claimedAt: new Date(0) })
    throw error
  }

  async function claim(): Promise<boolean> {
    const now = new Date()
    const expiresAt = new Date(now.getTime() + limits.idempotencyHours * 3_600_000)
    try {
      await Key.create({ enterpriseId, key, requestHash, done: false, claimedAt: now, expiresAt })
      return true
    } catch (error) {
      if (duplicateIndex(error) === null) throw error
      const abandoned = {
        enterpriseId,
        key,
        requestHash,
        done: false,
        claimedAt: { $lt: new Date(now.getTime() - claimMs) },
      }
      const taken = await Key.updateOne(abandoned, { claimedAt: now })
      return taken.modifiedCount === 1
    }
  }
}
