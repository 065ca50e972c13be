import { expect, test } from 'vitest'
import { limits } from '#contracts/limits.ts'
import { signedIn, testApp, until } from '#test/factories.ts'
import { connect, heardType, listen, online } from '#test/sockets.ts'

const app = await testApp()
const url = await listen(app)

test('when the server stops, sockets are told to connect again and close with 1012, and nobody holds it up', async () => {
  const { tenant, token } = await signedIn(app)
  const clients = await Promise.all([1, 2, 3].map(() => online(url, token, tenant)))
  const [stuck, ...others] = clients
  const stranger = await connect(url)
  // does not answer the close
  stuck?.ws.pause()
  const startedMs = Date.now()
  const closed = app.server.close()
  await Promise.all(others.map(client => until('closed', () => client.code)))
  for (const client of others) {
    expect(client.code).toBe(1012)
    expect(client.heard.at(-1)).toEqual({ type: 'reconnect' })
  }
  await until('closed', () => stranger.code)
  expect(heardType(stranger, 'reconnect')).toBe(true)
  await closed
  expect(Date.now() - startedMs).toBeLessThan(limits.socketCloseMs + 3_000)
  await expect(connect(url)).rejects.toThrow()
})
