import type { FieldDefinition } from '#contracts/contacts.ts'
import { messages, text } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { type Check, compileCheck, Refused, standardChecks, type Value } from './checks.ts'
import { importedCell } from './csv-write.ts'
import type { Column } from './mapping.ts'

/** A line of a file as it would be written; `values` in the order of the columns. */
export interface ReadRow {
  values: Value[]
  /** only where the line is refused */
  errors?: FieldError[]
}

/** Reads the lines of one file: columns, number of columns and checks are settled once. */
export function compileRow(file: {
  columns: readonly Column[]
  width: number
  fields: readonly FieldDefinition[]
  country: string
}): (cells: readonly string[]) => ReadRow {
  const standard = standardChecks(file.country)
  const cells = file.columns.map(({ column, fieldName }) => {
    const definition = file.fields.find(field => field.fieldName === fieldName)
    const check: Check | undefined = standard[fieldName] ?? (definition && compileCheck(definition))
    if (!check) throw new Error(`no field ${fieldName}`)
    return { column, fieldName, check }
  })
  return given => {
    const errors: FieldError[] = []
    if (given.length !== file.width)
      errors.push({ message: text(messages.wrongColumnCount, { n: given.length, expected: file.width }) })
    if (given.some(value => value.includes('\ufffd'))) errors.push({ message: messages.unreadableLine })
    if (errors.length) return { values: cells.map(({ column }) => given[column] ?? ''), errors }
    const values = cells.map(({ column, fieldName, check }) => {
      const written = given[column] ?? ''
      const value = check(importedCell(written.trim()))
      if (!(value instanceof Refused)) return value
      errors.push({ field: fieldName, message: value.message })
      return written
    })
    return errors.length ? { values, errors } : { values }
  }
}
