import { expect, test } from 'vitest'
import { answered, keyFor } from './idempotency.ts'

test('a double click and a try after a lost answer share a key', () => {
  const first = keyFor('/send {"to":1}')
  expect(first).toMatch(/^[\w-]{8,100}$/)
  expect(keyFor('/send {"to":1}')).toBe(first)
  expect(keyFor('/send {"to":2}')).not.toBe(first)
})

test('the same content after an answer is a new action', () => {
  const first = keyFor('/save {}')
  answered('/save {}')
  expect(keyFor('/save {}')).not.toBe(first)
})
