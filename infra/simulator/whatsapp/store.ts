import { openJournal } from '../journal.ts'
import { type Accepted, type BusinessNumber, Entry, type Media, type Refused, type Settled } from './entries.ts'

export interface Message extends Accepted {
  /** What became of each report, by its position; undefined while it is still to come. */
  settled: (Settled['outcome'] | undefined)[]
}

/** A report of a message, by its position. */
export interface ReportRef {
  message: Message
  position: number
}

export type Store = Awaited<ReturnType<typeof openStore>>

/** What the provider knows, rebuilt from the journal at `logPath`; every change is appended there. */
export async function openStore(logPath: string | undefined) {
  const numbers = new Map<string, BusinessNumber>()
  const media = new Map<string, Media>()
  const messages = new Map<number, Message>()
  const log: (Message | Refused)[] = []
  const refusedTries = new Map<string, number>()
  let nextN = 0

  const apply = (entry: Entry): void => {
    switch (entry.kind) {
      case 'number':
        numbers.set(entry.phoneNumberId, entry)
        break
      case 'media':
        media.set(entry.id, entry)
        break
      case 'accepted':
        addMessage(entry)
        break
      case 'refused':
        log.push(entry)
        if (entry.fate) refusedTries.set(triesKey(entry), triesOf(entry) + 1)
        break
      case 'settled':
        for (const [n, position] of entry.reports) {
          const message = messages.get(n)
          if (message) message.settled[position] = entry.outcome
        }
    }
  }
  const triesKey = (about: { phoneNumberId: string; to?: string }) => `${about.phoneNumberId}:${about.to}`
  const triesOf = (about: { phoneNumberId: string; to?: string }) => refusedTries.get(triesKey(about)) ?? 0
  const addMessage = (entry: Accepted): Message => {
    const message = { ...entry, settled: entry.reports.map(() => undefined) }
    messages.set(entry.n, message)
    log.push(message)
    refusedTries.delete(triesKey(entry))
    nextN = Math.max(nextN, entry.n + 1)
    return message
  }

  const journal = await openJournal(logPath, event => apply(Entry.parse(event)))

  return {
    numbers,
    media,
    /** Accepted and refused sends, oldest first. */
    log,
    /** How often this recipient's fate refused the message that is being tried. */
    triesOf,
    register(number: BusinessNumber) {
      journal.append(number)
      apply(number)
    },
    addMedia(item: Media) {
      journal.append(item)
      apply(item)
    },
    accept(make: (n: number) => Accepted): Message {
      const entry = make(nextN)
      journal.append(entry)
      return addMessage(entry)
    },
    refuse(entry: Refused) {
      journal.append(entry)
      apply(entry)
    },
    /** Notes what became of reports; those of a log that was cleared since are ignored. */
    settle(refs: ReportRef[], outcome: Settled['outcome'], at: number) {
      const known = refs.filter(({ message }) => messages.get(message.n) === message)
      if (known.length === 0) return
      const reports = known.map(({ message, position }): [number, number] => [message.n, position])
      const entry: Settled = { kind: 'settled', at, outcome, reports }
      journal.append(entry)
      apply(entry)
    },
    has: (message: Message) => messages.get(message.n) === message,
    pendingReports(): ReportRef[] {
      const pending: ReportRef[] = []
      for (const message of messages.values()) {
        message.reports.forEach((_, position) => {
          if (!message.settled[position]) pending.push({ message, position })
        })
      }
      return pending
    },
    /** Forgets messages and refusals; numbers and media stay. */
    clearLog() {
      messages.clear()
      refusedTries.clear()
      log.length = 0
      journal.restart([...numbers.values(), ...media.values()])
    },
    flushed: journal.flushed,
    close: journal.close,
  }
}
