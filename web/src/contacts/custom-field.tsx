import type { FieldDefinition } from '#contracts/contacts.ts'
import { Field, Input, MultiSelect, Select, Textarea } from '../ui/index.ts'
import { entriesOf } from './customer-draft.ts'

interface CustomFieldProps {
  field: FieldDefinition
  value: string | string[] | undefined
  error?: string
  readOnly: boolean
  onChange: (value: string | string[]) => void
}

/** One attribute of a customer, as its definition says. */
export function CustomField({ field, value = '', error, readOnly, onChange }: CustomFieldProps) {
  const { fieldLabel, fieldHelptext, mandatory } = field
  const typed = typeof value === 'string' ? value : value.join(', ')
  return (
    <Field label={fieldLabel} hint={fieldHelptext} required={mandatory} error={error}>
      {control => {
        if (field.fieldType === 'textarea')
          return (
            <Textarea
              {...control}
              value={typed}
              readOnly={readOnly}
              rows={3}
              onChange={event => onChange(event.target.value)}
            />
          )
        if (field.fieldType === 'text' || readOnly)
          return (
            <Input
              {...control}
              value={typed}
              readOnly={readOnly}
              type={field.inputType === 'Email' ? 'email' : 'text'}
              inputMode={keyboards[field.inputType ?? 'Alphanumeric']}
              onChange={event => onChange(event.target.value)}
            />
          )
        if (field.fieldType === 'selectbox-singlevalue')
          return (
            <Select
              {...control}
              value={typed}
              placeholder="Choose"
              options={optionsWith(field, typed ? [typed] : [])}
              onChange={event => onChange(event.target.value)}
            />
          )
        const chosen = typeof value === 'string' ? [value].filter(Boolean) : value
        return (
          <MultiSelect
            {...control}
            placeholder="Choose one or more"
            value={chosen.map(one => ({ id: one, label: one }))}
            source={optionsWith(field, chosen).map(({ value, label }) => ({ id: value, label }))}
            onChange={options => onChange(options.map(({ id }) => id))}
          />
        )
      }}
    </Field>
  )
}

const keyboards = {
  Alphabets: 'text',
  Alphanumeric: 'text',
  Number: 'numeric',
  Decimal: 'decimal',
  Email: 'email',
} as const

/** The options of a select box, and what was chosen before an option went away. */
function optionsWith({ defaultValue }: FieldDefinition, chosen: readonly string[]) {
  const options = entriesOf(defaultValue)
  const gone = chosen.filter(one => !options.includes(one))
  return [
    ...options.map(option => ({ value: option, label: option })),
    ...gone.map(option => ({ value: option, label: `${option} (no longer an option)` })),
  ]
}
