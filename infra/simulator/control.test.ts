import { afterEach, beforeEach, expect, test } from 'vitest'
import { build, startSimulator } from './app.ts'
import { clientOf, startCallback, until } from './testing.ts'

let simulator: Awaited<ReturnType<typeof startSimulator>>
let callback: Awaited<ReturnType<typeof startCallback>>
let client: ReturnType<typeof clientOf>

beforeEach(async () => {
  callback = await startCallback()
  simulator = await startSimulator({ port: 0 })
  client = clientOf(simulator.origin)
  await client.register(callback.url, { verifyToken: 'verify-me' })
  await client.plan({ delaysMs: [0, 0] })
})
afterEach(async () => {
  await simulator.close()
  await callback.close()
})

test('counts are exact, by number and by the beginning of our data', async () => {
  const other = clientOf(simulator.origin, '1002')
  await other.register(callback.url)
  const sends = [
    client.send('15550001234', 'b1:1'),
    client.send('15550001234', 'b1:2'),
    client.send('15550001250', 'b1:3'),
    client.send('15550001200', 'b1:4'),
    client.send('15550001227', 'b1:5'),
    client.send('15550001207', 'b1:6'),
    client.send('15550001203', 'b1:7'),
    client.send('15550001234', 'b2:1'),
    other.send('15550001234', 'b1:8'),
  ]
  await Promise.all(sends)
  await until(() => simulator.counts().pendingReports === 0)
  expect(await client.call('GET', '/_control/counts?phoneNumberId=1001&callbackPrefix=b1:')).toMatchObject({
    json: {
      accepted: 6,
      uniqueRecipients: 5,
      duplicates: 1,
      duplicateRecipients: [{ to: '15550001234', accepted: 2 }],
      refused: 1,
      refusedByCode: { 131047: 1 },
      byFinalStatus: { none: 1, sent: 0, delivered: 1, read: 3, failed: 1 },
      pendingReports: 0,
      abandonedReports: 0,
    },
  })
  expect(await client.call('GET', '/_control/counts')).toMatchObject({ json: { accepted: 8, refused: 1 } })
})

test('the log tells each send and can be cleared; numbers stay', async () => {
  await client.send('15550001234', 'b1:1')
  await client.send('15550001203', 'b1:2')
  expect(await client.call('GET', '/_control/log?phoneNumberId=1001&kind=accepted')).toMatchObject({
    json: { total: 1, entries: [{ to: '15550001234', template: 'promo', variables: ['Pablo'], callbackData: 'b1:1' }] },
  })
  expect(await client.call('GET', '/_control/log?kind=refused')).toMatchObject({
    json: { total: 1, entries: [{ to: '15550001203', code: 131047 }] },
  })
  await client.call('DELETE', '/_control/log')
  expect(await client.call('GET', '/_control/log')).toMatchObject({ json: { total: 0 } })
  expect(await client.send('15550001234')).toMatchObject({ status: 200 })
})

test('verification asks the callback with the verify token', async () => {
  expect(await client.call('POST', '/_control/numbers/1001/verify')).toMatchObject({ json: { verified: true } })
  await client.register(callback.url, { verifyToken: 'wrong' })
  expect(await client.call('POST', '/_control/numbers/1001/verify')).toMatchObject({
    json: { verified: false, status: 403 },
  })
})

test('a registration that is none is refused with a sentence', async () => {
  expect(await client.register('file:///etc/passwd')).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('callbackUrl') },
  })
})

test('only this machine, under a local name, may steer it', async () => {
  const { app } = await build()
  const url = '/_control/counts'
  expect(await app.inject({ url, remoteAddress: '10.0.0.7' })).toMatchObject({ statusCode: 403 })
  expect(await app.inject({ url, headers: { host: 'evil.example' } })).toMatchObject({ statusCode: 403 })
  expect(await app.inject({ url, headers: { host: '127.0.0.1:8081' } })).toMatchObject({ statusCode: 200 })
  await app.close()
})

test('the page builds no HTML from what senders wrote, and shows no secret', async () => {
  await client.send('15550001234', 'a', { template: undefined, type: 'text', text: { body: '<img src=x onerror=1>' } })
  const html = await (await fetch(simulator.origin)).text()
  expect(html).not.toContain('onerror')
  expect(html).not.toContain('innerHTML')
  const view = await (await fetch(`${simulator.origin}/_control/view`)).text()
  expect(JSON.parse(view)).toMatchObject({ messages: [{ variables: ['<img src=x onerror=1>'] }] })
  expect(view).not.toContain('app-secret')
  expect(view).not.toContain('token-1')
})
