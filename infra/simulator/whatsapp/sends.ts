import type { Clock } from '../clock.ts'
import { seededRandom } from '../random.ts'
import { mediaIds, shown, templateOf } from './content.ts'
import type { Accepted, BusinessNumber, Refused } from './entries.ts'
import { type Refusal, refusal } from './errors.ts'
import { type Fate, type FateName, fateOf, fates } from './fates.ts'
import type { Outbox } from './outbox.ts'
import type { Plan } from './plan.ts'
import { scheduleReports } from './reports.ts'
import { digits, readSendBody, type SendBody } from './shapes.ts'
import type { Message, Store } from './store.ts'
import { checkTemplate } from './templates.ts'

export interface SendDeps {
  store: Store
  outbox: Outbox
  clock: Clock
  seed: number
  plan: () => Plan
}

export type SendResult = { refusal: Refusal } | { message: Message; input: string; fate: Fate }

/** The rule of a send: accepts the message and schedules its reports, or says why not. Both are in the log. */
export function createSends({ store, outbox, clock, seed, plan }: SendDeps) {
  const buckets = new Map<string, { left: number; at: number }>()
  let sends = 0

  const underRate = (number: BusinessNumber): boolean => {
    const now = clock.now()
    const bucket = buckets.get(number.phoneNumberId) ?? { left: number.ratePerSecond, at: now }
    const refilled = bucket.left + ((now - bucket.at) / 1000) * number.ratePerSecond
    const left = Math.min(Math.max(1, number.ratePerSecond), refilled)
    const allowed = left >= 1
    buckets.set(number.phoneNumberId, { left: allowed ? left - 1 : left, at: now })
    return allowed
  }

  const unknownMedia = (message: SendBody): string | undefined => mediaIds(message).find(id => !store.media.has(id))

  const check = (number: BusinessNumber, message: SendBody): Refusal | undefined => {
    if (!underRate(number)) return refusal(130429)
    const mediaId = unknownMedia(message)
    if (mediaId) return refusal(131009, `Media '${mediaId}' does not exist`)
    if (message.type === 'template' && number.templates) return checkTemplate(message.template, number.templates)
    return undefined
  }

  const checkFaults = (number: BusinessNumber, to: string, fate: Fate): Refusal | undefined => {
    sends++
    const { rejectEvery, rejectCode } = plan()
    if (rejectEvery && sends % rejectEvery === 0) return refusal(rejectCode)
    if (!fate.refuseWith) return undefined
    const tries = store.triesOf({ phoneNumberId: number.phoneNumberId, to })
    return tries < (fate.refuseTimes ?? Number.POSITIVE_INFINITY) ? refusal(fate.refuseWith) : undefined
  }

  const accept = (number: BusinessNumber, message: SendBody, to: string, name: FateName): Message => {
    const at = clock.now()
    const accepted = store.accept((n): Accepted => {
      const reports = scheduleReports(fates[name], plan(), seededRandom(seed, n), at)
      return { kind: 'accepted', n, id: messageId(to, at, n), at, to, fate: name, reports, ...shown(number, message) }
    })
    accepted.reports.forEach((_, position) => {
      outbox.schedule({ message: accepted, position })
    })
    return accepted
  }

  return {
    send(number: BusinessNumber, body: unknown): SendResult {
      const read = readSendBody(body)
      const entry = { kind: 'refused', at: clock.now(), phoneNumberId: number.phoneNumberId } as const
      const refuse = (why: Refusal, about: Partial<Refused> = {}): SendResult => {
        store.refuse({ ...entry, ...about, ...why })
        return { refusal: why }
      }
      if ('refusal' in read) return refuse(read.refusal)

      const { message } = read
      const to = digits(message.to)
      const name = fateOf(to, plan().fates)
      const fate: Fate = fates[name]
      const about = { to, callbackData: message.biz_opaque_callback_data, template: templateOf(message)?.name }
      const wrong = check(number, message)
      if (wrong) return refuse(wrong, about)
      const fault = checkFaults(number, to, fate)
      if (fault) return refuse(fault, { ...about, fate: fault.code === fate.refuseWith ? name : undefined })
      return { message: accept(number, message, to, name), input: message.to, fate }
    },
  }
}

/** Like the provider's, the id looks opaque; it never repeats, because n and the time never do together. */
function messageId(to: string, at: number, n: number): string {
  return `wamid.${Buffer.from(`${to}.${at.toString(36)}.${n.toString(36)}`).toString('base64url')}`
}
