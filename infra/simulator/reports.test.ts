import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSimulator } from './app.ts'
import { appSecret, clientOf, startCallback, until } from './testing.ts'
import { type Fate, fateBySuffix, fates } from './whatsapp/fates.ts'

let simulator: Awaited<ReturnType<typeof startSimulator>>
let callback: Awaited<ReturnType<typeof startCallback>>
let client: ReturnType<typeof clientOf>

beforeEach(async () => {
  callback = await startCallback()
  simulator = await startSimulator({ port: 0 })
  client = clientOf(simulator.origin)
  await client.register(callback.url)
  await client.plan({ delaysMs: [1, 5] })
})
afterEach(async () => {
  await simulator.close()
  await callback.close()
})

const allReported = () => until(() => simulator.counts().pendingReports === 0)
const reportsOf = (to: string) =>
  callback
    .statuses()
    .filter(status => status.recipient_id === to)
    .map(({ status }) => status)

test('a message is reported sent, delivered, read, with our data and its price', async () => {
  const { json } = await client.send('15550001234', 'row-1:attempt-1')
  await allReported()
  const [sent, delivered, read] = callback.statuses()
  const id = simulator.log().map(entry => entry.kind === 'accepted' && entry.id)[0]
  expect(json).toMatchObject({ messages: [{ id }] })
  const pricing = { billable: true, pricing_model: 'PMP', category: 'marketing', type: 'regular' }
  const common = { id, recipient_id: '15550001234', biz_opaque_callback_data: 'row-1:attempt-1' }
  expect(sent).toMatchObject({ ...common, status: 'sent', pricing, timestamp: expect.stringMatching(/^\d{10}$/) })
  expect(sent?.conversation).toMatchObject({ expiration_timestamp: expect.any(String), origin: { type: 'marketing' } })
  expect(delivered).toMatchObject({ ...common, status: 'delivered', pricing })
  expect(read).toMatchObject({ ...common, status: 'read' })
  expect(read).not.toHaveProperty('pricing')
})

test('each POST is signed over its own bytes', async () => {
  await Promise.all(Array.from({ length: 120 }, (_, i) => client.send(`15550${10_000 + i * 100 + 50}`, `ключ-${i}`)))
  await allReported()
  expect(callback.posts.length).toBeGreaterThan(0)
  for (const { body, signature } of callback.posts) {
    expect(signature).toBe(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)
  }
})

test('reports of many messages share POSTs of at most 50', async () => {
  await Promise.all(Array.from({ length: 120 }, (_, i) => client.send(`15550${10_000 + i * 100 + 50}`)))
  await allReported()
  expect(callback.statuses()).toHaveLength(360)
  expect(callback.posts.length).toBeLessThan(60)
  const sizes = callback.posts.map(({ body }) => body.toString().split('"recipient_id"').length - 1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50)
})

describe('the fate by number', () => {
  const expected: Record<string, string[]> = {
    undeliverable: ['failed'],
    stoppedMarketing: ['failed'],
    sentThenUndeliverable: ['sent', 'failed'],
    sentOnly: ['sent'],
    silent: [],
    readWithoutDelivered: ['sent', 'read'],
    reordered: ['read', 'delivered', 'sent'],
    deliveredAfterFailed: ['sent', 'failed', 'delivered'],
    unread: ['sent', 'delivered'],
    slow: ['sent', 'delivered', 'read'],
  }
  const plain = Object.entries(fateBySuffix).filter(([, name]) => name in expected)
  test.each(plain)('…%s: %s', async (suffix, name) => {
    const to = `155500099${suffix}`
    expect(await client.send(to)).toMatchObject({ status: 200 })
    await allReported()
    expect(reportsOf(to)).toEqual(expected[name])
    const fate: Fate = fates[name]
    const failed = callback.statuses().find(({ status }) => status === 'failed')
    if (fate.failedWith) expect(failed?.errors).toMatchObject([{ code: fate.failedWith }])
  })

  const refusing = Object.entries(fateBySuffix).flatMap(([suffix, name]) => {
    const fate: Fate = fates[name]
    return fate.refuseWith ? [{ suffix, name, code: fate.refuseWith, times: fate.refuseTimes }] : []
  })
  test.each(refusing)('…$suffix: $name', async ({ suffix, code, times }) => {
    const to = `155500099${suffix}`
    for (let i = 0; i < (times ?? 4); i++) expect(await client.send(to)).toMatchObject({ json: { error: { code } } })
    if (times) {
      expect(await client.send(to)).toMatchObject({ status: 200 })
      expect(await client.send(to)).toMatchObject({ json: { error: { code } } })
    }
    await allReported()
    expect(reportsOf(to)).toEqual(times ? ['sent', 'delivered', 'read'] : [])
  })

  test('…10: every report arrives twice', async () => {
    await client.send('15550009910')
    await allReported()
    expect(reportsOf('15550009910').sort()).toEqual(['delivered', 'delivered', 'read', 'read', 'sent', 'sent'])
  })

  test('…12: the answer is cut off, the message is accepted and reported', async () => {
    await expect(client.send('15550009912', 'cut')).rejects.toThrow()
    await allReported()
    expect(simulator.counts({ callbackPrefix: 'cut' })).toMatchObject({ accepted: 1, byFinalStatus: { read: 1 } })
  })
})

describe('a fault plan', () => {
  test('gives fates to numbers and endings, before the table', async () => {
    await client.plan({ delaysMs: [0, 0], fates: { '*': 'unread', '34': 'silent', '15550001234': 'undeliverable' } })
    for (const to of ['15550001234', '15550002234', '15550000000']) await client.send(to)
    await allReported()
    expect(reportsOf('15550001234')).toEqual(['failed'])
    expect(reportsOf('15550002234')).toEqual([])
    expect(reportsOf('15550000000')).toEqual(['sent', 'delivered'])
  })

  test('turns order round, repeats, and refuses every nth send', async () => {
    await client.plan({ delaysMs: [0, 0], order: 'reversed', duplicate: true, rejectEvery: 2, rejectCode: 131056 })
    expect(await client.send('15550001234')).toMatchObject({ status: 200 })
    expect(await client.send('15550001234')).toMatchObject({ status: 429, json: { error: { code: 131056 } } })
    await allReported()
    expect(reportsOf('15550001234').filter((status, i, all) => all.indexOf(status) === i)).toEqual([
      'read',
      'delivered',
      'sent',
    ])
    expect(reportsOf('15550001234')).toHaveLength(6)
  })

  test('keeps reports back until it is lifted', async () => {
    await client.plan({ delaysMs: [0, 0], pauseWebhooks: true })
    await client.send('15550001234')
    expect(simulator.counts()).toMatchObject({ pendingReports: 3 })
    await client.call('DELETE', '/_control/plan')
    await allReported()
    expect(simulator.counts().byFinalStatus.read).toBe(1)
  })

  test('can take the provider down', async () => {
    await client.plan({ down: true })
    const answer = await fetch(`${simulator.origin}/v23.0/1001/messages`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(503)
    await client.call('DELETE', '/_control/plan')
    expect(await client.send('15550001234')).toMatchObject({ status: 200 })
  })

  test('with an unknown fate is refused', async () => {
    expect(await client.plan({ fates: { '12': 'lost' } })).toMatchObject({ status: 400 })
  })
})
