import type { z } from 'zod'
import { fail } from '#common/errors.ts'
import {
  type FieldDefinition,
  type HeaderMapping,
  type SystemHeader,
  socialFields,
  standardFields,
} from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { noCsv } from './csv-kind.ts'

export type System = z.infer<typeof SystemHeader>
/** A column of the file and the field it fills. */
export interface Column {
  /** counted from 0 */
  column: number
  fieldName: string
}

/** Every field that a file can fill: the standard ones, the custom ones in their order, the social ones. */
export const systemHeaders = (fields: readonly FieldDefinition[]): System[] =>
  [...standardFields, ...fields, ...socialFields].map(field => ({
    name: field.fieldName,
    label: field.fieldLabel,
    mandatory: 'mandatory' in field && field.mandatory,
  }))

/** The names of a file's columns. @throws refused where they cannot be told apart */
export function userHeaders(values: readonly string[]): string[] {
  const names = values.map(value => value.trim())
  if (names.length > limits.csvColumns) throw noCsv(`it has more than ${limits.csvColumns} columns`)
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (name === '') throw noCsv(`column ${index + 1} has no name in the first line`)
    if (name.length > limits.csvHeaderChars || /[\r\n]/.test(name))
      throw noCsv(`the name of column ${index + 1} is no name`)
    if (seen.has(name.toLowerCase())) throw noCsv(`two columns are called ${name}`)
    seen.add(name.toLowerCase())
  }
  return names
}

const synonyms: Record<string, string[]> = {
  phoneNumber: [
    'phone',
    'phoneno',
    'mobile',
    'mobileno',
    'mobilenumber',
    'mobilephone',
    'contact',
    'contactno',
    'contactnumber',
    'customerphone',
    'cell',
    'cellphone',
    'cellnumber',
    'telephone',
    'tel',
    'msisdn',
  ],
  name: ['fullname', 'customername', 'contactname', 'customer', 'personname', 'clientname'],
  whatsAppNumber: ['whatsapp', 'whatsappno'],
  twitterId: ['twitter', 'twitterhandle'],
  facebookId: ['facebook'],
  instaId: ['instagram', 'insta'],
}
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Which column probably fills which field, by their names; each at most once. */
export function guess(headers: readonly string[], fields: readonly FieldDefinition[]): HeaderMapping {
  const system = systemHeaders(fields)
  const taken = new Set<string>()
  const mapping: HeaderMapping = []
  // names that say it exactly come before labels, and both before synonyms
  const ways: ((field: System) => string[])[] = [
    field => [field.name],
    field => [field.label],
    field => synonyms[field.name] ?? [],
  ]
  for (const way of ways)
    for (const field of system) {
      if (taken.has(field.name)) continue
      const names = way(field).map(plain)
      const src = headers.find(header => names.includes(plain(header)) && !mapping.some(one => one.src === header))
      if (!src) continue
      taken.add(field.name)
      mapping.push({ src, des: field.name })
    }
  return mapping.sort((a, b) => headers.indexOf(a.src) - headers.indexOf(b.src))
}

/**
 * The columns of a mapping.
 * @param isWhole whether every mandatory field must be mapped, as an import needs it
 * @throws badInput with everything that is wrong
 */
export function columnsOf(
  headers: readonly string[],
  fields: readonly FieldDefinition[],
  mapping: HeaderMapping,
  isWhole: boolean,
): Column[] {
  const system = systemHeaders(fields)
  const errors: FieldError[] = []
  const wrong = (field: string, message: string, name: string) =>
    errors.push({ field, message: text(message, { name }) })
  const columns: Column[] = []
  for (const [index, { src, des }] of mapping.entries()) {
    const column = headers.indexOf(src.trim())
    const at = `headerMapping.${index}`
    if (column < 0) wrong(`${at}.src`, messages.columnNotInFile, src)
    else if (columns.some(one => one.column === column)) wrong(`${at}.src`, messages.columnMappedTwice, src)
    const field = system.find(one => one.name === des)
    if (!field) wrong(`${at}.des`, messages.attributeUnknown, des)
    else if (columns.some(one => one.fieldName === des)) wrong(`${at}.des`, messages.attributeMappedTwice, field.label)
    columns.push({ column, fieldName: des })
  }
  if (isWhole)
    for (const { name, label, mandatory } of system)
      if (mandatory && !columns.some(one => one.fieldName === name))
        errors.push({ field: 'headerMapping', message: text(unmapped[name] ?? messages.fieldNotMapped, { label }) })
  if (errors.length) fail('badInput', errors[0]?.message, { errors })
  return columns
}
const unmapped: Record<string, string> = { phoneNumber: messages.phoneNotMapped, name: messages.nameNotMapped }
