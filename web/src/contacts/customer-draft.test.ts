import { expect, test } from 'vitest'
import type { FieldDefinition } from '#contracts/contacts.ts'
import { bodyOf, draftErrors, draftOf, entriesOf } from './customer-draft.ts'

const field = (changes: Partial<FieldDefinition>): FieldDefinition => ({
  id: '0123456789abcdef01234567',
  index: 0,
  fieldName: 'city',
  fieldLabel: 'City',
  fieldHelptext: 'Where they live',
  mandatory: false,
  fieldType: 'text',
  inputType: 'Alphabets',
  commaIncluded: false,
  validations: [],
  ...changes,
})
const named = { ...draftOf(), name: 'Asha Nair', phoneNumber: '+919876543210' }
const withCity = (value: string | string[]) => ({ ...named, values: { [field({}).id]: value } })

test('name and phone number are required, and blanks are nothing', () => {
  const required = 'This field is required'
  expect(draftErrors({ ...draftOf(), name: '  ' }, [])).toEqual({ name: required, phoneNumber: required })
  expect(draftErrors(named, [])).toEqual({})
})

test('a number that is too short says how long it must be', () => {
  expect(draftErrors({ ...named, phoneNumber: '98765' }, [])).toEqual({
    phoneNumber: 'Minimum length must be 10 characters.',
  })
})

test('a mandatory attribute tells what is missing by its label', () => {
  const fields = [field({ mandatory: true })]
  expect(draftErrors(named, fields)).toEqual({ city: 'City is required' })
  expect(draftErrors(withCity('   '), fields)).toEqual({ city: 'Whitespace only present in the field - City' })
  expect(draftErrors(withCity([]), fields)).toEqual({ city: 'City is required' })
})

test('an attribute that is not mandatory may be blank, but not too long; characters are counted as people do', () => {
  const fields = [field({ validations: [{ id: 'maxValue', value: 3 }] })]
  expect(draftErrors(withCity('   '), fields)).toEqual({})
  expect(draftErrors(withCity('😀😀😀'), fields)).toEqual({})
  expect(draftErrors(withCity('Pune'), fields)).toEqual({ city: 'Maximum length must be 3 characters.' })
})

test('what is sent is trimmed, without empty values and those of deleted attributes', () => {
  const draft = { ...withCity(' Pune '), twitterId: ' asha ' }
  const sent = bodyOf({ ...draft, values: { ...draft.values, gone: 'x' } }, [field({})])
  expect(sent.data).toEqual([{ id: field({}).id, value: 'Pune' }])
  expect(sent.twitterId).toBe('asha')
  expect(bodyOf(withCity(''), [field({})]).data).toEqual([])
})

test('options are what stands between commas', () => {
  expect(entriesOf(' a, ,b ,,c d')).toEqual(['a', 'b', 'c d'])
  expect(entriesOf(undefined)).toEqual([])
})
