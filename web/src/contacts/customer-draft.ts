import {
  type Customer,
  type FieldDefinition,
  socialFields,
  standardFields,
  type Validation,
} from '#contracts/contacts.ts'
import { messages, text } from '#contracts/messages.ts'

/** A customer as it stands in the form; custom values by the id of their field. */
export type Draft = Omit<Customer, 'id' | 'data' | 'createdAt' | 'updatedAt'> & {
  values: Record<string, string | string[]>
}

/** One of a field's validations, also of a standard field's. */
export type Rule = { id: Validation['id']; value: Validation['value'] | readonly string[] }

/** What the form shows of a customer, or of a new one. */
export function draftOf(customer?: Customer): Draft {
  return {
    name: customer?.name ?? '',
    phoneNumber: customer?.phoneNumber ?? '',
    whatsAppNumber: customer?.whatsAppNumber ?? '',
    facebookId: customer?.facebookId ?? '',
    instaId: customer?.instaId ?? '',
    twitterId: customer?.twitterId ?? '',
    tags: customer?.tags ?? [],
    groups: customer?.groups ?? [],
    values: Object.fromEntries((customer?.data ?? []).map(({ id, value }) => [id, value])),
  }
}

/** What is sent of it: texts trimmed, empty custom values left out, and those of deleted fields. */
export function bodyOf({ values, ...draft }: Draft, fields: readonly FieldDefinition[], id?: string) {
  const social = Object.fromEntries(socialFields.map(({ fieldName }) => [fieldName, draft[fieldName].trim()]))
  const data = fields.flatMap(field => {
    const value = values[field.id]
    if (value === undefined || value.length === 0) return []
    return [{ id: field.id, value: typeof value === 'string' ? value.trim() : value }]
  })
  return { ...draft, ...social, id, name: draft.name.trim(), phoneNumber: draft.phoneNumber.trim(), data }
}

/** What is wrong with a form before it is sent, by fieldName. The server has the last word. */
export function draftErrors(draft: Draft, fields: readonly FieldDefinition[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { fieldName, validations } of standardFields) {
    const value = draft[fieldName]
    const wrong = value.trim() ? lengthError(value, validations) : messages.required
    if (wrong) errors[fieldName] = wrong
  }
  for (const field of fields) {
    const wrong = customError(field, draft.values[field.id] ?? '')
    if (wrong) errors[field.fieldName] = wrong
  }
  return errors
}

function customError(field: FieldDefinition, value: string | string[]): string | undefined {
  const { fieldLabel: label, mandatory, validations } = field
  if (value.length === 0) return mandatory ? text(messages.fieldRequired, { label }) : undefined
  if (typeof value !== 'string') return undefined
  if (!value.trim()) return mandatory ? text(messages.whitespaceOnly, { label }) : undefined
  return lengthError(value, validations)
}

function lengthError(value: string, validations: readonly Rule[]): string | undefined {
  const { length } = [...value.trim()]
  const min = limitOf(validations, 'minValue')
  const max = limitOf(validations, 'maxValue')
  if (min !== undefined && length < min) return text(messages.minimumLength, { n: min })
  if (max !== undefined && length > max) return text(messages.maximumLength, { n: max })
}

/** A limit of a text's length, in characters. */
export function limitOf(validations: readonly Rule[], id: 'minValue' | 'maxValue'): number | undefined {
  for (const rule of validations) if (rule.id === id && typeof rule.value === 'number') return rule.value
}

/** What is written between commas, trimmed, without blanks: the options of a select box, allowed characters. */
export const entriesOf = (list = ''): string[] =>
  list
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)
