import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startSimulator } from './app.ts'
import { manualClock } from './clock.ts'
import { clientOf, startCallback, templateMessage } from './testing.ts'

const clock = manualClock(Date.UTC(2026, 0, 1))
let simulator: Awaited<ReturnType<typeof startSimulator>>
let callback: Awaited<ReturnType<typeof startCallback>>
let client: ReturnType<typeof clientOf>

beforeEach(async () => {
  callback = await startCallback()
  simulator = await startSimulator({ port: 0, clock })
  client = clientOf(simulator.origin)
})
afterEach(async () => {
  await simulator.close()
  await callback.close()
})

const refusedWith = (code: number) => ({
  error: {
    message: expect.stringContaining(`(#${code})`),
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: expect.any(String) },
    fbtrace_id: expect.any(String),
  },
})

test('an accepted send is answered as the Cloud API does', async () => {
  await client.register(callback.url)
  const answer = await client.send('+1 555-000-1234', 'row-1')
  expect(answer).toEqual({
    status: 200,
    json: {
      messaging_product: 'whatsapp',
      contacts: [{ input: '+1 555-000-1234', wa_id: '15550001234' }],
      messages: [{ id: expect.stringMatching(/^wamid\./), message_status: 'accepted' }],
    },
  })
})

test('a wrong token and an unknown number are refused', async () => {
  await client.register(callback.url)
  expect(await client.send('15550001234', 'a', {}, 'other')).toEqual({ status: 401, json: refusedWith(190) })
  const unknown = await clientOf(simulator.origin, '9').send('15550001234')
  expect(unknown).toEqual({ status: 400, json: refusedWith(100) })
})

describe('the shape of a send', () => {
  test.each([
    ['a missing recipient', { to: undefined }, 131008],
    ['a recipient that is no number', { to: 'someone' }, 131009],
    ['a missing template', { template: undefined }, 131008],
    ['a template without a language', { template: { name: 'promo' } }, 131008],
    ['a type that is none', { type: 'fax' }, 131009],
    ['a parameter nobody knows', { colour: 'red' }, 100],
    ['another product', { messaging_product: 'sms' }, 131009],
    ['an empty variable', withComponents([{ type: 'body', parameters: [{ type: 'text', text: '' }] }]), 131009],
    ['an image that was never uploaded', withComponents([header({ id: '1' })]), 131009],
    ['an image with neither id nor link', withComponents([header({})]), 131009],
  ])('%s is refused', async (_, change, code) => {
    await client.register(callback.url)
    expect(await client.send('15550001234', 'a', change)).toEqual({ status: 400, json: refusedWith(code) })
    expect(simulator.counts()).toMatchObject({ accepted: 0, refused: 1, refusedByCode: { [code]: 1 } })
  })

  test("what is no JSON is refused in the provider's words", async () => {
    await client.register(callback.url)
    const answer = await fetch(`${simulator.origin}/v23.0/1001/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer token-1', 'content-type': 'application/json' },
      body: '{',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(refusedWith(100))
  })
})

test('a send is held against the templates of the number', async () => {
  const templates = [
    { name: 'promo', language: 'en_US', bodyVariables: 1 },
    { name: 'two', language: 'en_US', bodyVariables: 2 },
    { name: 'picture', language: 'en_US', bodyVariables: 1, header: 'image' },
    { name: 'paused', language: 'en_US', bodyVariables: 1, status: 'PAUSED' },
  ]
  await client.register(callback.url, { templates })
  const sendNamed = (name: string, code = 'en_US') =>
    client.send('15550001234', 'a', { template: { ...templateMessage('1').template, name, language: { code } } })
  expect(await sendNamed('promo')).toMatchObject({ status: 200 })
  expect(await sendNamed('two')).toEqual({ status: 400, json: refusedWith(132000) })
  expect(await sendNamed('picture')).toEqual({ status: 400, json: refusedWith(132012) })
  expect(await sendNamed('paused')).toEqual({ status: 400, json: refusedWith(132015) })
  expect(await sendNamed('nowhere')).toEqual({ status: 404, json: refusedWith(132001) })
  expect(await sendNamed('promo', 'hi')).toEqual({ status: 404, json: refusedWith(132001) })
})

test('a number accepts its rate and no more, and goes on a moment later', async () => {
  await client.register(callback.url, { ratePerSecond: 20 })
  const burst = await Promise.all(Array.from({ length: 30 }, (_, i) => client.send(`1555000${2000 + i * 100 + 50}`)))
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(burst.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(burst.find(({ status }) => status === 429)?.json).toEqual(refusedWith(130429))
  clock.advance(50)
  expect(await client.send('15550001234')).toMatchObject({ status: 200 })
  expect(await client.send('15550001234')).toMatchObject({ status: 429 })
  expect(simulator.counts()).toMatchObject({ accepted: 21, refused: 11, peakPerSecond: 21 })
})

test('an upload answers an id that a send may use, and that can be looked up', async () => {
  await client.register(callback.url)
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', 'image/png')
  form.set('file', new Blob([new Uint8Array(2_000_000)], { type: 'image/png' }), 'a.png')
  const upload = await fetch(`${simulator.origin}/v23.0/1001/media`, {
    method: 'POST',
    headers: { authorization: 'Bearer token-1' },
    body: form,
  })
  const { id } = z.object({ id: z.string() }).parse(await upload.json())
  expect(await client.call('GET', `/v23.0/${id}`)).toMatchObject({
    status: 200,
    json: { id, mime_type: 'image/png', file_size: 2_000_000 },
  })
  expect(await client.send('15550001234', 'a', withComponents([header({ id })]))).toMatchObject({ status: 200 })
})

test('an upload without a file, or of a type nobody takes, is refused', async () => {
  await client.register(callback.url)
  for (const file of [undefined, new Blob(['x'], { type: 'application/x-sh' })]) {
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('type', 'application/x-sh')
    if (file) form.set('file', file, 'a')
    const headers = { authorization: 'Bearer token-1' }
    const upload = await fetch(`${simulator.origin}/v23.0/1001/media`, { method: 'POST', headers, body: form })
    expect(upload.status).toBe(400)
    expect(await upload.json()).toEqual(refusedWith(100))
  }
})

test('a number tells its name and throughput', async () => {
  await client.register(callback.url, { displayPhoneNumber: '15559990000', verifiedName: 'Shop' })
  expect(await client.call('GET', '/v23.0/1001?fields=verified_name')).toMatchObject({
    status: 200,
    json: { display_phone_number: '15559990000', verified_name: 'Shop', throughput: { level: 'HIGH' } },
  })
})

function header(image: object) {
  return { type: 'header', parameters: [{ type: 'image', image }] }
}

function withComponents(components: object[]) {
  return { template: { name: 'promo', language: { code: 'en_US' }, components } }
}
