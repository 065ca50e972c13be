import { expect, test } from 'vitest'
import { day, endOfDay, startOfDay } from './days.ts'

test('a day counts back over the ends of months', () => {
  expect(day(0, new Date(2026, 2, 3, 23, 59))).toBe('2026-03-03')
  expect(day(7, new Date(2026, 2, 3))).toBe('2026-02-24')
})

test("a day begins and ends by the reader's clock", () => {
  expect(new Date(startOfDay('2026-11-21') ?? '')).toEqual(new Date(2026, 10, 21, 0, 0, 0, 0))
  expect(new Date(endOfDay('2026-11-21') ?? '')).toEqual(new Date(2026, 10, 21, 23, 59, 59, 999))
  expect(startOfDay('')).toBeUndefined()
})
