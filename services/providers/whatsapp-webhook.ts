import { z } from 'zod'
import type { Report } from './provider.ts'
import { explain } from './whatsapp-errors.ts'

// loose on purpose: the provider adds fields, and other kinds of events come to the same address
const Status = z.looseObject({
  id: z.string(),
  status: z.string(),
  timestamp: z.string().regex(/^\d{1,12}$/),
  biz_opaque_callback_data: z.string().optional(),
  errors: z
    .array(
      z.looseObject({
        code: z.number(),
        title: z.string().optional(),
        error_data: z.looseObject({ details: z.string().optional() }).optional(),
      }),
    )
    .optional(),
})
const Webhook = z.looseObject({
  entry: z.array(
    z.looseObject({
      changes: z.array(
        z.looseObject({ field: z.string(), value: z.looseObject({ statuses: z.array(z.unknown()).optional() }) }),
      ),
    }),
  ),
})
const Known = z.enum(['sent', 'delivered', 'read', 'failed'])

/**
 * The status reports of a webhook's body, in its order. Events of other kinds, statuses we do not know and messages
 * that are not ours are left out.
 * @throws Error with a sentence when the body, or one of its statuses, is not what the Cloud API sends
 */
export function readReports(body: string): Report[] {
  const parsed = Webhook.safeParse(json(body))
  if (!parsed.success) throw new Error(`This is not a webhook of the Cloud API: ${z.prettifyError(parsed.error)}`)
  const statuses = parsed.data.entry
    .flatMap(entry => entry.changes)
    .filter(change => change.field === 'messages')
    .flatMap(change => change.value.statuses ?? [])
  return statuses.flatMap(readStatus)
}

function json(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Error('The body is not JSON.')
  }
}

function readStatus(value: unknown): Report[] {
  const parsed = Status.safeParse(value)
  if (!parsed.success) throw new Error(`A status cannot be read: ${z.prettifyError(parsed.error)}`)
  const { id, status, timestamp, biz_opaque_callback_data: callbackData, errors } = parsed.data
  const known = Known.safeParse(status)
  if (!callbackData || !known.success) return []
  const [first] = errors ?? []
  const told = plain(first?.error_data?.details ?? first?.title ?? '')
  return [
    {
      callbackData,
      providerId: id,
      status: known.data,
      at: new Date(Number(timestamp) * 1_000),
      ...(known.data === 'failed' && { error: { code: first?.code ?? 0, text: explain(first?.code ?? 0, told).text } }),
    },
  ]
}

/** Foreign text in one line, of a length that fits a table. */
export const plain = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, 300)
