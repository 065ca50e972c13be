import { expect, test } from 'vitest'
import type { StateMessage } from '#contracts/events.ts'
import { importState } from '#test/sockets.ts'
import { stateFrame } from './outbox.ts'
import { createSnapshots } from './snapshots.ts'

/** Reads that end when the test says so. */
function slowReads() {
  const begun: PromiseWithResolvers<StateMessage[]>[] = []
  const snapshots = createSnapshots(() => {
    const read = Promise.withResolvers<StateMessage[]>()
    begun.push(read)
    return read.promise
  })
  return { begun, snapshots }
}

test('a state that comes while the snapshots are read is not overtaken by its older snapshot', async () => {
  const { begun, snapshots } = slowReads()
  const [old, other] = [importState({ progress: 10 }), importState()]
  const read = snapshots.read()
  snapshots.heard(stateFrame({ ...old, state: { ...old.state, progress: 20 } }))
  begun[0]?.resolve([old, other])
  expect((await read).map(frame => frame.key)).toEqual([`import:${other.id}`])
})

test('a state that came before the read began gives way to the snapshot', async () => {
  const { begun, snapshots } = slowReads()
  const state = importState()
  snapshots.heard(stateFrame(state))
  const read = snapshots.read()
  begun[0]?.resolve([state])
  expect(await read).toHaveLength(1)
})

test('who asks while a read runs shares the next one, however many ask', async () => {
  const { begun, snapshots } = slowReads()
  const first = snapshots.read()
  const shared = Array.from({ length: 100 }, () => snapshots.read())
  expect(begun).toHaveLength(1)
  begun[0]?.resolve([])
  await first
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve([importState()])
  for (const frames of await Promise.all(shared)) expect(frames).toHaveLength(1)
  expect(begun).toHaveLength(2)
})

test('a read that fails fails who shared it, and the next one is tried', async () => {
  const { begun, snapshots } = slowReads()
  const first = snapshots.read()
  const second = snapshots.read()
  begun[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve([])
  expect(await second).toEqual([])
})
