import { Schema, type Types } from 'mongoose'
import { type Owned, tenantModel } from './mongo.ts'
import type { Tenant } from './tenant.ts'

interface AuditRow extends Owned {
  userId?: Types.ObjectId
  userName: string
  /** `area.verb`, as in `group.save` */
  action: string
  object: { kind: string; id: string; name?: string }
  before?: unknown
  after?: unknown
  ip?: string
  requestId?: string
  at: Date
}

export const Audit = tenantModel<AuditRow>(
  'Audit',
  'audit',
  {
    userId: Schema.Types.ObjectId,
    userName: { type: String, required: true },
    action: { type: String, required: true },
    object: { kind: String, id: String, name: String },
    before: Schema.Types.Mixed,
    after: Schema.Types.Mixed,
    ip: String,
    requestId: String,
    at: { type: Date, required: true },
  },
  [{ serves: 'the trail of an enterprise, newest first', keys: { enterpriseId: 1, at: -1 } }],
)

/** Writes down what a person changed: who, what, when, from where, before and after. Never a secret. */
export async function audit(
  tenant: Tenant,
  action: string,
  object: AuditRow['object'],
  change: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  await Audit.create({
    enterpriseId: tenant.enterpriseId,
    userId: tenant.user?.id,
    userName: tenant.user?.name ?? 'system',
    action,
    object,
    ...change,
    ip: tenant.from?.ip,
    requestId: tenant.from?.requestId,
    at: new Date(),
  })
}
