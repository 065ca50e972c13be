import { fail } from '#common/errors.ts'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { may } from '#contracts/permissions.ts'
import { byPhone, countRecipients, recipients as customersOf, demandGroups, toE164 } from '#services/contacts/public.ts'
import type { BroadcastRow } from './broadcast-row.ts'
import type { Fields } from './message.ts'

export type Audience = BroadcastRow['recipients']
export type Cursor = BroadcastRow['cursor']

/** Someone to send to; a typed number that is nobody's in the phone book has no name and no other fields. */
export interface Person {
  /** E.164 */
  phone: string
  name: string
  fields: Fields
}

const chunkSize = 1_000

/** Typed numbers as E.164, each once, and those that are no possible number. */
export function readNumbers(typed: readonly string[], country: string) {
  const phones = new Set<string>()
  const invalid: { index: number; value: string; message: string }[] = []
  let duplicates = 0
  for (const [index, value] of typed.entries()) {
    const phone = value.length >= limits.broadcastPhoneMin ? toE164(value, country) : null
    if (!phone) invalid.push({ index, value, message: messages.numberInvalid })
    else if (phones.has(phone)) duplicates++
    else phones.add(phone)
  }
  return { phones: [...phones], invalid, duplicates }
}

type Chosen = Omit<Audience, 'phones'>
const isEmpty = ({ customerIds, groupIds, tagIds }: Chosen) =>
  customerIds.length + groupIds.length + tagIds.length === 0

/**
 * May this person send to these? Groups and labels are lists of people that only those who see contacts may use.
 * @throws forbidden, or notFound for a customer, group or label that is not the tenant's
 */
export async function checkAudience(tenant: Tenant, { customerIds, groupIds, tagIds }: Chosen): Promise<void> {
  if (groupIds.length + tagIds.length > 0 && !may(tenant.permissions, 'CUSTOMER.VIEW')) fail('forbidden')
  await demandGroups(tenant, { groupIds, tagIds })
  const picked = [...new Set(customerIds)]
  if (picked.length > 0 && (await countRecipients(tenant, { customerIds: picked })) !== picked.length)
    fail('notFound', 'A chosen contact was not found. It may have been deleted')
}

/** How many different numbers an audience has. */
export async function countAudience(tenant: Tenant, audience: Audience): Promise<number> {
  if (isEmpty(audience)) return audience.phones.length
  if (audience.phones.length === 0) return countRecipients(tenant, audience)
  const phones = new Set(audience.phones)
  for await (const { phoneNumber } of customersOf(tenant, audience)) phones.add(phoneNumber)
  return phones.size
}

/**
 * Everyone of an audience in chunks, first the typed numbers, then customers in the order of their ids. A number may
 * come twice. `cursor` is where to go on behind the chunk.
 */
export async function* everyone(
  tenant: Tenant,
  audience: Audience,
  from: Cursor = { typed: 0 },
): AsyncGenerator<{ people: Person[]; cursor: Cursor }> {
  let { typed } = from
  while (typed < audience.phones.length) {
    const phones = audience.phones.slice(typed, typed + chunkSize)
    const known = await byPhone(tenant, phones)
    typed += phones.length
    yield { people: phones.map(phone => person(phone, known.get(phone))), cursor: { typed } }
  }
  if (isEmpty(audience)) return
  let people: Person[] = []
  let afterId = from.afterId
  for await (const customer of customersOf(tenant, audience, afterId)) {
    people.push(person(customer.phoneNumber, customer))
    afterId = customer.id
    if (people.length < chunkSize) continue
    yield { people, cursor: { typed, afterId } }
    people = []
  }
  if (people.length > 0) yield { people, cursor: { typed, afterId } }
}

function person(phone: string, known: { name: string; fields: Fields } | undefined): Person {
  return { phone, name: known?.name ?? '', fields: known?.fields ?? { phoneNumber: phone } }
}
