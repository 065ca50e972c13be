import { z } from 'zod'
import { type Refusal, refusal } from './errors.ts'

const text = z.string().min(1)
const media = z
  .strictObject({
    id: text.optional(),
    link: z.url().optional(),
    caption: z.string().optional(),
    filename: text.optional(),
  })
  .refine(file => (file.id === undefined) !== (file.link === undefined), 'needs either id or link')

const named = { parameter_name: text.optional() }
const parameter = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text, ...named }),
  z.strictObject({ type: z.literal('image'), image: media }),
  z.strictObject({ type: z.literal('video'), video: media }),
  z.strictObject({ type: z.literal('document'), document: media }),
  z.strictObject({ type: z.literal('payload'), payload: z.string().max(256) }),
  z.strictObject({ type: z.literal('coupon_code'), coupon_code: text.max(15) }),
  z.strictObject({ type: z.literal('action'), action: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    type: z.literal('limited_time_offer'),
    limited_time_offer: z.strictObject({ expiration_time_ms: z.int().min(0) }),
  }),
  z.strictObject({ type: z.literal('currency'), currency: z.record(z.string(), z.unknown()), ...named }),
  z.strictObject({ type: z.literal('date_time'), date_time: z.record(z.string(), z.unknown()), ...named }),
])
const parameters = z.array(parameter)
const plain = [
  z.strictObject({ type: z.literal('header'), parameters }),
  z.strictObject({ type: z.literal('body'), parameters }),
  z.strictObject({
    type: z.literal('button'),
    sub_type: z.enum(['quick_reply', 'url', 'copy_code', 'flow']),
    index: z.string().regex(/^\d$/),
    parameters: parameters.length(1),
  }),
] as const
const component = z.discriminatedUnion('type', [
  ...plain,
  z.strictObject({ type: z.literal('limited_time_offer'), parameters: parameters.length(1) }),
  z.strictObject({
    type: z.literal('carousel'),
    cards: z
      .array(
        z.strictObject({ card_index: z.int().min(0).max(9), components: z.array(z.discriminatedUnion('type', plain)) }),
      )
      .min(1)
      .max(10),
  }),
])
export type Component = z.infer<typeof component>

const common = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z
    .string()
    .regex(/^\+?[\d\s()-]+$/)
    .refine(to => /^\d{7,15}$/.test(digits(to)), 'is not a phone number'),
  biz_opaque_callback_data: z.string().max(512).optional(),
  context: z.strictObject({ message_id: text }).optional(),
}

/** The body of POST /{version}/{phone number id}/messages. */
export const SendBody = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('template'),
    template: z.strictObject({
      name: text.max(512),
      language: z.strictObject({ code: text, policy: z.literal('deterministic').optional() }),
      components: z.array(component).optional(),
    }),
  }),
  z.strictObject({
    ...common,
    type: z.literal('text'),
    text: z.strictObject({ body: text.max(4096), preview_url: z.boolean().optional() }),
  }),
  z.strictObject({ ...common, type: z.literal('image'), image: media }),
  z.strictObject({ ...common, type: z.literal('video'), video: media }),
  z.strictObject({ ...common, type: z.literal('document'), document: media }),
  z.strictObject({
    ...common,
    type: z.literal('interactive'),
    interactive: z.looseObject({ type: text, action: z.record(z.string(), z.unknown()) }),
  }),
])
export type SendBody = z.infer<typeof SendBody>

export function digits(to: string): string {
  return to.replaceAll(/\D/g, '')
}

/** Reads a send's body, or says as the provider would what is wrong with it. */
export function readSendBody(body: unknown): { message: SendBody } | { refusal: Refusal } {
  const read = SendBody.safeParse(body)
  if (read.success) return { message: read.data }
  const [issue] = read.error.issues
  if (!issue) return { refusal: refusal(131009) }
  const where = issue.path.map(String).join('.') || 'body'
  if (issue.code === 'unrecognized_keys')
    return { refusal: refusal(100, `Unexpected key "${issue.keys[0]}" on '${where}'`) }
  if (valueAt(body, issue.path) === undefined) return { refusal: refusal(131008, `Parameter '${where}' is missing`) }
  return { refusal: refusal(131009, `Parameter '${where}': ${issue.message}`) }
}

function valueAt(body: unknown, path: PropertyKey[]): unknown {
  let value = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = new Map<PropertyKey, unknown>(Object.entries(value)).get(String(key))
  }
  return value
}
