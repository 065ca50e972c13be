import { expect, test } from 'vitest'
import type { Broadcast } from '#contracts/broadcast.ts'
import { mergeLive } from './merge.ts'

const row = (id: string, minute: number, more: Partial<Broadcast> = {}): Broadcast => ({
  id,
  name: 'welcome',
  templateName: 'welcome',
  user: { name: 'A' },
  channelName: 'C',
  createdOn: `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`,
  status: 'SENDING',
  counts: { total: 1, queued: 1, sending: 0, accepted: 0, unknown: 0, sent: 0, failed: 0, delivered: 0, read: 0 },
  ...more,
})
const first = { from: 0, perPage: 3, name: '' }
const ids = (rows: Broadcast[]) => rows.map(({ id }) => id)

test('rows show their newest state', () => {
  const done = row('a', 5, { status: 'COMPLETED' })
  expect(mergeLive([row('a', 5)], { a: done }, first)).toEqual([done])
})

test('what began meanwhile stands on top of the first page, newest first, and the page keeps its size', () => {
  const live = { c: row('c', 7), d: row('d', 8), old: row('old', 1) }
  expect(ids(mergeLive([row('b', 5), row('a', 4)], live, first))).toEqual(['d', 'c', 'b'])
  expect(ids(mergeLive([row('b', 5), row('a', 4)], live, { ...first, from: 3 }))).toEqual(['b', 'a'])
})

test('what does not fit the search or the days stays out', () => {
  const live = { c: row('c', 7), d: row('d', 8, { name: 'Season Offer' }) }
  expect(ids(mergeLive([], live, { ...first, name: 'offer' }))).toEqual(['d'])
  expect(mergeLive([], live, { ...first, toDate: '2026-11-20T00:00:00.000Z' })).toEqual([])
})
