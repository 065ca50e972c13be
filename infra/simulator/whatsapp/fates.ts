import type { ErrorCode } from './errors.ts'

export type Status = 'sent' | 'delivered' | 'read' | 'failed'

export interface Fate {
  /** What the table of fates says of it. */
  says: string
  /** Reports in the order in which things happen to the message; none when the send is refused. */
  reports: readonly Status[]
  /** The error that a `failed` report carries. */
  failedWith?: ErrorCode
  /** The send itself is refused with this error: always, or the first `refuseTimes` tries of a message. */
  refuseWith?: ErrorCode
  refuseTimes?: number
  /** The order in which the reports arrive. */
  order?: 'reversed' | 'shuffled'
  duplicate?: boolean
  /** The connection is cut once the message is accepted, before the answer. */
  cutOff?: boolean
  answerDelayMs?: number
}

const whole = ['sent', 'delivered', 'read'] as const

/** Everything that can become of a message. */
export const fates = {
  read: { says: 'sent, delivered, read', reports: whole },
  unread: { says: 'sent, delivered, never read', reports: ['sent', 'delivered'] },
  sentOnly: { says: 'sent, never delivered', reports: ['sent'] },
  silent: { says: 'accepted, never reported', reports: [] },
  readWithoutDelivered: { says: 'sent, read; no delivered report', reports: ['sent', 'read'] },
  undeliverable: { says: 'failed: 131026 undeliverable', reports: ['failed'], failedWith: 131026 },
  sentThenUndeliverable: { says: 'sent, failed: 131026', reports: ['sent', 'failed'], failedWith: 131026 },
  stoppedMarketing: { says: 'failed: 131050 user stopped marketing', reports: ['failed'], failedWith: 131050 },
  deliveredAfterFailed: {
    says: 'sent, failed: 131000, delivered',
    reports: ['sent', 'failed', 'delivered'],
    failedWith: 131000,
  },
  refusedUndeliverable: { says: 'send refused: 131026', reports: [], refuseWith: 131026 },
  refusedOutsideWindow: { says: 'send refused: 131047 outside the window', reports: [], refuseWith: 131047 },
  refusedMarketingCap: { says: 'send refused: 131049 marketing cap', reports: [], refuseWith: 131049 },
  throttledTwice: { says: 'send refused twice: 130429, then read', reports: whole, refuseWith: 130429, refuseTimes: 2 },
  pairLimitedOnce: { says: 'send refused once: 131056, then read', reports: whole, refuseWith: 131056, refuseTimes: 1 },
  unavailableOnce: { says: 'send refused once: 131016, then read', reports: whole, refuseWith: 131016, refuseTimes: 1 },
  reordered: { says: 'read, but reports arrive in reverse', reports: whole, order: 'reversed' },
  duplicated: { says: 'read, every report arrives twice', reports: whole, duplicate: true },
  cutOff: { says: 'accepted, connection cut before the answer; read', reports: whole, cutOff: true },
  slow: { says: 'answered after 2 s; read', reports: whole, answerDelayMs: 2_000 },
} as const satisfies Record<string, Fate>

export type FateName = keyof typeof fates

/** The fate of a recipient by the last digits of the number; the longest ending wins. Every other number is read. */
export const fateBySuffix: Record<string, FateName> = {
  '00': 'undeliverable',
  '01': 'stoppedMarketing',
  '02': 'sentThenUndeliverable',
  '03': 'refusedOutsideWindow',
  '04': 'refusedMarketingCap',
  '05': 'refusedUndeliverable',
  '06': 'sentOnly',
  '07': 'silent',
  '08': 'readWithoutDelivered',
  '09': 'reordered',
  '10': 'duplicated',
  '11': 'deliveredAfterFailed',
  '12': 'cutOff',
  '913': 'throttledTwice',
  '914': 'slow',
  '15': 'pairLimitedOnce',
  '16': 'unavailableOnce',
  '7': 'unread',
}

export function isFateName(name: string): name is FateName {
  return Object.hasOwn(fates, name)
}

/** The fate of a number of digits alone. `planned` has the same keys as the table, or '*', and goes before it. */
export function fateOf(to: string, planned: Record<string, FateName>): FateName {
  return bySuffix(to, planned) ?? planned['*'] ?? bySuffix(to, fateBySuffix) ?? 'read'
}

function bySuffix(to: string, table: Record<string, FateName>): FateName | undefined {
  for (let start = 0; start < to.length; start++) {
    const ending = to.slice(start)
    if (Object.hasOwn(table, ending)) return table[ending]
  }
  return undefined
}
