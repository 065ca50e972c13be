import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { sameText, sign } from '#common/secrets.ts'
import type { Media, Provider, Refusal, Sender, SendOutcome, TemplateMessage } from './provider.ts'
import { explain } from './whatsapp-errors.ts'
import { plain, readReports } from './whatsapp-webhook.ts'

/** connecting and waiting for the answer together stay below limits.leaseMs */
const connectMs = 5_000
const answerMs = 15_000
const uploadMs = 300_000
const connections = new Agent({ connect: { timeout: connectMs }, connections: 200, headersTimeout: answerMs })

/** Failures of the network before any byte of the request went out: sending again cannot send twice. */
const unsentCodes = [
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]
const GraphError = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    message: z.string().optional(),
    error_data: z.looseObject({ details: z.string().optional() }).optional(),
  }),
})
const Sent = z.looseObject({ messages: z.array(z.looseObject({ id: z.string().min(1) })).min(1) })
const Uploaded = z.looseObject({ id: z.string().min(1) })

interface Answer {
  status: number
  json: unknown
}

/** The WhatsApp Cloud API. */
export const whatsapp: Provider = { send, upload, isSigned, readReports }

async function send(sender: Sender, message: TemplateMessage): Promise<SendOutcome> {
  const { name, language, components } = message.template
  const body = JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.to.replace(/^\+/, ''),
    type: 'template',
    biz_opaque_callback_data: message.callbackData,
    template: { name, language: { code: language }, components },
  })
  let answer: Answer
  try {
    answer = await post(sender, 'messages', { 'content-type': 'application/json' }, body)
  } catch (error) {
    if (isUnsent(error)) return unreachable()
    return { kind: 'unknown', text: 'WhatsApp was asked to send this, and its answer did not arrive.' }
  }
  const sent = Sent.safeParse(answer.json)
  if (answer.status === 200 && sent.success) return { kind: 'accepted', providerId: sent.data.messages[0]?.id ?? '' }
  const refusal = readRefusal(answer)
  if (refusal) return refusal
  return { kind: 'unknown', text: `WhatsApp was asked to send this, and gave no clear answer (HTTP ${answer.status}).` }
}

async function upload(sender: Sender, media: Media): Promise<{ kind: 'uploaded'; mediaId: string } | Refusal> {
  const boundary = `parley-${randomBytes(16).toString('hex')}`
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fileName = media.name.replace(/["\r\n]/g, '_')
  const head = Buffer.from(
    `${field('messaging_product', 'whatsapp')}${field('type', media.mime)}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${media.mime}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* bytes() {
    yield head
    yield* media.stream
    yield tail
  }
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(head.length + media.size + tail.length),
  }
  let answer: Answer
  try {
    answer = await post(sender, 'media', headers, Readable.from(bytes()), uploadMs)
  } catch {
    // an upload whose answer was lost only leaves an unused file behind
    return unreachable()
  }
  const uploaded = Uploaded.safeParse(answer.json)
  if (answer.status === 200 && uploaded.success) return { kind: 'uploaded', mediaId: uploaded.data.id }
  return readRefusal(answer) ?? explain(131000, '')
}

async function post(
  sender: Sender,
  path: 'messages' | 'media',
  headers: Record<string, string>,
  body: string | Readable,
  headersTimeout = answerMs,
): Promise<Answer> {
  const url = `${sender.origin}/${sender.version}/${encodeURIComponent(sender.phoneNumberId)}/${path}`
  const answer = await request(url, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${sender.accessToken}` },
    body,
    dispatcher: connections,
    headersTimeout,
    bodyTimeout: answerMs,
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A clear no, or null when the answer leaves open what happened. */
function readRefusal({ status, json }: Answer): Refusal | null {
  const told = GraphError.safeParse(json)
  if (told.success) {
    const { code, message, error_data } = told.data.error
    return explain(code, plain(error_data?.details ?? message ?? ''))
  }
  return (status >= 400 && status < 500) || status === 503 ? explain(status, `HTTP ${status}`) : null
}

const unreachable = (): Refusal => ({ ...explain(131016, ''), text: 'WhatsApp could not be reached.' })

function isUnsent(error: unknown): boolean {
  const errors = error instanceof AggregateError ? error.errors : [error]
  return errors.every(one => {
    if (!(one instanceof Error) || !('code' in one)) return false
    // a time-out of an open connection has the same code as one of connecting, but another system call
    if (one.code === 'ETIMEDOUT') return 'syscall' in one && one.syscall === 'connect'
    return unsentCodes.includes(String(one.code))
  })
}

function isSigned(appSecret: string, bytes: Uint8Array, signature: string | undefined): boolean {
  return sameText(signature ?? '', `sha256=${sign(appSecret, bytes)}`)
}
