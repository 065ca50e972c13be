import type { FieldDefinition, Validation } from '#contracts/contacts.ts'
import { socialFields, standardFields } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'
import { toE164 } from './phone.ts'

/** Why a value is not accepted, for a person. */
export class Refused {
  readonly message: string
  constructor(message: string, values: Record<string, string | number> = {}) {
    this.message = text(message, values)
  }
}
/** A multiple select has several values; whatever is empty is ''. */
export type Value = string | string[]
/** Reads one value as typed or as it stands in a file; answers what to keep. */
export type Check = (given: string | readonly string[]) => Value | Refused

type Rule = Pick<FieldDefinition, 'fieldLabel' | 'mandatory' | 'fieldType' | 'inputType'> &
  Partial<Pick<FieldDefinition, 'defaultValue' | 'commaIncluded'>> & { validations: readonly Validation[] }

/** In a file, the values of a multiple select stand between these. */
export const valueSeparator = '|'

/** The check of a custom field; compiled once, then run on every row of a file and on every form. */
export function compileCheck(rule: Rule): Check {
  const look = rule.fieldType.startsWith('selectbox') ? selected(rule) : written(rule)
  const { mandatory, fieldLabel: label } = rule
  return given => {
    const value = look(given)
    if (value !== '' || !mandatory) return value
    const blank = typeof given === 'string' && given !== ''
    return new Refused(blank ? messages.whitespaceOnly : messages.fieldRequired, { label })
  }
}

/**
 * The checks of the columns that every customer has, by fieldName. A phone number is first held against the specified
 * range, then it must be a possible number, and is kept as E.164.
 * @param country ISO 3166 alpha-2, for numbers without a country code
 */
export function standardChecks(country: string): Record<string, Check> {
  const checks: Record<string, Check> = {}
  for (const field of standardFields) checks[field.fieldName] = compileCheck({ ...field, validations: ranges(field) })
  for (const { fieldName, fieldLabel } of socialFields)
    checks[fieldName] = compileCheck({
      fieldLabel,
      fieldType: 'text',
      mandatory: false,
      validations: [{ id: 'maxValue', value: limits.socialField }],
    })
  const inRange = checks.phoneNumber
  checks.phoneNumber = given => {
    const value = inRange?.(given)
    if (typeof value !== 'string') return value ?? ''
    return toE164(value, country) ?? new Refused(messages.phoneInvalid)
  }
  return checks
}

/** What a phone number may contain is for the reading of the number to say: people write hyphens and brackets. */
const ranges = (field: (typeof standardFields)[number]): Validation[] =>
  field.validations.flatMap(rule => (rule.id === 'minValue' || rule.id === 'maxValue' ? [{ ...rule }] : []))

function written(rule: Rule): Check {
  const { fieldLabel: label, inputType } = rule
  const min = numberOf(rule, 'minValue') ?? 0
  const max = numberOf(rule, 'maxValue') ?? limits.fieldValue
  const form = inputType && forms[inputType]
  const special = specials(rule)
  return given => {
    const value = (typeof given === 'string' ? given : given.join(valueSeparator)).trim()
    if (value === '') return ''
    if (value.length > max && characters(value) > max) return new Refused(messages.maximumLength, { n: max })
    if (value.length < 2 * min && characters(value) < min) return new Refused(messages.minimumLength, { n: min })
    if (form && !form.fits(value)) return new Refused(form.message, { label })
    return special(value) ?? value
  }
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)$/
const forms = {
  Alphabets: { fits: (value: string) => !/\p{N}/u.test(value), message: messages.lettersOnly },
  Alphanumeric: { fits: () => true, message: '' },
  Number: { fits: (value: string) => /^[+-]?\d+$/.test(value), message: messages.wholeNumber },
  Decimal: { fits: (value: string) => decimal.test(value), message: messages.decimalNumber },
  Email: {
    fits: (value: string) => value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    message: messages.emailNeeded,
  },
}

/** Letters and marks of any script, digits, spaces and the joiners that some scripts need are never special. */
const plainAscii = /^[A-Za-z0-9 ]*$/
const special = /[^\p{L}\p{M}\p{N}\s\u200c\u200d]/gu
const control = /[^\P{Cc}\t\n\r]/u

function specials(rule: Rule): (value: string) => Refused | undefined {
  const { fieldLabel: label, inputType } = rule
  const none = rule.validations.some(one => one.id === 'allowSpecialChars' && !one.value)
  const listed = rule.validations.flatMap(one => (one.id === 'allowedChars' ? one.value : []))
  const allowed = new Set(listed.flatMap(entry => [...entry]))
  if (rule.commaIncluded) allowed.add(',')
  const ruled = inputType === 'Alphabets' || inputType === 'Alphanumeric'
  const refuse = (character: string) => new Refused(messages.specialCharacter, { label, character })
  return value => {
    if (plainAscii.test(value)) return
    const hidden = control.exec(value)
    if (hidden) return refuse(`U+${hidden[0].charCodeAt(0).toString(16).padStart(4, '0')}`)
    if (!ruled || (!none && listed.length === 0)) return
    for (const [character] of value.matchAll(special)) if (none || !allowed.has(character)) return refuse(character)
  }
}

function selected(rule: Rule): Check {
  const { fieldLabel: label } = rule
  const options = new Map(optionsOf(rule.defaultValue).map(option => [option.toLowerCase(), option]))
  const pick = (value: string) =>
    options.get(value.toLowerCase()) ?? new Refused(messages.notAnOption, { label, value: value.slice(0, 100) })
  if (rule.fieldType === 'selectbox-singlevalue')
    return given => {
      const value = (typeof given === 'string' ? given : given.join(valueSeparator)).trim()
      return value === '' ? '' : pick(value)
    }
  return given => {
    const values = typeof given === 'string' ? given.split(valueSeparator) : given
    const picked = new Set<string>()
    for (const value of values) {
      const option = value.trim() === '' ? '' : pick(value.trim())
      if (option instanceof Refused) return option
      if (option !== '') picked.add(option)
    }
    return picked.size === 0 ? '' : [...picked]
  }
}

/** The options of a select box, out of its comma-separated default value. */
export const optionsOf = (defaultValue = ''): string[] =>
  defaultValue
    .split(',')
    .map(option => option.trim())
    .filter(Boolean)

function numberOf(rule: Rule, id: 'minValue' | 'maxValue'): number | undefined {
  for (const one of rule.validations) if (one.id === id && typeof one.value === 'number') return one.value
}

/** What a person counts as characters: code points, not UTF-16 units. */
const characters = (value: string) => (/[\ud800-\udfff]/.test(value) ? [...value].length : value.length)
