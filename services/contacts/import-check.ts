import { fail } from '#common/errors.ts'
import { readFile } from '#common/files.ts'
import { duplicateIndex } from '#common/mongo.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { type CsvLine, type Reading, readCsv } from './csv.ts'
import { type CsvFormat, isMostlyUtf8 } from './csv-kind.ts'
import type { ReadRow } from './csv-row.ts'
import type { Attempt } from './import-attempt.ts'
import { ImportLine, type ImportLineRow } from './import-rows.ts'

/** Part of the progress that belongs to the first pass, in per cent. */
export const checkShare = 30
const linesAtOnce = 500

/** What the first pass finds: the lines to write, in the order of the file. */
export interface Checked {
  format: CsvFormat
  /** of every number, its last valid line */
  lines: Uint32Array
}

/**
 * Pass 1: checks every line, keeps the refused ones, and finds each number's last valid line. Told again after a kill,
 * it comes to the same result.
 */
export async function checkFile(
  attempt: Attempt,
  read: (cells: string[]) => ReadRow,
  pause: () => void,
): Promise<Checked> {
  const first = await pass(attempt, attempt.row.format, read, pause)
  if (first.format.encoding === 'windows-1252' || isMostlyUtf8(first.reading.utf8)) return first
  // only further in did the file show that it is not UTF-8: read it again as what it is
  const format: CsvFormat = { ...first.format, encoding: 'windows-1252' }
  const { enterpriseId, _id: importId } = attempt.row
  await ImportLine.deleteMany({ enterpriseId, importId })
  await attempt.update({ $set: { format } })
  return pass(attempt, format, read, pause)
}

async function pass(
  attempt: Attempt,
  format: CsvFormat,
  read: (cells: string[]) => ReadRow,
  pause: () => void,
): Promise<Checked & { reading: Reading }> {
  const { tenant, row } = attempt
  const phoneAt = row.columns.findIndex(column => column.fieldName === 'phoneNumber')
  const reading: Reading = { bytes: 0, utf8: { right: 0, wrong: 0 } }
  const last = new Map<number, number>()
  const refused = keeper(attempt)
  let [total, accepted] = [0, 0]
  // a resumed import showed more than this already
  const isFirst = row.phase !== 'writing'

  for await (const given of readCsv(await readFile(tenant, row.file.id), format, reading)) {
    if (given.line === 0) continue
    total = given.line
    if (total > limits.csvRows) fail('refused', text(messages.tooManyRows, { n: limits.csvRows }))
    const { values, errors } = read(given.values)
    if (errors) await refused.add(given, errors)
    else {
      accepted++
      last.set(Number(String(values[phoneAt]).slice(1)), given.line)
    }
    if (total % 256 === 0) {
      pause()
      if (isFirst) show()
    }
  }
  await refused.flush()
  show()
  return { format, reading, lines: Uint32Array.from(last.values()).sort() }

  function show() {
    const progress = isFirst ? Math.min(checkShare, Math.round((checkShare * reading.bytes) / row.file.size)) : 0
    Object.assign(attempt.counts, {
      totalLines: total,
      acceptedLines: accepted,
      errorLines: total - accepted,
      duplicateLines: accepted - last.size,
      progress: Math.max(attempt.counts.progress, progress),
    })
    attempt.report()
  }
}

/** Writes refused lines down in groups; a line that an earlier attempt wrote stays as it is. */
function keeper(attempt: Attempt) {
  const { enterpriseId, _id: importId } = attempt.row
  let waiting: Omit<ImportLineRow, '_id'>[] = []
  let kept = 0
  async function flush() {
    if (waiting.length === 0) return
    const rows = waiting
    waiting = []
    await ImportLine.insertMany(rows, { ordered: false, lean: true }).catch(error => {
      if (duplicateIndex(error) === null) throw error
    })
  }
  return {
    flush,
    async add({ line, raw }: CsvLine, refusals: FieldError[]) {
      if (kept === limits.csvErrorsKept) return
      kept++
      const lineStr = raw.length > limits.csvErrorLineChars ? beginning(raw) : raw
      waiting.push({ enterpriseId, importId, line, lineStr, refusals: refusals.slice(0, refusalsKept) })
      if (waiting.length === linesAtOnce) await flush()
    },
  }
}
const refusalsKept = 20
// a copy: a slice would keep the whole line in memory
const beginning = (raw: string) => Buffer.from(raw.slice(0, limits.csvErrorLineChars)).toString()
