import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { publish } from '#common/events.ts'
import { signedIn, testApp, until } from '#test/factories.ts'
import { importState, listen, online } from '#test/sockets.ts'

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

test('a reader who is a little slow is spared what is out of date, and hears the newest', async () => {
  const { tenant, token } = await signedIn(app)
  const [client, quick] = [await online(url, token, tenant), await online(url, token, tenant)]
  client.ws.pause()
  const first = importState({ error: 'x'.repeat(500_000) })
  const acceptedLines = (of: typeof client) => {
    const state = of.state(first.id)
    return state?.type === 'import' ? state.state.acceptedLines : 0
  }
  // all of one thing, and together far more than the system's buffers and ours would take
  for (let i = 1; i <= 40; i++) {
    await publish(tenant, { ...first, state: { ...first.state, acceptedLines: i } })
    await until('the quick one to hear it', () => acceptedLines(quick) === i)
  }
  client.ws.resume()
  await until('the last state', () => acceptedLines(client) === 40)
  expect(client.code).toBeUndefined()
  expect(client.heard.length).toBeLessThan(35)
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
