import { z } from 'zod'
import { errorCodes } from './errors.ts'

const phoneNumberId = z.string().regex(/^[\w-]{1,64}$/)

/** A template as the provider approved it, as far as a send is checked against it. */
const Template = z.strictObject({
  name: z.string().min(1),
  language: z.string().min(1),
  category: z.enum(['marketing', 'utility', 'authentication']).default('marketing'),
  status: z.enum(['APPROVED', 'PAUSED', 'DISABLED']).default('APPROVED'),
  /** How many variables the body has. */
  bodyVariables: z.int().min(0).default(0),
  /** The header's media, or text when it has a variable. */
  header: z.enum(['image', 'video', 'document', 'text']).optional(),
})
export type Template = z.infer<typeof Template>

/** A business number, as PUT /_control/numbers/{phone number id} registers it. */
export const Registration = z.strictObject({
  accessToken: z.string().min(1),
  appSecret: z.string().min(1),
  callbackUrl: z.url({ protocol: /^https?$/ }),
  verifyToken: z.string().optional(),
  displayPhoneNumber: z.string().default('15550000000'),
  verifiedName: z.string().default('Sandbox'),
  /** Sends in a second: a bucket that holds one second's worth. */
  ratePerSecond: z.number().positive().default(80),
  /** When given, a send must name one of them; when left out, any template is taken. */
  templates: z.array(Template).optional(),
})

const NumberEntry = z.object({ kind: z.literal('number'), phoneNumberId, ...Registration.shape })
export type BusinessNumber = z.infer<typeof NumberEntry>

const MediaEntry = z.object({
  kind: z.literal('media'),
  id: z.string(),
  phoneNumberId,
  mime: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})
export type Media = z.infer<typeof MediaEntry>

const Report = z.object({
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  /** When it happened to the message, and from when the callback may hear of it: Unix milliseconds. */
  happensAt: z.number(),
  arrivesAt: z.number(),
  code: z.literal(errorCodes).optional(),
})
export type Report = z.infer<typeof Report>

const content = {
  phoneNumberId,
  at: z.number(),
  callbackData: z.string().optional(),
  template: z.string().optional(),
}

const AcceptedEntry = z.object({
  kind: z.literal('accepted'),
  /** Position among the accepted messages of this journal; reports refer to it. */
  n: z.int(),
  id: z.string(),
  ...content,
  to: z.string(),
  type: z.string(),
  language: z.string().optional(),
  /** What a person would see beside the template's name: its variables, or the text. */
  variables: z.array(z.string()),
  category: z.enum(['marketing', 'utility', 'authentication', 'service']),
  fate: z.string(),
  reports: z.array(Report),
})
export type Accepted = z.infer<typeof AcceptedEntry>

const RefusedEntry = z.object({
  kind: z.literal('refused'),
  ...content,
  to: z.string().optional(),
  code: z.literal(errorCodes),
  details: z.string(),
  /** Present when the recipient's fate refused it, so that 'the first two tries' survives a restart. */
  fate: z.string().optional(),
})
export type Refused = z.infer<typeof RefusedEntry>

const SettledEntry = z.object({
  kind: z.literal('settled'),
  at: z.number(),
  outcome: z.enum(['acknowledged', 'abandoned']),
  /** [n of the message, position of the report] */
  reports: z.array(z.tuple([z.int(), z.int()])),
})
export type Settled = z.infer<typeof SettledEntry>

/** Every line that a journal may hold. */
export const Entry = z.discriminatedUnion('kind', [NumberEntry, MediaEntry, AcceptedEntry, RefusedEntry, SettledEntry])
export type Entry = z.infer<typeof Entry>
