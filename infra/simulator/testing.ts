import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Webhook = z.object({
  entry: z.tuple([
    z.object({
      changes: z.tuple([
        z.object({
          value: z.object({
            statuses: z.array(
              z.looseObject({
                id: z.string(),
                status: z.string(),
                timestamp: z.string(),
                recipient_id: z.string(),
                biz_opaque_callback_data: z.string().optional(),
                errors: z.array(z.looseObject({ code: z.int() })).optional(),
              }),
            ),
          }),
        }),
      ]),
    }),
  ]),
})

/** An HTTP server that stands for a webhook: keeps what it is POSTed and answers `answers.status`. */
export async function startCallback() {
  const posts: { body: Buffer; signature: string | undefined }[] = []
  const answers = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://callback')
      if (request.method === 'GET') {
        const known = url.searchParams.get('hub.verify_token') === 'verify-me'
        response.writeHead(known ? 200 : 403).end(url.searchParams.get('hub.challenge'))
        return
      }
      posts.push({ body: Buffer.concat(chunks), signature: request.headers['x-hub-signature-256']?.toString() })
      response.writeHead(answers.status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = z
    .object({ port: z.int(), address: z.string(), family: z.string() })
    .parse(server.address())
  return {
    url: `http://127.0.0.1:${port}/webhooks/whatsapp/1`,
    posts,
    answers,
    statuses: () =>
      posts.flatMap(({ body }) => Webhook.parse(JSON.parse(body.toString())).entry[0].changes[0].value.statuses),
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Waits until the condition holds; fails after 10 s. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not so within 10 s: ${condition}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

export const appSecret = 'app-secret'

/** A client of the simulator at `origin`, with one business number. */
export function clientOf(origin: string, phoneNumberId = '1001') {
  const call = async (method: string, path: string, body?: unknown, token = 'token-1') => {
    const answer = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const json: unknown = await answer.json()
    return { status: answer.status, json }
  }
  return {
    call,
    register: (callbackUrl: string, more: object = {}) =>
      call('PUT', `/_control/numbers/${phoneNumberId}`, {
        accessToken: 'token-1',
        appSecret,
        callbackUrl,
        ratePerSecond: 10_000,
        ...more,
      }),
    plan: (plan: object) => call('PUT', '/_control/plan', plan),
    send: (to: string, callbackData?: string, more: object = {}, token?: string) =>
      call('POST', `/v23.0/${phoneNumberId}/messages`, { ...templateMessage(to, callbackData), ...more }, token),
  }
}

/** A template message with one variable in its body. */
export function templateMessage(to: string, callbackData?: string) {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    biz_opaque_callback_data: callbackData,
    template: {
      name: 'promo',
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Pablo' }] }],
    },
  }
}
