import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { sign } from '#common/secrets.ts'
import type { Sender } from './provider.ts'
import { whatsapp } from './whatsapp.ts'
import { explain } from './whatsapp-errors.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void
let answer: Answer = () => {}
const seen: { path?: string; authorization?: string; body: string }[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  seen.push({ path: request.url, authorization: request.headers.authorization, body })
  answer(request, response, body)
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const address = server.address()
const port = typeof address === 'object' ? address?.port : 0
const sender: Sender = { origin: `http://127.0.0.1:${port}`, version: 'v23.0', phoneNumberId: '7', accessToken: 'key' }
const send = (to: Sender = sender) =>
  whatsapp.send(to, {
    to: '+15550001234',
    template: { name: 'a', language: 'en', components: [] },
    callbackData: 'x.y',
  })
const reply =
  (status: number, body: unknown): Answer =>
  (_request, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

describe('a send', () => {
  test('is what the Cloud API documents', async () => {
    answer = reply(200, { messages: [{ id: 'wamid.1' }] })
    expect(await send()).toEqual({ kind: 'accepted', providerId: 'wamid.1' })
    const last = seen.at(-1)
    expect(last).toMatchObject({ path: '/v23.0/7/messages', authorization: 'Bearer key' })
    expect(JSON.parse(last?.body ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '15550001234',
      type: 'template',
      biz_opaque_callback_data: 'x.y',
      template: { name: 'a', language: { code: 'en' }, components: [] },
    })
  })

  test.each([
    ['retry', [4, 80007, 130429, 131056, 131016, 131000, 131057, 131048]],
    ['fail', [131026, 131047, 470, 131049, 130472, 131050, 132000, 132001, 132012, 999]],
    ['stop', [190, 131031, 368, 131042, 131063]],
  ] as const)('that is refused is to %s, by its code', async (handling, codes) => {
    for (const code of codes) {
      answer = reply(400, { error: { code, message: 'no' } })
      expect(await send()).toMatchObject({ kind: 'refused', code, handling })
    }
  })

  test('is only tried again without a code where nothing was done', async () => {
    answer = reply(429, 'Too Many Requests')
    expect(await send()).toMatchObject({ kind: 'refused', handling: 'retry', throttled: true })
    answer = reply(503, 'Service Unavailable')
    expect(await send()).toMatchObject({ kind: 'refused', handling: 'retry' })
    answer = reply(404, 'Not Found')
    expect(await send()).toMatchObject({ kind: 'refused', handling: 'fail' })
  })

  test.each([
    ['cut off', ((request: IncomingMessage) => request.socket.destroy()) as Answer],
    ['a gateway’s 502', reply(502, 'Bad Gateway')],
    ['500 without a code', reply(500, '')],
    ['200 without an id', reply(200, {})],
  ])('whose answer is %s is unknown', async (_name, given) => {
    answer = given
    expect(await send()).toMatchObject({ kind: 'unknown' })
  })

  test('that found nobody to connect to was not sent', async () => {
    const closed = createServer()
    await new Promise<void>(done => closed.listen(0, '127.0.0.1', done))
    const free = closed.address()
    await new Promise(done => closed.close(done))
    const origin = `http://127.0.0.1:${typeof free === 'object' ? free?.port : 0}`
    expect(await send({ ...sender, origin })).toMatchObject({ kind: 'refused', handling: 'retry' })
  })
})

test('an upload streams a form with the file', async () => {
  answer = reply(200, { id: '42' })
  const stream = Readable.from([Buffer.from('%PDF'), Buffer.from('-1.4')])
  const media = { name: 'a"\r\n.pdf', mime: 'application/pdf', size: 8, stream }
  expect(await whatsapp.upload(sender, media)).toEqual({ kind: 'uploaded', mediaId: '42' })
  const form = /name="type"\r\n\r\napplication\/pdf.*filename="a___.pdf".*%PDF-1\.4\r\n--/s
  expect(seen.at(-1)?.body).toMatch(form)
})

test('a signature with any one bit changed, of the bytes or of itself, is refused', () => {
  const bytes = Buffer.from('{"entry":[]}')
  const signature = `sha256=${sign('secret', bytes)}`
  expect(whatsapp.isSigned('secret', bytes, signature)).toBe(true)
  const flipped = (from: Buffer, bit: number) => {
    const changed = Buffer.from(from)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return changed
  }
  for (let bit = 0; bit < bytes.length * 8; bit++)
    expect(whatsapp.isSigned('secret', flipped(bytes, bit), signature)).toBe(false)
  for (let bit = 0; bit < signature.length * 8; bit++)
    expect(whatsapp.isSigned('secret', bytes, flipped(Buffer.from(signature), bit).toString('latin1'))).toBe(false)
  expect(whatsapp.isSigned('other', bytes, signature)).toBe(false)
  expect(whatsapp.isSigned('secret', bytes, undefined)).toBe(false)
})

test('every reason is a sentence for a person', () => {
  for (const code of [4, 190, 131026, 131049, 132015, 12345])
    expect(explain(code, 'their words').text).toMatch(/^[A-Z].*\.?$/)
  expect(explain(12345, 'their words').text).toMatch(/their words/)
})
