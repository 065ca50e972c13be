import { expect, test } from 'vitest'
import { typedNumbers, withoutNumbers } from './numbers.ts'

test('numbers are separated by commas, semicolons and lines; blanks are dropped', () => {
  expect(typedNumbers(' +91 98765 43210,, \n0091-9876543211;\n').values).toEqual(['+91 98765 43210', '0091-9876543211'])
})

test('the same number counts once, however it is written', () => {
  const { values, duplicates } = typedNumbers('+919876543210\n91 98765-43210\n00919876543210')
  expect(values).toHaveLength(3)
  expect(duplicates).toBe(2)
})

test('what cannot be a number is invalid', () => {
  const { invalid } = typedNumbers('+919876543210, 12345, hello, hello, +9198765432101234567, +298123456')
  expect(invalid).toEqual(['12345', 'hello', '+9198765432101234567'])
})

test('numbers are taken out of the text', () => {
  expect(withoutNumbers('12345, +919876543210,\n+919876543211, 12345', ['12345'])).toBe('+919876543210\n+919876543211')
})
