import type { Readable } from 'node:stream'

/** One parameter of a template's component, in the provider's words. */
export type Parameter =
  | { type: 'text'; text: string; parameter_name?: string }
  | { type: 'coupon_code'; coupon_code: string }
  | { type: 'image'; image: { id: string } }
  | { type: 'video'; video: { id: string } }
  | { type: 'document'; document: { id: string; filename: string } }

/** One filled component of a template message. */
export type Component =
  | { type: 'header' | 'body'; parameters: Parameter[] }
  | { type: 'button'; sub_type: 'url' | 'copy_code'; index: string; parameters: Parameter[] }

/** The number that sends, with its key; never logged. */
export interface Sender {
  /** scheme, host and port of the provider's API */
  origin: string
  version: string
  phoneNumberId: string
  accessToken: string
}

export interface TemplateMessage {
  /** E.164 */
  to: string
  template: { name: string; language: string; components: Component[] }
  /** comes back in every report about this message */
  callbackData: string
}

export interface Media {
  name: string
  mime: string
  /** bytes */
  size: number
  stream: Readable
}

/**
 * What a refusal means for the sender: `retry` after a pause, `fail` this recipient for good, `stop` sending at all.
 */
export type Handling = 'retry' | 'fail' | 'stop'

export interface Refusal {
  kind: 'refused'
  handling: Handling
  /** the provider's code, or the HTTP status where it gave none */
  code: number
  /** what happened and what to do, for a person */
  text: string
  /** the first pause before another try */
  retryMs: number
  /** the number sends too fast */
  throttled: boolean
}

/**
 * What became of a send. `unknown`: the request went out and no answer came, so it must never be sent again without
 * a person's decision, unless the provider knows an idempotency key.
 */
export type SendOutcome = { kind: 'accepted'; providerId: string } | Refusal | { kind: 'unknown'; text: string }

export type ReportStatus = 'sent' | 'delivered' | 'read' | 'failed'

/** What the provider reports about a message, later and in any order. */
export interface Report {
  callbackData: string
  providerId: string
  status: ReportStatus
  at: Date
  /** of `failed` */
  error?: { code: number; text: string }
}

/** A provider of template messages: plain HTTP to the outside, no state. */
export interface Provider {
  send(sender: Sender, message: TemplateMessage): Promise<SendOutcome>
  /** Gives a file to the provider; the id names it in messages. */
  upload(sender: Sender, media: Media): Promise<{ kind: 'uploaded'; mediaId: string } | Refusal>
  /** Do these exact bytes come from the provider? In constant time. */
  isSigned(appSecret: string, bytes: Uint8Array, signature: string | undefined): boolean
  /** The reports in a webhook's body. @throws Error with a sentence when it cannot be read */
  readReports(body: string): Report[]
}
