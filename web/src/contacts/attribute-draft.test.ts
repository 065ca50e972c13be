import { expect, test } from 'vitest'
import {
  type AttributeDraft,
  attributeBody,
  attributeDraftOf,
  attributeErrors,
  nameFor,
  shows,
} from './attribute-draft.ts'

const draft = (changes: Partial<AttributeDraft>): AttributeDraft => ({
  ...attributeDraftOf(),
  fieldName: 'city',
  fieldLabel: 'City',
  fieldHelptext: 'Where they live',
  ...changes,
})

test('an attribute is named after its label', () => {
  expect(nameFor('Date of birth')).toBe('dateOfBirth')
  expect(nameFor(' E-Mail (work) ')).toBe('eMailWork')
  expect(nameFor('नगर')).toBe('नगर')
  expect(nameFor('***')).toBe('')
})

test('limits are for what is counted in characters, special characters for plain text, options for selects', () => {
  const shown = (changes: Partial<AttributeDraft>) =>
    (['inputType', 'lengths', 'special', 'options'] as const).filter(input => shows[input](draft(changes)))
  expect(shown({ inputType: 'Alphabets' })).toEqual(['inputType', 'lengths', 'special'])
  expect(shown({ inputType: 'Email' })).toEqual(['inputType', 'lengths'])
  expect(shown({ inputType: 'Number' })).toEqual(['inputType'])
  expect(shown({ fieldType: 'selectbox-singlevalue' })).toEqual(['options'])
})

test('what is missing is told at its input', () => {
  expect(attributeErrors(draft({}))).toEqual({})
  expect(attributeErrors(draft({ fieldLabel: ' ', inputType: '' }))).toEqual({
    fieldLabel: 'This field is required',
    inputType: 'This field is required',
  })
  expect(attributeErrors(draft({ fieldType: 'selectbox-multiplevalue', options: ' , ' }))).toEqual({
    options: 'This field is required',
  })
  expect(attributeErrors(draft({ min: '9', max: '3' }))).toEqual({ min: 'The minimum is above the maximum' })
  expect(attributeErrors(draft({ min: '-1' }))).toHaveProperty('min')
  // a text area takes no numbers
  expect(attributeErrors(draft({ fieldType: 'textarea', inputType: 'Number' }))).toHaveProperty('inputType')
})

test('a text field is sent with its rules, trimmed', () => {
  const body = attributeBody(draft({ fieldLabel: ' City ', min: '2', specialChars: ' - , , . ', commaIncluded: true }))
  expect(body).toMatchObject({ fieldLabel: 'City', inputType: 'Alphanumeric', commaIncluded: true })
  expect(body.validations).toEqual([
    { id: 'minValue', value: 2 },
    { id: 'allowSpecialChars', value: true },
    { id: 'allowedChars', value: ['-', '.'] },
  ])
})

test('a select is sent with its options and no rules, whatever was entered before', () => {
  const body = attributeBody(draft({ min: '2', fieldType: 'selectbox-singlevalue', options: ' A, B ' }))
  expect(body).toMatchObject({ defaultValue: 'A, B', validations: [] })
  expect(body.inputType).toBeUndefined()
})

test('what was saved is what the form shows again', () => {
  const body = attributeBody(draft({ min: '0', max: '40', special: false, specialChars: '' }))
  const { fieldName, fieldLabel, fieldHelptext, mandatory, fieldType, inputType, validations = [] } = body
  const saved = {
    id: '0',
    index: 0,
    fieldName,
    fieldLabel,
    fieldHelptext,
    mandatory,
    fieldType,
    inputType,
    validations,
  }
  const shown = attributeDraftOf({ ...saved, commaIncluded: false })
  expect(shown).toEqual(draft({ min: '0', max: '40', special: false }))
})
