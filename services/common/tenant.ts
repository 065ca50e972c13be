import { Types } from 'mongoose'

/** On whose behalf something is done; the first argument of every rule. */
export interface Tenant {
  enterpriseId: Types.ObjectId
  /** absent where the system itself acts */
  user?: { id: Types.ObjectId; name: string; roles: readonly number[] }
  permissions: readonly string[]
  /** for the audit trail */
  from?: { ip: string; requestId: string }
}

/** The tenant of a job: the enterprise itself, with no person behind it. */
export function systemTenant(enterpriseId: string | Types.ObjectId): Tenant {
  return { enterpriseId: new Types.ObjectId(enterpriseId), permissions: [] }
}
