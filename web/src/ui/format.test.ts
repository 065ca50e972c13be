import { expect, test } from 'vitest'
import { compact, counted, duration, fileName, fileSize, moment } from './format.ts'

test.each([
  [new Date(2026, 10, 3, 16, 7), '3 Nov 2026 04:07 PM'],
  [new Date(2026, 0, 21, 0, 5), '21 Jan 2026 12:05 AM'],
  [new Date(2026, 6, 9, 12, 0), '9 Jul 2026 12:00 PM'],
])('%s reads %s', (at, text) => {
  expect(moment(at.toISOString())).toBe(text)
})

test('a moment may have its seconds', () => {
  expect(moment(new Date(2026, 10, 3, 16, 7, 9).toISOString(), 'seconds')).toBe('3 Nov 2026 04:07:09 PM')
})

test('no moment is no text', () => {
  expect(moment(undefined)).toBe('')
})

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.00K'],
  [1_250, '1.25K'],
  [999_994, '999.99K'],
  [999_995, '1.00M'],
  [3_456_789, '3.46M'],
  [7_100_000_000, '7.10B'],
  [2_000_000_000_000, '2000.00B'],
  [-1_500, '-1.50K'],
])('%d in short is %s', (value, text) => {
  expect(compact(value)).toBe(text)
})

test('a long file name keeps its extension within 30 characters', () => {
  const shown = fileName('customers-of-the-northern-region-2026-final.csv')
  expect(shown).toBe('customers-of-the-northern….csv')
  expect(shown.length).toBe(30)
  expect(fileName('short.csv')).toBe('short.csv')
  expect(fileName('a'.repeat(40))).toBe(`${'a'.repeat(29)}…`)
})

test('sizes, counts and durations read as one says them', () => {
  expect(fileSize(512)).toBe('512 B')
  expect(fileSize(1_400_000)).toBe('1.4 MB')
  expect(counted(1, 'row')).toBe('1 row')
  expect(counted(20_000, 'row')).toBe('20,000 rows')
  expect(duration(0)).toBe('1 s')
  expect(duration(45)).toBe('45 s')
  expect(duration(180)).toBe('3 min')
  expect(duration(7_500)).toBe('2 h 5 min')
})
