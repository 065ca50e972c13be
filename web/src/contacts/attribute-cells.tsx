import type { ReactNode } from 'react'
import type { FieldDefinition } from '#contracts/contacts.ts'
import { cx } from '../ui/index.ts'
import { allowsSpecial, fieldTypeLabels, inputTypeLabels, shows, specialCharsOf } from './attribute-draft.ts'
import { limitOf, type Rule } from './customer-draft.ts'

/** The columns of an attribute, as the specification names them. */
export const headers = [
  'Field Label',
  'Field Type',
  'Input Type',
  'Mandatory',
  'Min.Char',
  'Max.Char',
  'Allow Spl Char',
  'Allowed Spl Chars',
] as const
/** Numbers stand at the end. */
export const atEnd = (header: string) => header === 'Min.Char' || header === 'Max.Char'

type Row = Pick<FieldDefinition, 'fieldLabel' | 'fieldType' | 'inputType' | 'mandatory' | 'commaIncluded'> & {
  validations: readonly Rule[]
}

/** What a field definition, or a standard field, reads in each column. */
export function AttributeCells({ field }: { field: Row }) {
  const { fieldType, inputType = '', validations } = field
  const special = shows.special({ fieldType, inputType })
  const chars = [...specialCharsOf(validations), ...(field.commaIncluded ? [','] : [])]
  const cells: Record<(typeof headers)[number], ReactNode> = {
    'Field Label': (
      <span className="block max-w-56 truncate font-medium" title={field.fieldLabel}>
        {field.fieldLabel}
      </span>
    ),
    'Field Type': fieldTypeLabels[fieldType],
    'Input Type': inputType && inputTypeLabels[inputType],
    Mandatory: yesNo(field.mandatory),
    'Min.Char': limitOf(validations, 'minValue'),
    'Max.Char': limitOf(validations, 'maxValue'),
    'Allow Spl Char': special && yesNo(allowsSpecial(validations)),
    'Allowed Spl Chars': special && allowsSpecial(validations) && (
      <span className="block max-w-40 truncate font-mono" title={chars.join(' ')}>
        {chars.join(' ') || <span className="font-sans text-muted">All</span>}
      </span>
    ),
  }
  return headers.map(header => (
    <td key={header} className={cx('whitespace-nowrap px-2 py-2', atEnd(header) && 'text-right')}>
      {cells[header]}
    </td>
  ))
}

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')
