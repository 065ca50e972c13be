import { createHash } from 'node:crypto'
import { Types } from 'mongoose'

/** On whose behalf something is done; the first argument of every rule. */
export interface Tenant {
  enterpriseId: Types.ObjectId
  /** absent where the system itself acts */
  user?: { id: Types.ObjectId; name: string; roles: readonly number[] }
  permissions: readonly string[]
  /** for the audit trail; and the Idempotency-Key, where the caller gave one */
  from?: { ip: string; requestId: string; idempotencyKey?: string }
}

/**
 * The id of a row that a call creates: the same for each retry under one Idempotency-Key, so that a call whose process died
 * before its answer was kept does not create a second one.
 */
export function newId(tenant: Tenant): Types.ObjectId {
  const key = tenant.from?.idempotencyKey
  if (!key) return new Types.ObjectId()
  return new Types.ObjectId(createHash('sha256').update(`${tenant.user?.id}:${key}`).digest('hex').slice(0, 24))
}

/** The tenant of a job: the enterprise itself, with no person behind it. */
export function systemTenant(enterpriseId: string | Types.ObjectId): Tenant {
  return { enterpriseId: new Types.ObjectId(enterpriseId), permissions: [] }
}
