import type { Refused } from './entries.ts'
import type { Status } from './fates.ts'
import type { Message } from './store.ts'

export interface LogFilter {
  phoneNumberId?: string
  kind?: 'accepted' | 'refused'
  /** What biz_opaque_callback_data begins with. */
  callbackPrefix?: string
}

/** The entries of a log that a filter asks for. */
export function matching(log: readonly (Message | Refused)[], filter: LogFilter): (Message | Refused)[] {
  return log.filter(
    entry =>
      (!filter.phoneNumberId || entry.phoneNumberId === filter.phoneNumberId) &&
      (!filter.kind || entry.kind === filter.kind) &&
      (!filter.callbackPrefix || entry.callbackData?.startsWith(filter.callbackPrefix)),
  )
}

const rank: Record<Status, number> = { sent: 1, failed: 2, delivered: 3, read: 4 }

/** The furthest status that the callback acknowledged (sent < failed < delivered < read). */
export function finalStatus(message: Message): Status | undefined {
  let furthest: Status | undefined
  message.reports.forEach(({ status }, position) => {
    if (message.settled[position] !== 'acknowledged') return
    if (!furthest || rank[status] > rank[furthest]) furthest = status
  })
  return furthest
}

/**
 * Exact counts over log entries: `duplicates` are accepted messages beyond the first to the same recipient,
 * `byFinalStatus.none` those with no acknowledged report, `pendingReports` reports that are still to be acknowledged,
 * `peakPerSecond` the most sends accepted within any 1000 ms.
 */
export function countsOf(entries: readonly (Message | Refused)[]) {
  const perRecipient = new Map<string, number>()
  const byFinalStatus = { none: 0, sent: 0, delivered: 0, read: 0, failed: 0 }
  const reports = { pendingReports: 0, abandonedReports: 0 }
  const acceptedAt: number[] = []
  const refusedByCode: Record<string, number> = {}
  let refused = 0
  for (const entry of entries) {
    if (entry.kind === 'refused') {
      refused++
      refusedByCode[entry.code] = (refusedByCode[entry.code] ?? 0) + 1
      continue
    }
    perRecipient.set(entry.to, (perRecipient.get(entry.to) ?? 0) + 1)
    byFinalStatus[finalStatus(entry) ?? 'none']++
    acceptedAt.push(entry.at)
    entry.reports.forEach((_, position) => {
      if (!entry.settled[position]) reports.pendingReports++
      if (entry.settled[position] === 'abandoned') reports.abandonedReports++
    })
  }
  const twice = [...perRecipient].filter(([, accepted]) => accepted > 1)
  return {
    accepted: acceptedAt.length,
    uniqueRecipients: perRecipient.size,
    duplicates: acceptedAt.length - perRecipient.size,
    duplicateRecipients: twice.slice(0, 100).map(([to, accepted]) => ({ to, accepted })),
    refused,
    refusedByCode,
    byFinalStatus,
    ...reports,
    peakPerSecond: peak(acceptedAt),
  }
}

function peak(times: number[]): number {
  let first = 0
  let most = 0
  times.forEach((time, index) => {
    while (time - (times[first] ?? time) >= 1000) first++
    most = Math.max(most, index - first + 1)
  })
  return most
}
