import mongoose, { Schema } from 'mongoose'
import { fail } from '#common/errors.ts'
import { plain } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'

export interface EnterpriseRow {
  name: string
  /** ISO 3166 alpha-2; the country of phone numbers that are written without one */
  country: string
  /** IANA name */
  timezone: string
  createdAt: Date
}
const schema = new Schema<EnterpriseRow>(
  {
    name: { type: String, required: true },
    country: { type: String, required: true },
    timezone: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { ...plain, collection: 'enterprises' },
)
const Enterprise = mongoose.model('Enterprise', schema)

/** A new tenant, with nobody in it. */
export async function createEnterprise(input: Omit<EnterpriseRow, 'createdAt'>): Promise<Tenant> {
  const { _id } = await Enterprise.create({ ...input, createdAt: new Date() })
  return { enterpriseId: _id, permissions: [] }
}

/** The tenant's own enterprise. */
export async function enterpriseOf(tenant: Tenant) {
  const row = await Enterprise.findById(tenant.enterpriseId).lean()
  if (!row) fail('notFound')
  return { id: row._id.toString(), name: row.name, country: row.country, timezone: row.timezone }
}
