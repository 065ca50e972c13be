import { beforeEach, expect, test, vi } from 'vitest'
import { entryOf, forgetAll, invalidate, reload, watch } from './cache.ts'

beforeEach(forgetAll)

/** A call whose answers the test gives, and which tells when it is given up. */
function calls() {
  const made: { answer(data: unknown): void; refuse(error: Error): void; signal: AbortSignal }[] = []
  const load = (signal: AbortSignal) =>
    new Promise((answer, refuse) => {
      made.push({ answer, refuse, signal })
    })
  return { made, load }
}
const nobody = () => undefined

test('two who watch the same address share one call', async () => {
  const { made, load } = calls()
  watch('/a', load, nobody)
  watch('/a', load, nobody)
  expect(made).toHaveLength(1)
  made[0]?.answer(1)
  await vi.waitFor(() => expect(entryOf('/a')).toEqual({ data: 1, loading: false }))
})

test('when the last one leaves, the call is given up', () => {
  const { made, load } = calls()
  const leave = watch('/a', load, () => undefined)
  const leaveToo = watch('/a', load, () => undefined)
  leave()
  expect(made[0]?.signal.aborted).toBe(false)
  leaveToo()
  expect(made[0]?.signal.aborted).toBe(true)
})

test('an answer that a newer call overtook is not shown', async () => {
  const { made, load } = calls()
  watch('/a', load, nobody)
  reload('/a')
  made[1]?.answer('new')
  made[0]?.answer('old')
  await vi.waitFor(() => expect(entryOf('/a')?.loading).toBe(false))
  expect(entryOf('/a')?.data).toBe('new')
})

test('a failed call keeps what was known', async () => {
  const { made, load } = calls()
  watch('/a', load, nobody)
  made[0]?.answer('known')
  await vi.waitFor(() => expect(entryOf('/a')?.data).toBe('known'))
  reload('/a')
  made[1]?.refuse(new Error('away'))
  await vi.waitFor(() => expect(entryOf('/a')).toMatchObject({ data: 'known', error: { message: 'away' } }))
})

test('invalidate loads the watched again, forgets the others, and leaves other addresses alone', async () => {
  const { made, load } = calls()
  const other = calls()
  watch('/things?from=0', load, nobody)
  watch('/other', other.load, nobody)
  const leave = watch('/things/1', async () => 'seen', nobody)
  await vi.waitFor(() => expect(entryOf('/things/1')?.data).toBe('seen'))
  leave()
  invalidate('/things')
  expect(made).toHaveLength(2)
  expect(other.made).toHaveLength(1)
  expect(entryOf('/things/1')).toBeUndefined()
})
