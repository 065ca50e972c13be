import type { FieldDefinition, fieldTypes, inputTypes, saveField, Validation } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'
import type { Input } from '../api.ts'
import { entriesOf, limitOf, type Rule } from './customer-draft.ts'

export type FieldType = (typeof fieldTypes)[number]
export type InputType = (typeof inputTypes)[number]

export const fieldTypeLabels: Record<FieldType, string> = {
  text: 'Text',
  textarea: 'Text Area',
  'selectbox-singlevalue': 'Select',
  'selectbox-multiplevalue': 'Multiple Select',
}
export const inputTypeLabels: Record<InputType, string> = {
  Alphabets: 'Alphabets',
  Alphanumeric: 'Alpha Numeric',
  Number: 'Number',
  Decimal: 'Decimal',
  Email: 'Email',
}

/** A field definition as it stands in the form. */
export interface AttributeDraft {
  fieldName: string
  fieldLabel: string
  fieldHelptext: string
  mandatory: boolean
  fieldType: FieldType
  inputType: InputType | ''
  options: string
  min: string
  max: string
  special: boolean
  /** separated by commas; blank allows all */
  specialChars: string
  commaIncluded: boolean
}

/** What the form shows of a definition, or of a new one. */
export function attributeDraftOf(field?: FieldDefinition): AttributeDraft {
  const rules = field?.validations ?? []
  const lengthOf = (id: 'minValue' | 'maxValue') => String(limitOf(rules, id) ?? '')
  return {
    fieldName: field?.fieldName ?? '',
    fieldLabel: field?.fieldLabel ?? '',
    fieldHelptext: field?.fieldHelptext ?? '',
    mandatory: field?.mandatory ?? false,
    fieldType: field?.fieldType ?? 'text',
    inputType: field ? (field.inputType ?? '') : 'Alphanumeric',
    options: field?.defaultValue ?? '',
    min: lengthOf('minValue'),
    max: lengthOf('maxValue'),
    special: allowsSpecial(rules),
    specialChars: specialCharsOf(rules).join(','),
    commaIncluded: field?.commaIncluded ?? false,
  }
}

/** Special characters are allowed unless a rule says otherwise. */
export const allowsSpecial = (rules: readonly Rule[]) =>
  rules.every(rule => rule.id !== 'allowSpecialChars' || rule.value === true)
export const specialCharsOf = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ id, value }) => (id === 'allowedChars' && typeof value === 'object' ? value : []))

type Shape = Pick<AttributeDraft, 'fieldType' | 'inputType'>
const isWritten = ({ fieldType }: Shape) => fieldType === 'text' || fieldType === 'textarea'

/** Which inputs the form has for a kind of field. */
export const shows = {
  inputType: isWritten,
  lengths: (draft: Shape) => isWritten(draft) && ['Alphabets', 'Alphanumeric', 'Email'].includes(draft.inputType),
  /** numbers and addresses have characters of their own */
  special: (draft: Shape) => isWritten(draft) && ['Alphabets', 'Alphanumeric'].includes(draft.inputType),
  options: (draft: Shape) => !isWritten(draft),
}

/** The input types that a field type takes. */
export const inputTypesOf = (fieldType: FieldType): readonly InputType[] =>
  fieldType === 'textarea' ? ['Alphabets', 'Alphanumeric'] : ['Alphabets', 'Alphanumeric', 'Number', 'Decimal', 'Email']

/** A name for a label, as one would write it in the first line of a CSV: `Date of birth` → `dateOfBirth`. */
export function nameFor(label: string): string {
  const words = label.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words
    .map((word, n) => {
      const lower = word.toLowerCase()
      return n ? lower.charAt(0).toUpperCase() + lower.slice(1) : lower
    })
    .join('')
    .slice(0, limits.fieldLabel)
}

/** What is wrong with the form before it is sent, by input. The server has the last word. */
export function attributeErrors(draft: AttributeDraft): Partial<Record<keyof AttributeDraft, string>> {
  const errors: Partial<Record<keyof AttributeDraft, string>> = {}
  for (const name of ['fieldName', 'fieldLabel', 'fieldHelptext'] as const)
    if (!draft[name].trim()) errors[name] = messages.required
  if (shows.inputType(draft) && !inputTypesOf(draft.fieldType).some(type => type === draft.inputType))
    errors.inputType = messages.required
  if (shows.options(draft) && !entriesOf(draft.options).length) errors.options = messages.required
  if (shows.lengths(draft)) {
    for (const name of ['min', 'max'] as const) {
      const wrong = draft[name] !== '' && !(Number.isInteger(Number(draft[name])) && Number(draft[name]) >= 0)
      if (wrong) errors[name] = text(messages.wholeNumber, { label: 'A limit' })
    }
    if (!errors.min && !errors.max && draft.min && draft.max && Number(draft.min) > Number(draft.max))
      errors.min = messages.minOverMax
  }
  return errors
}

type SaveBody = NonNullable<Input<typeof saveField.params, typeof saveField.query, typeof saveField.body>['body']>

/** What is sent of the form: texts trimmed, and nothing that the kind of field has no use for. */
export function attributeBody(draft: AttributeDraft, id?: string, index?: number): SaveBody {
  const { fieldName, fieldLabel, fieldHelptext, mandatory, fieldType, inputType } = draft
  const shared = {
    id,
    index,
    fieldName: fieldName.trim(),
    fieldLabel: fieldLabel.trim(),
    fieldHelptext: fieldHelptext.trim(),
    mandatory,
    fieldType,
  }
  if (shows.options(draft)) return { ...shared, defaultValue: draft.options.trim(), validations: [] }
  const validations: Validation[] = []
  if (shows.lengths(draft)) {
    if (draft.min !== '') validations.push({ id: 'minValue', value: Number(draft.min) })
    if (draft.max !== '') validations.push({ id: 'maxValue', value: Number(draft.max) })
  }
  const special = shows.special(draft)
  if (special) validations.push({ id: 'allowSpecialChars', value: draft.special })
  const allowed = entriesOf(draft.specialChars)
  if (special && draft.special && allowed.length) validations.push({ id: 'allowedChars', value: allowed })
  return {
    ...shared,
    inputType: inputType || undefined,
    commaIncluded: special && draft.special && draft.commaIncluded,
    validations,
  }
}
