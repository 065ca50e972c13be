import type { z } from 'zod'
import type { HeaderMapping, SystemHeader } from '#contracts/contacts.ts'
import { messages, text } from '#contracts/messages.ts'

export type System = z.infer<typeof SystemHeader>
/** Which field each column of a file fills: fieldName by column name; columns that are left out are not imported. */
export type Mapping = ReadonlyMap<string, string>

export const mappingOf = (pairs: HeaderMapping): Mapping => new Map(pairs.map(({ src, des }) => [src, des]))
/** In the order of the file. */
export const pairsOf = (mapping: Mapping, columns: readonly string[]): HeaderMapping =>
  columns.flatMap(src => {
    const des = mapping.get(src)
    return des ? [{ src, des }] : []
  })

/** The mapping with another field for a column (an empty text: none); the column that filled it before loses it. */
export function mapped(mapping: Mapping, column: string, field: string): Mapping {
  const next = new Map([...mapping].filter(([src, des]) => src !== column && des !== field))
  if (field) next.set(column, field)
  return next
}

/** What still has to be mapped before the import can start, as sentences. */
export function unmapped(mapping: Mapping, system: readonly System[]): string[] {
  const taken = new Set(mapping.values())
  const sentences: Record<string, string> = { phoneNumber: messages.phoneNotMapped, name: messages.nameNotMapped }
  return system
    .filter(({ name, mandatory }) => mandatory && !taken.has(name))
    .map(({ name, label }) => text(sentences[name] ?? messages.fieldNotMapped, { label }))
}
