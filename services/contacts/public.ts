import { type QueryFilter, Types } from 'mongoose'
import type { Tenant } from '#common/tenant.ts'
import { socialFields } from '#contracts/contacts.ts'
import { Customer, type CustomerRow, told } from './customer-rows.ts'
import * as fields from './fields.ts'
import * as groups from './groups.ts'

export { type FieldInput, save as saveField } from './fields.ts'
export { live as liveImports, unfinished as unfinishedImports } from './imports.ts'
export { toE164 } from './phone.ts'

/** Creates or renames a group; and a label. */
export const saveGroup = (tenant: Tenant, input: { id?: string; name: string }) => groups.save(tenant, 'groups', input)
export const saveTag = (tenant: Tenant, input: { id?: string; name: string }) => groups.save(tenant, 'tags', input)

/** @throws notFound when a group or label is not of this enterprise */
export async function demandGroups(tenant: Tenant, ids: { groupIds: string[]; tagIds: string[] }): Promise<void> {
  await groups.demand(tenant, 'groups', ids.groupIds)
  await groups.demand(tenant, 'tags', ids.tagIds)
}

/** Customers by id, by group or by label, together; `all` is everyone. */
export interface Audience {
  customerIds?: readonly string[]
  groupIds?: readonly string[]
  tagIds?: readonly string[]
  all?: boolean
}

/** A customer as messages use it: every field by its fieldName, as text; what is empty is absent. */
export interface Recipient {
  id: string
  name: string
  /** E.164 */
  phoneNumber: string
  fields: Record<string, string>
}

/**
 * The customers of an audience, each once, in the order of their ids.
 * @param afterId goes on behind this customer
 */
export async function* recipients(tenant: Tenant, audience: Audience, afterId?: string): AsyncGenerator<Recipient> {
  const tell = teller(await fields.list(tenant))
  const filter = filterOf(tenant, audience)
  // an empty list has nobody in it, also where MongoDB would read it as no condition
  if (!filter) return
  const after = afterId ? { _id: { $gt: new Types.ObjectId(afterId) } } : {}
  const rows = Customer.find({ $and: [filter, after], enterpriseId: tenant.enterpriseId })
    .sort({ _id: 1 })
    .lean()
    .cursor({ batchSize: 1_000 })
  for await (const row of rows) yield tell(row)
}

/** How many customers an audience has now. */
export async function countRecipients(tenant: Tenant, audience: Audience): Promise<number> {
  const filter = filterOf(tenant, audience)
  return filter ? Customer.countDocuments({ ...filter, enterpriseId: tenant.enterpriseId }) : 0
}

/** The customers that have these numbers (E.164), by number. */
export async function byPhone(tenant: Tenant, phones: readonly string[]): Promise<Map<string, Recipient>> {
  const tell = teller(await fields.list(tenant))
  const rows = await Customer.find({ enterpriseId: tenant.enterpriseId, phoneNumber: { $in: phones } }).lean()
  return new Map(rows.map(row => [row.phoneNumber, tell(row)]))
}

function filterOf(tenant: Tenant, audience: Audience): QueryFilter<CustomerRow> | undefined {
  const { enterpriseId } = tenant
  if (audience.all) return { enterpriseId }
  const ids = (given: readonly string[] = []) => ({ $in: given.map(id => new Types.ObjectId(id)) })
  const any: QueryFilter<CustomerRow>[] = []
  if (audience.customerIds?.length) any.push({ _id: ids(audience.customerIds) })
  if (audience.groupIds?.length) any.push({ groups: ids(audience.groupIds) })
  if (audience.tagIds?.length) any.push({ tags: ids(audience.tagIds) })
  return any.length ? { enterpriseId, $or: any } : undefined
}

function teller(definitions: Awaited<ReturnType<typeof fields.list>>) {
  return (row: CustomerRow): Recipient => {
    const { name, phoneNumber } = row
    const all: Record<string, string> = { name, phoneNumber }
    for (const { fieldName } of socialFields) if (row[fieldName]) all[fieldName] = row[fieldName]
    for (const { id, fieldName } of definitions) {
      const value = told(row.values[id])
      if (value) all[fieldName] = value
    }
    return { id: row._id.toString(), name, phoneNumber, fields: all }
  }
}
