import { Types } from 'mongoose'
import { audit } from '#common/audit.ts'
import { fail, failField } from '#common/errors.ts'
import { duplicateIndex, type Owned, tenantModel } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import type { Group } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'
import { Customer } from './customer-rows.ts'

/** Groups and labels (tags) are the same thing under two names; customers keep their ids in the field of that name. */
export type Kind = 'groups' | 'tags'

interface GroupRow extends Owned {
  kind: Kind
  name: string
  /** the name in lower case: it is unique */
  nameKey: string
}
const GroupModel = tenantModel<GroupRow>(
  'CustomerGroup',
  'customer_groups',
  {
    kind: { type: String, required: true },
    name: { type: String, required: true },
    nameKey: { type: String, required: true },
  },
  [
    {
      serves: 'the lists, in the order of names; one name once',
      keys: { enterpriseId: 1, kind: 1, nameKey: 1 },
      options: { unique: true },
    },
  ],
)

const words = {
  groups: { object: 'group', notFound: messages.groupNotFound },
  tags: { object: 'tag', notFound: messages.tagNotFound },
} as const
const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()

/** All groups or labels by name, with their number of customers; `search` is a part of the name. */
export async function list(tenant: Tenant, kind: Kind, search?: string): Promise<Group[]> {
  const { enterpriseId } = tenant
  const rows = await GroupModel.find({ enterpriseId, kind }).sort({ nameKey: 1 }).lean()
  const shown = search ? rows.filter(row => row.nameKey.includes(keyOf(search))) : rows
  const counts = await count(
    tenant,
    kind,
    shown.map(row => row._id),
  )
  return shown.map(({ _id, name }) => ({ id: _id.toString(), name, count: counts.get(_id.toString()) ?? 0 }))
}

/** Creates one, or renames one (with id). @throws badInput when the name is taken; notFound; refused at the limit */
export async function save(tenant: Tenant, kind: Kind, input: { id?: string; name: string }): Promise<Group> {
  const { enterpriseId } = tenant
  const { name } = input
  const _id = new Types.ObjectId(input.id)
  let before: GroupRow | null = null
  try {
    if (input.id) {
      before = await GroupModel.findOne({ _id, enterpriseId, kind }).lean()
      if (!before) fail('notFound', words[kind].notFound)
      await GroupModel.updateOne({ _id, enterpriseId, kind }, { $set: { name, nameKey: keyOf(name) } })
    } else {
      if ((await GroupModel.countDocuments({ enterpriseId, kind })) >= limits.groupsAndTags)
        fail('refused', text(messages.tooManyNamed, { n: limits.groupsAndTags }))
      await GroupModel.create({ _id, enterpriseId, kind, name, nameKey: keyOf(name) })
    }
  } catch (error) {
    if (duplicateIndex(error) !== null) failField('name', messages.nameTaken)
    throw error
  }
  const id = _id.toString()
  await audit(
    tenant,
    `${words[kind].object}.save`,
    { kind: words[kind].object, id, name },
    {
      before: before && { name: before.name },
      after: { name },
    },
  )
  return { id, name, count: (await count(tenant, kind, [_id])).get(id) ?? 0 }
}

/** Deletes one and takes it off its customers, who stay. @throws notFound */
export async function remove(tenant: Tenant, kind: Kind, id: string): Promise<void> {
  const { enterpriseId } = tenant
  const before = await GroupModel.findOneAndDelete({ _id: new Types.ObjectId(id), enterpriseId, kind }).lean()
  if (!before) fail('notFound', words[kind].notFound)
  await forget(tenant, kind, id)
  await audit(
    tenant,
    `${words[kind].object}.delete`,
    { kind: words[kind].object, id, name: before.name },
    {
      before: { name: before.name },
    },
  )
}

/** Takes one off all customers. */
export async function forget(tenant: Tenant, kind: Kind, id: string): Promise<void> {
  const { enterpriseId } = tenant
  const _id = new Types.ObjectId(id)
  await Customer.updateMany({ enterpriseId, [kind]: _id }, { $pull: { [kind]: _id } })
}

/** Those of the ids that are groups (labels) of the enterprise. */
export async function existing(tenant: Tenant, kind: Kind, ids: readonly string[]): Promise<Types.ObjectId[]> {
  if (ids.length === 0) return []
  const { enterpriseId } = tenant
  const rows = await GroupModel.find({ enterpriseId, kind, _id: { $in: ids.map(id => new Types.ObjectId(id)) } }).lean()
  return rows.map(row => row._id)
}

/** The ids as they are kept. @throws notFound when one of them is not of this enterprise */
export async function demand(tenant: Tenant, kind: Kind, ids: readonly string[]): Promise<Types.ObjectId[]> {
  const found = await existing(tenant, kind, ids)
  if (found.length < new Set(ids).size) fail('notFound', words[kind].notFound)
  return found
}

/** How many customers each of them has, by id; counted, never kept. */
async function count(tenant: Tenant, kind: Kind, ids: Types.ObjectId[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await Customer.aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { enterpriseId: tenant.enterpriseId, [kind]: { $in: ids } } },
    { $project: { [kind]: 1 } },
    { $unwind: `$${kind}` },
    { $group: { _id: `$${kind}`, count: { $sum: 1 } } },
  ])
  return new Map(rows.map(row => [row._id.toString(), row.count]))
}
