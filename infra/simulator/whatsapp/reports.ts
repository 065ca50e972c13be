import { createHash, createHmac } from 'node:crypto'
import type { BusinessNumber, Report } from './entries.ts'
import { errors } from './errors.ts'
import type { Fate } from './fates.ts'
import type { Plan } from './plan.ts'
import type { ReportRef } from './store.ts'

/** When each report of a message that was accepted at `acceptedAt` happens and arrives, in order of arrival. */
export function scheduleReports(fate: Fate, plan: Plan, random: () => number, acceptedAt: number): Report[] {
  const [shortest, longest] = plan.delaysMs
  const wait = () => Math.round(shortest + random() * Math.max(0, longest - shortest))
  let time = acceptedAt
  const happened = fate.reports.map((status): Report => {
    time += wait()
    return { status, happensAt: time, arrivesAt: time, code: status === 'failed' ? fate.failedWith : undefined }
  })
  const order = fate.order ?? plan.order
  const arriving = order === 'normal' ? happened : reorder(happened, order, random)
  if (!fate.duplicate && !plan.duplicate) return arriving
  return arriving.flatMap(report => [report, { ...report, arrivesAt: report.arrivesAt + wait() }])
}

/** Reports in another order; none arrives before all of it has happened, so that no timestamp lies in the future. */
function reorder(happened: Report[], order: 'reversed' | 'shuffled', random: () => number): Report[] {
  const last = happened.at(-1)?.happensAt ?? 0
  const ordered = order === 'reversed' ? happened.toReversed() : shuffle(happened, random)
  return ordered.map((report, place) => ({ ...report, arrivesAt: last + place * 20 }))
}

function shuffle<T>(items: T[], random: () => number): T[] {
  return items
    .map(item => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

/** The webhook body that carries these reports of one business number. */
export function webhookBody(number: BusinessNumber, refs: ReportRef[]) {
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: `waba-${number.phoneNumberId}`,
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: {
                display_phone_number: number.displayPhoneNumber,
                phone_number_id: number.phoneNumberId,
              },
              statuses: refs.map(statusOf),
            },
          },
        ],
      },
    ],
  }
}

function statusOf({ message, position }: ReportRef) {
  const report = message.reports[position]
  if (!report) throw new Error(`message ${message.id} has no report ${position}`)
  const priced = report.status === 'sent' || report.status === 'delivered'
  return {
    id: message.id,
    status: report.status,
    timestamp: String(Math.floor(report.happensAt / 1000)),
    recipient_id: message.to,
    biz_opaque_callback_data: message.callbackData,
    ...(priced && pricing(message, report)),
    ...(report.code && { errors: [errorOf(report.code)] }),
  }
}

function pricing(message: ReportRef['message'], report: Report) {
  const id = createHash('sha256').update(`${message.phoneNumberId}:${message.to}`).digest('hex').slice(0, 32)
  const expires = Math.floor(message.at / 1000) + 24 * 60 * 60
  const free = message.category === 'service'
  return {
    conversation: {
      id,
      ...(report.status === 'sent' && { expiration_timestamp: String(expires) }),
      origin: { type: message.category },
    },
    pricing: {
      billable: !free,
      pricing_model: 'PMP',
      category: message.category,
      type: free ? 'free_customer_service' : 'regular',
    },
  }
}

function errorOf(code: NonNullable<Report['code']>) {
  const { title, details } = errors[code]
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}

/** The value of X-Hub-Signature-256 for these bytes. */
export function signature(appSecret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}
