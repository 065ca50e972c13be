import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { publish } from '#common/events.ts'
import { signedIn, testApp, until } from '#test/factories.ts'
import { importState, listen, online } from './testing.ts'

const app = await testApp()
const url = await listen(app)

test('a reader who stops reading is cut off, others go on, and memory stays flat', async () => {
  const { tenant, token } = await signedIn(app)
  const [slow, quick] = [await online(url, token, tenant), await online(url, token, tenant)]
  slow.ws.pause()
  const before = bufferBytes()
  const longest = 'x'.repeat(100_000)
  let told = 0
  let most = 0
  // the system's own buffers take several megabytes before anything stays with us
  while (slow.ws.readyState === slow.ws.OPEN && told < 1_000) {
    const states = Array.from({ length: 5 }, () => importState({ error: longest }))
    for (const state of states) await publish(tenant, state)
    told += states.length
    await until('the quick one to hear all', () => states.every(({ id }) => quick.state(id)))
    quick.heard.length = quick.texts.length = 0
    most = Math.max(most, bufferBytes() - before)
    if (await isCutOff()) break
  }
  expect(await isCutOff()).toBe(true)
  expect(told).toBeLessThan(1_000)
  expect(most).toBeLessThan(8 * 1024 ** 2)
  slow.ws.resume()
  // the close frame is behind what it did not read; when it reads too late the connection is simply gone
  expect([1013, 1006]).toContain(await until('closed', () => slow.code))

  const again = await online(url, token, tenant)
  expect(again.code).toBeUndefined()
})

test('a reader who is a little slow hears the newest, not all that it missed', async () => {
  const { tenant, token } = await signedIn(app)
  const client = await online(url, token, tenant)
  client.ws.pause()
  const first = importState({ error: 'x'.repeat(100_000) })
  // far more than the system's buffers take, all of one thing
  for (let i = 1; i <= 300; i++) await publish(tenant, { ...first, state: { ...first.state, acceptedLines: i } })
  client.ws.resume()
  await until('the last state', () => {
    const last = client.state(first.id)
    return last?.type === 'import' && last.state.acceptedLines === 300
  })
  expect(client.code).toBeUndefined()
})

/** Sockets that the server counts as open: the quick one alone once the other is cut off. */
async function isCutOff(): Promise<boolean> {
  const { body } = await app.server.inject({ url: '/metrics' })
  return Number(/^parley_sockets (\d+)/m.exec(body)?.[1]) === 1
}

function bufferBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}
