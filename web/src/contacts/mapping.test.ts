import { expect, test } from 'vitest'
import { mapped, mappingOf, pairsOf, unmapped } from './mapping.ts'

const guessed = mappingOf([
  { src: 'Mobile', des: 'phoneNumber' },
  { src: 'Who', des: 'name' },
])

test('each field is filled by one column: the one that was chosen last', () => {
  const after = mapped(guessed, 'Other', 'name')
  expect([...after]).toEqual([
    ['Mobile', 'phoneNumber'],
    ['Other', 'name'],
  ])
  expect([...guessed]).toHaveLength(2)
})

test('a column that is not imported is left out, and the rest stands in the order of the file', () => {
  expect(pairsOf(mapped(guessed, 'Mobile', ''), ['Who', 'Mobile'])).toEqual([{ src: 'Who', des: 'name' }])
  expect(pairsOf(guessed, ['Who', 'Mobile']).map(({ src }) => src)).toEqual(['Who', 'Mobile'])
})

test('a column may be called like anything', () => {
  expect(pairsOf(mapped(guessed, '__proto__', 'city'), ['__proto__'])).toEqual([{ src: '__proto__', des: 'city' }])
})

test('an import says which fields still need a column', () => {
  const system = [
    { name: 'phoneNumber', label: 'Phone Number', mandatory: true },
    { name: 'name', label: 'Name', mandatory: true },
    { name: 'plan', label: 'Plan', mandatory: true },
    { name: 'city', label: 'City', mandatory: false },
  ]
  expect(unmapped(guessed, system)).toEqual(['Map a column to Plan: it is mandatory'])
  expect(unmapped(new Map(), system)).toHaveLength(3)
})
