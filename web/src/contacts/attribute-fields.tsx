import { limits } from '#contracts/limits.ts'
import { Checkbox, Field, Input, Select, Textarea } from '../ui/index.ts'
import {
  type AttributeDraft,
  type FieldType,
  fieldTypeLabels,
  inputTypeLabels,
  inputTypesOf,
  shows,
} from './attribute-draft.ts'
import { entriesOf } from './customer-draft.ts'

interface AttributeFieldsProps {
  draft: AttributeDraft
  errorOf: (name: keyof AttributeDraft) => string | undefined
  onChange: (changes: Partial<AttributeDraft>) => void
}

const allFieldTypes: readonly FieldType[] = ['text', 'textarea', 'selectbox-singlevalue', 'selectbox-multiplevalue']
const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** The inputs of a field definition: those that its type and input type have a use for. */
export function AttributeFields({ draft, errorOf, onChange }: AttributeFieldsProps) {
  const options = entriesOf(draft.options)
  const setFieldType = (fieldType: FieldType) => {
    const fits = inputTypesOf(fieldType).some(type => type === draft.inputType)
    onChange({ fieldType, ...(!fits && { inputType: '' }) })
  }
  return (
    <>
      <Field label="Field Label" required error={errorOf('fieldLabel')}>
        {control => (
          <Input
            {...control}
            value={draft.fieldLabel}
            maxLength={limits.fieldLabel}
            onChange={event => onChange({ fieldLabel: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Field Name"
        required
        error={errorOf('fieldName')}
        hint="Unique. Imports and templates know the field by it."
      >
        {control => (
          <Input
            {...control}
            value={draft.fieldName}
            maxLength={limits.fieldLabel}
            onChange={event => onChange({ fieldName: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Help Text"
        required
        error={errorOf('fieldHelptext')}
        hint="Shown below the field in the contact form"
      >
        {control => (
          <Input
            {...control}
            value={draft.fieldHelptext}
            maxLength={limits.fieldHelp}
            onChange={event => onChange({ fieldHelptext: event.target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Mandatory" required>
          {control => (
            <Select
              {...control}
              options={yesOrNo}
              value={draft.mandatory ? 'yes' : 'no'}
              onChange={event => onChange({ mandatory: event.target.value === 'yes' })}
            />
          )}
        </Field>
        <Field label="Field Type" required>
          {control => (
            <Select
              {...control}
              options={allFieldTypes.map(value => ({ value, label: fieldTypeLabels[value] }))}
              value={draft.fieldType}
              onChange={event => {
                const chosen = allFieldTypes.find(type => type === event.target.value)
                if (chosen) setFieldType(chosen)
              }}
            />
          )}
        </Field>
      </div>
      {shows.inputType(draft) && (
        <Field label="Input Type" required error={errorOf('inputType')}>
          {control => (
            <Select
              {...control}
              placeholder="Choose"
              options={inputTypesOf(draft.fieldType).map(value => ({ value, label: inputTypeLabels[value] }))}
              value={draft.inputType}
              onChange={event => {
                const chosen = inputTypesOf(draft.fieldType).find(type => type === event.target.value)
                onChange({ inputType: chosen ?? '' })
              }}
            />
          )}
        </Field>
      )}
      {shows.options(draft) && (
        <Field
          label="Dropdown Values"
          required
          error={errorOf('options')}
          hint={options.length ? `${options.length}: ${options.slice(0, 20).join(' · ')}` : 'Separated by commas'}
        >
          {control => (
            <Textarea
              {...control}
              rows={3}
              value={draft.options}
              maxLength={limits.fieldOptions}
              placeholder="Basic, Plus, Premium"
              onChange={event => onChange({ options: event.target.value })}
            />
          )}
        </Field>
      )}
      {shows.lengths(draft) && (
        <div className="grid grid-cols-2 items-start gap-4">
          {(['min', 'max'] as const).map(name => (
            <Field
              key={name}
              label={name === 'min' ? 'Minimum Characters Limit' : 'Maximum Characters Limit'}
              error={errorOf(name)}
            >
              {control => (
                <Input
                  {...control}
                  type="number"
                  min={0}
                  max={limits.fieldValue}
                  inputMode="numeric"
                  placeholder="None"
                  value={draft[name]}
                  onChange={event => onChange({ [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {shows.special(draft) && <SpecialCharacters draft={draft} errorOf={errorOf} onChange={onChange} />}
    </>
  )
}

function SpecialCharacters({ draft, errorOf, onChange }: AttributeFieldsProps) {
  return (
    <>
      <Field label="Allow Special Characters">
        {control => (
          <Select
            {...control}
            options={yesOrNo}
            value={draft.special ? 'yes' : 'no'}
            onChange={event => onChange({ special: event.target.value === 'yes' })}
          />
        )}
      </Field>
      {draft.special && (
        <>
          <Field
            label="Allowed Special Characters"
            error={errorOf('specialChars')}
            hint="Separated by commas. Blank allows all."
          >
            {control => (
              <Input
                {...control}
                value={draft.specialChars}
                placeholder="-, ., @"
                onChange={event => onChange({ specialChars: event.target.value })}
              />
            )}
          </Field>
          <Checkbox
            label="Allow comma as special character"
            checked={draft.commaIncluded}
            onChange={event => onChange({ commaIncluded: event.target.checked })}
          />
        </>
      )}
    </>
  )
}
