import {
  customerMaster,
  deleteGroup,
  deleteTag,
  type Group,
  listGroups,
  listTags,
  mapCustomers,
  saveGroup,
  saveTag,
} from '#contracts/contacts.ts'
import { callTold } from '../api.ts'
import { type Data, invalidate, useData } from '../data.ts'
import { toast } from '../ui/index.ts'
import { places } from './places.ts'

/** Groups and labels (tags) are handled alike; what differs between them is here. */
export type Kind = 'groups' | 'tags'

export const kinds = {
  groups: {
    title: 'Groups',
    one: 'group',
    label: 'Group',
    create: 'Create group',
    rename: 'Rename group',
    remove: 'Delete group',
    put: 'Add to group',
    nobody: 'No contact is in this group yet.',
    upload: places.uploadToGroup,
    saveRoute: saveGroup,
    deleteRoute: deleteGroup,
  },
  tags: {
    title: 'Labels',
    one: 'label',
    label: 'Label',
    create: 'Create label',
    rename: 'Rename label',
    remove: 'Delete label',
    put: 'Attach label',
    nobody: 'No contact has this label yet.',
    upload: places.uploadToLabel,
    saveRoute: saveTag,
    deleteRoute: deleteTag,
  },
} as const

/** One group or label. */
export interface Chosen {
  kind: Kind
  id: string
}

/** All groups or labels whose name contains `search`. */
export function useGroups(kind: Kind, search = ''): Data<Group[]> {
  const groups = useData(listGroups, kind === 'groups' ? { query: { search } } : null)
  const tags = useData(listTags, kind === 'tags' ? { query: { search } } : null)
  return kind === 'groups' ? { ...groups, data: groups.data?.groups } : { ...tags, data: tags.data?.tags }
}

/** Everything that shows customers, groups or attributes is fetched again. */
export const contactsChanged = () => invalidate(customerMaster)

/** Creates a group or label, or renames one (with id). @throws ApiError */
export async function saveNamed(kind: Kind, input: { id?: string; name: string }): Promise<Group> {
  const { data, message } = await callTold(kinds[kind].saveRoute, { body: input })
  done(message)
  return data
}

/** @throws ApiError */
export async function deleteNamed({ kind, id }: Chosen): Promise<void> {
  const { message } = await callTold(kinds[kind].deleteRoute, { params: { id } })
  done(message)
}

/** Puts customers into groups or attaches labels, or takes them out. @throws ApiError */
export async function map(kind: Kind, ids: string[], customerIds: string[], remove = false): Promise<void> {
  const named = kind === 'groups' ? { groupIds: ids } : { tagIds: ids }
  const { message } = await callTold(mapCustomers, { body: { target: kind, ...named, customerIds, remove } })
  done(message)
}

/** Tells what the server says of a change, and shows it everywhere. */
export function done(message: string | undefined): void {
  if (message) toast.success(message)
  contactsChanged()
}
