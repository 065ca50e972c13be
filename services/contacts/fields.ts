import { Schema, Types } from 'mongoose'
import { audit } from '#common/audit.ts'
import { AppError, fail } from '#common/errors.ts'
import { duplicateIndex, type Owned, tenantModel } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import { type FieldDefinition, socialFields, standardFields, type Validation } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { optionsOf, valueSeparator } from './checks.ts'
import { Customer } from './customer-rows.ts'

type Stored = Omit<FieldDefinition, 'index'>
export type FieldInput = Omit<FieldDefinition, 'id' | 'index'> & { id?: string; index?: number }

/**
 * All definitions of an enterprise in one row, in their order: a change is one write guarded by the version, so that
 * names stay unique and places dense whatever happens at once.
 */
interface FieldsRow extends Owned {
  version: number
  fields: Stored[]
}
const Fields = tenantModel<FieldsRow>(
  'ContactFields',
  'contact_fields',
  { version: { type: Number, required: true }, fields: [Schema.Types.Mixed] },
  [{ serves: 'the definitions of an enterprise', keys: { enterpriseId: 1 }, options: { unique: true } }],
)

/** All definitions in their order. */
export async function list(tenant: Tenant): Promise<FieldDefinition[]> {
  const row = await Fields.findOne({ enterpriseId: tenant.enterpriseId }).lean()
  return (row?.fields ?? []).map((field, index) => ({ ...field, index }))
}

/** @throws notFound */
export async function get(tenant: Tenant, id: string): Promise<FieldDefinition> {
  return (await list(tenant)).find(field => field.id === id) ?? fail('notFound', messages.fieldNotFound)
}

/**
 * Creates a definition (at `index`, else at the end) or changes one, whose place moveField alone changes. What the
 * kind of field has no use for is dropped.
 * @throws badInput with every rule that is broken; notFound
 */
export async function save(tenant: Tenant, input: FieldInput): Promise<FieldDefinition> {
  const { index, ...given } = input
  const field: Stored = { ...useful(given), id: input.id ?? new Types.ObjectId().toString() }
  const broken = [...brokenRules(field)]
  let before: Stored | undefined
  const fields = await change(tenant, now => {
    const errors = [...broken]
    if (isTaken(field, now)) errors.push({ field: 'fieldName', message: messages.nameTaken })
    if (errors.length) fail('badInput', messages.fieldSaveFailed, { errors })
    before = input.id ? now.find(one => one.id === input.id) : undefined
    if (input.id && !before) fail('notFound', messages.fieldNotFound)
    if (before) return now.map(one => (one.id === field.id ? field : one))
    if (now.length >= limits.fieldDefinitions)
      fail('refused', text(messages.tooManyNamed, { n: limits.fieldDefinitions }))
    return now.toSpliced(Math.min(index ?? now.length, now.length), 0, field)
  })
  await audit(tenant, 'field.save', { kind: 'field', id: field.id, name: field.fieldName }, { before, after: field })
  return { ...field, index: fields.findIndex(one => one.id === field.id) }
}

/** Moves a definition between two places. @throws badInput where there is no such place */
export async function move(tenant: Tenant, from: number, to: number): Promise<FieldDefinition[]> {
  let moved: Stored | undefined
  const fields = await change(tenant, now => {
    moved = now[from]
    if (!moved || to >= now.length) fail('badInput', messages.fieldNotFound)
    return now.toSpliced(from, 1).toSpliced(to, 0, moved)
  })
  if (moved)
    await audit(tenant, 'field.move', { kind: 'field', id: moved.id, name: moved.fieldName }, { after: { from, to } })
  return fields.map((field, index) => ({ ...field, index }))
}

/** Deletes a definition and the values that customers have for it. @throws notFound */
export async function remove(tenant: Tenant, id: string): Promise<void> {
  let before: Stored | undefined
  await change(tenant, now => {
    before = now.find(one => one.id === id) ?? fail('notFound', messages.fieldNotFound)
    return now.filter(one => one.id !== id)
  })
  const { enterpriseId } = tenant
  await Customer.updateMany({ enterpriseId, [`values.${id}`]: { $exists: true } }, { $unset: { [`values.${id}`]: 1 } })
  await audit(tenant, 'field.delete', { kind: 'field', id, name: before?.fieldName }, { before })
}

/** Writes what `act` makes of the definitions; acts again on the newer ones where someone else was quicker. */
async function change(tenant: Tenant, act: (now: Stored[]) => Stored[]): Promise<Stored[]> {
  const { enterpriseId } = tenant
  for (let tries = 0; tries < 100; tries++) {
    const row = await Fields.findOne({ enterpriseId }).lean()
    const fields = act(row?.fields ?? [])
    if (row) {
      const { version } = row
      const written = await Fields.updateOne({ enterpriseId, version }, { $set: { fields, version: version + 1 } })
      if (written.matchedCount === 1) return fields
    } else if (await isFirst(enterpriseId, fields)) return fields
  }
  throw new AppError('conflict')
}

async function isFirst(enterpriseId: Types.ObjectId, fields: Stored[]): Promise<boolean> {
  try {
    await Fields.create({ enterpriseId, version: 1, fields })
    return true
  } catch (error) {
    if (duplicateIndex(error) === null) throw error
    return false
  }
}

const nameKey = (name: string) => name.normalize('NFKC').toLowerCase()
const reserved = new Set([...standardFields, ...socialFields].map(field => nameKey(field.fieldName)))
const isTaken = (field: Stored, others: Stored[]) =>
  reserved.has(nameKey(field.fieldName)) ||
  others.some(other => other.id !== field.id && nameKey(other.fieldName) === nameKey(field.fieldName))

const isText = (field: Pick<Stored, 'fieldType'>) => field.fieldType === 'text' || field.fieldType === 'textarea'
const hasLengths = new Set(['Alphabets', 'Alphanumeric', 'Email'])

function useful(given: Omit<Stored, 'id'>): Omit<Stored, 'id'> {
  const { inputType, defaultValue, ...rest } = given
  if (!isText(given)) return { ...rest, defaultValue, commaIncluded: false, validations: [] }
  const validations = given.validations.flatMap<Validation>(rule => {
    const isLength = rule.id === 'minValue' || rule.id === 'maxValue'
    if (isLength && inputType && !hasLengths.has(inputType)) return []
    if (rule.id !== 'allowedChars') return [rule]
    return [{ ...rule, value: rule.value.map(entry => entry.trim()).filter(Boolean) }]
  })
  return { ...rest, inputType, validations }
}

function* brokenRules(field: Stored): Generator<FieldError> {
  if (isText(field)) {
    if (!field.inputType) yield { field: 'inputType', message: messages.required }
    else if (field.fieldType === 'textarea' && !field.inputType.startsWith('Alpha'))
      yield { field: 'inputType', message: messages.textareaInput }
    const [min, max] = (['minValue', 'maxValue'] as const).map(id => field.validations.find(rule => rule.id === id))
    if (min && max && min.value > max.value) yield { field: 'validations', message: messages.minOverMax }
    if (new Set(field.validations.map(rule => rule.id)).size < field.validations.length)
      yield { field: 'validations', message: messages.ruleTwice }
    return
  }
  const options = optionsOf(field.defaultValue)
  if (options.length === 0) yield { field: 'defaultValue', message: messages.required }
  if (new Set(options.map(nameKey)).size < options.length)
    yield { field: 'defaultValue', message: messages.optionTwice }
  if (field.fieldType === 'selectbox-multiplevalue' && options.some(option => option.includes(valueSeparator)))
    yield { field: 'defaultValue', message: text(messages.optionSeparator, { separator: valueSeparator }) }
}
