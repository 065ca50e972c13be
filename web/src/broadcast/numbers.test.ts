import { expect, test } from 'vitest'
import { typedNumbers, typedValues, withoutNumbers } from './numbers.ts'

test('numbers are separated by commas, semicolons and lines; blanks are dropped', () => {
  expect(typedValues(' +91 98765 43210,, \n0091-9876543211;\n')).toEqual(['+91 98765 43210', '0091-9876543211'])
})

test('the same number counts once, however it is written', () => {
  const { values, duplicates, invalid } = typedNumbers('+919876543210\n98765 43210\n0091 98765 43210', 'IN')
  expect(values).toHaveLength(3)
  expect(duplicates).toBe(2)
  expect(invalid).toEqual([])
})

test('what cannot be a number is invalid, each once', () => {
  const { invalid } = typedNumbers('+919876543210, 12345, hello world, hello world, +9198765432101234567', 'IN')
  expect(invalid).toEqual(['12345', 'hello world', '+9198765432101234567'])
})

test('an unknown country leaves numbers with a country code', () => {
  expect(typedNumbers('+919876543210, 9876543210', '').invalid).toEqual(['9876543210'])
})

test('numbers are taken out of the text', () => {
  expect(withoutNumbers('12345, +919876543210,\n+919876543211, 12345', ['12345'])).toBe('+919876543210\n+919876543211')
})
