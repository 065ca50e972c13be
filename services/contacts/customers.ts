import { type QueryFilter, Types } from 'mongoose'
import { audit } from '#common/audit.ts'
import { fail } from '#common/errors.ts'
import { duplicateIndex } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import type { FieldDefinition, socialFields, Customer as Told, CustomerRow as ToldRow } from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { enterpriseOf } from '#services/enterprise/public.ts'
import { compileCheck, Refused, standardChecks, type Value } from './checks.ts'
import { Customer, type CustomerRow, found, told, wordsOf } from './customer-rows.ts'
import * as fields from './fields.ts'
import * as groups from './groups.ts'

interface Page {
  from: number
  perPage: number
  search?: string
}

/** A page of the phone book, newest first, with the custom fields as columns. */
export async function list(tenant: Tenant, page: Page & { groups?: string[]; tags?: string[] }) {
  const filter: QueryFilter<CustomerRow> = { enterpriseId: tenant.enterpriseId, ...found(page.search) }
  if (page.groups?.length) filter.groups = { $in: page.groups.map(id => new Types.ObjectId(id)) }
  if (page.tags?.length) filter.tags = { $in: page.tags.map(id => new Types.ObjectId(id)) }
  const [columns, total, { rows, hasMore }] = await Promise.all([
    fields.list(tenant),
    Customer.countDocuments(filter),
    pageOf(filter, page),
  ])
  const customers: ToldRow[] = rows.map(row => ({
    ...pick(row),
    details: columns.map(column => ({ value: told(row.values[column.id]) })),
  }))
  return { customers, headers: columns.map(column => ({ name: column.fieldLabel })), hasMore, total }
}

/** Names and numbers, for the phone book of Quick Send. */
export async function picker(tenant: Tenant, page: Page) {
  const { rows, hasMore } = await pageOf({ enterpriseId: tenant.enterpriseId, ...found(page.search) }, page)
  return { customers: rows.map(pick), hasMore }
}

async function pageOf(filter: QueryFilter<CustomerRow>, { from, perPage }: Page) {
  const rows = await Customer.find(filter)
    .sort({ _id: -1 })
    .skip(from)
    .limit(perPage + 1)
    .lean()
  return { rows: rows.slice(0, perPage), hasMore: rows.length > perPage }
}
const pick = ({ _id, name, phoneNumber }: CustomerRow) => ({ id: _id.toString(), name, phoneNumber })

/** @throws notFound */
export async function get(tenant: Tenant, id: string): Promise<Told> {
  const { enterpriseId } = tenant
  const row = await Customer.findOne({ _id: new Types.ObjectId(id), enterpriseId }).lean()
  if (!row) fail('notFound')
  return tell(row, await fields.list(tenant))
}

export interface CustomerInput {
  id?: string
  name: string
  phoneNumber: string
  whatsAppNumber?: string
  facebookId?: string
  instaId?: string
  twitterId?: string
  tags: string[]
  groups: string[]
  data: { id: string; value: Value }[]
}

/**
 * Creates a customer, or replaces what is kept of one (with id), except the phone number.
 * @throws badInput with every value that is wrong; notFound, also for a group or label that is not of this enterprise
 */
export async function save(tenant: Tenant, input: CustomerInput): Promise<Told> {
  const { enterpriseId } = tenant
  const _id = new Types.ObjectId(input.id)
  const before = input.id ? await Customer.findOne({ _id, enterpriseId }).lean() : null
  if (input.id && !before) fail('notFound')
  const [definitions, { country }, inGroups, tags] = await Promise.all([
    fields.list(tenant),
    enterpriseOf(tenant),
    groups.demand(tenant, 'groups', input.groups),
    groups.demand(tenant, 'tags', input.tags),
  ])
  const checked = check({ ...input, phoneNumber: before?.phoneNumber ?? input.phoneNumber }, definitions, country)
  const now = new Date()
  const words = wordsOf(checked.name, checked.phoneNumber)
  const after = { ...checked, groups: inGroups, tags, words, updatedAt: now }
  try {
    if (before) await Customer.updateOne({ _id, enterpriseId }, { $set: after })
    else await Customer.create({ _id, enterpriseId, createdAt: now, ...after })
  } catch (error) {
    if (duplicateIndex(error) === null) throw error
    fail('badInput', messages.phoneTaken, { errors: [{ field: 'phoneNumber', message: messages.phoneTaken }] })
  }
  const object = { kind: 'customer', id: _id.toString(), name: after.name }
  await audit(tenant, 'customer.save', object, { before: before && kept(before), after: kept(after) })
  return tell({ _id, enterpriseId, createdAt: before?.createdAt ?? now, ...after }, definitions)
}

/** @throws notFound */
export async function remove(tenant: Tenant, id: string): Promise<void> {
  const { enterpriseId } = tenant
  const before = await Customer.findOneAndDelete({ _id: new Types.ObjectId(id), enterpriseId }).lean()
  if (!before) fail('notFound')
  await audit(tenant, 'customer.delete', { kind: 'customer', id, name: before.name }, { before: kept(before) })
}

/**
 * Puts customers into groups (labels), or takes them out.
 * @returns how many customers that changed
 * @throws notFound when one of the groups is not of this enterprise; customers that are not are left out
 */
export async function map(
  tenant: Tenant,
  input: { kind: groups.Kind; ids: string[]; customerIds: string[]; remove: boolean },
): Promise<number> {
  const { enterpriseId } = tenant
  const { kind } = input
  const ids = await groups.demand(tenant, kind, input.ids)
  const chosen = { enterpriseId, _id: { $in: input.customerIds.map(id => new Types.ObjectId(id)) } }
  const updatedAt = new Date()
  const changed = input.remove
    ? await Customer.updateMany({ ...chosen, [kind]: { $in: ids } }, { $pullAll: { [kind]: ids }, $set: { updatedAt } })
    : await Customer.updateMany(
        { ...chosen, $or: ids.map(id => ({ [kind]: { $ne: id } })) },
        { $addToSet: { [kind]: { $each: ids } }, $set: { updatedAt } },
      )
  const after = { [kind]: input.ids, customers: input.customerIds.slice(0, 100), remove: input.remove }
  await audit(tenant, 'customers.map', { kind, id: input.ids.join(',') }, { after })
  return changed.modifiedCount
}

type Checked = Pick<CustomerRow, 'name' | 'phoneNumber' | (typeof socialFields)[number]['fieldName'] | 'values'>

function check(input: CustomerInput, definitions: FieldDefinition[], country: string): Checked {
  const errors: FieldError[] = []
  const standard = standardChecks(country)
  const read = (field: string, value: Value | Refused | undefined): Value => {
    if (!(value instanceof Refused)) return value ?? ''
    errors.push({ field, message: value.message })
    return ''
  }
  const column = (name: 'name' | 'phoneNumber' | (typeof socialFields)[number]['fieldName']) =>
    told(read(name, standard[name]?.(input[name] ?? '')))
  const given = new Map(input.data.map(({ id, value }) => [id, value]))
  const values: Record<string, Value> = {}
  for (const definition of definitions) {
    const value = read(definition.fieldName, compileCheck(definition)(given.get(definition.id) ?? ''))
    if (value !== '') values[definition.id] = value
    given.delete(definition.id)
  }
  for (const id of given.keys()) errors.push({ field: id, message: messages.fieldNotFound })
  const checked = {
    name: column('name'),
    phoneNumber: column('phoneNumber'),
    whatsAppNumber: column('whatsAppNumber'),
    facebookId: column('facebookId'),
    instaId: column('instaId'),
    twitterId: column('twitterId'),
    values,
  }
  if (errors.length) fail('badInput', errors[0]?.message, { errors })
  return checked
}

const kept = ({
  name,
  phoneNumber,
  values,
  groups: inGroups,
  tags,
}: Omit<CustomerRow, '_id' | 'enterpriseId' | 'createdAt'>) => ({
  name,
  phoneNumber,
  values,
  groups: inGroups,
  tags,
})

function tell(row: CustomerRow, definitions: FieldDefinition[]): Told {
  const { _id, groups: inGroups, tags, values, createdAt, updatedAt } = row
  return {
    ...pick(row),
    whatsAppNumber: row.whatsAppNumber,
    facebookId: row.facebookId,
    instaId: row.instaId,
    twitterId: row.twitterId,
    id: _id.toString(),
    groups: inGroups.map(String),
    tags: tags.map(String),
    data: definitions.flatMap(({ id }) => {
      const value = values[id]
      return value === undefined ? [] : [{ id, value }]
    }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
