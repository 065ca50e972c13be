import { listFields, socialFields, standardFields } from '#contracts/contacts.ts'
import { useData } from './data.ts'

/** A column of a customer: the field's name, and what people call it. */
export interface ColumnOption {
  value: string
  label: string
}

/** The columns of a customer: Name, Phone Number, the enterprise's own fields, social profiles. */
export function useColumns(): ColumnOption[] {
  const { data } = useData(listFields, {})
  const own = data?.inputFieldDefinitions ?? []
  const standard = [...standardFields].reverse()
  return [...standard, ...own, ...socialFields].map(field => ({ value: field.fieldName, label: field.fieldLabel }))
}
