import { appendFileSync, closeSync, createReadStream, ftruncateSync, mkdirSync, openSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

/** The simulator's memory on disk: one JSON object a line, only ever appended to. */
export interface Journal {
  /** Buffers an event; it is on disk within the same turn of the event loop. */
  append(event: object): void
  /** Resolves when every event appended so far is on disk. */
  flushed(): Promise<void>
  /** Forgets everything and starts again with these events. */
  restart(events: object[]): void
  close(): void
}

/**
 * Opens the journal at `path` and hands each event already in it to `replay`, oldest first. A last line that a killed
 * process left half written is dropped. Without a path nothing is kept.
 */
export async function openJournal(path: string | undefined, replay: (event: unknown) => void): Promise<Journal> {
  if (!path) return { append() {}, flushed: () => Promise.resolve(), restart() {}, close() {} }
  mkdirSync(dirname(path), { recursive: true })
  // It holds access tokens, so only the owner may read it.
  const file = openSync(path, 'a', 0o600)
  const keptBytes = await readEvents(path, replay)
  truncateSync(path, keptBytes)

  let buffer: string[] = []
  let waiting: Promise<void> | undefined
  const flush = () => {
    if (buffer.length > 0) appendFileSync(file, buffer.join(''))
    buffer = []
  }
  const flushed = () => {
    waiting ??= new Promise((resolve, reject) =>
      setImmediate(() => {
        waiting = undefined
        try {
          flush()
          resolve()
        } catch (error) {
          reject(error)
        }
      }),
    )
    return waiting
  }
  return {
    append(event) {
      buffer.push(`${JSON.stringify(event)}\n`)
      flushed().catch((error: unknown) => {
        throw error
      })
    },
    flushed: () => (buffer.length > 0 ? flushed() : Promise.resolve()),
    restart(events) {
      buffer = events.map(event => `${JSON.stringify(event)}\n`)
      ftruncateSync(file, 0)
      flush()
    },
    close() {
      flush()
      closeSync(file)
    },
  }
}

/** Answers how many bytes hold whole lines. */
async function readEvents(path: string, replay: (event: unknown) => void): Promise<number> {
  let keptBytes = 0
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      replay(JSON.parse(line))
      keptBytes += Buffer.byteLength(line) + 1
    }
  }
  return keptBytes
}
