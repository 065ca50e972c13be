import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, type Options, Parser } from 'csv-parse'
import iconv from 'iconv-lite'
import { limits } from '#contracts/limits.ts'
import { type CsvFormat, noCsv, type Tally, tally } from './csv-kind.ts'

/** One line of a CSV: a record, which may stand on several lines of the file. */
export interface CsvLine {
  /** number of the data line; the header is 0 */
  line: number
  values: string[]
  /** as it stands in the file */
  raw: string
}

/** What is known while a file is being read. */
export interface Reading {
  bytes: number
  utf8: Tally
}

/**
 * The header (line 0) and then the data lines of a CSV; blank lines are left out and not counted.
 * @param reading is kept up to date
 * @throws refused where the file turns out to be no CSV
 */
export async function* readCsv(
  source: Readable,
  { encoding, delimiter }: CsvFormat,
  reading: Reading = { bytes: 0, utf8: { right: 0, wrong: 0 } },
): AsyncGenerator<CsvLine> {
  const parser = new Parser(parserOptions(delimiter))
  // what goes wrong on the way destroys the parser with it, and the loop below throws it
  const flow = pipeline(source, decoder(encoding, reading), parser).catch(() => {})
  let line = 0
  let isHeaderRead = false
  try {
    for await (const { record, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      if (record.every(isBlank)) continue
      if (isHeaderRead) line++
      isHeaderRead = true
      yield { line, values: record, raw: raw.replace(/^[\r\n]+|[\r\n]+$/g, '') }
    }
  } catch (error) {
    throw explained(error)
  } finally {
    parser.destroy()
    source.destroy()
    await flow
  }
}

const isBlank = (value: string) => value === '' || value.trim() === ''

const parserOptions = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  // a quotation mark inside an unquoted value is a character like others: 5" pipe
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  raw: true,
  max_record_size: limits.csvLineChars,
})

/** Bytes to text, counting. A byte order mark is left out. */
function decoder(encoding: CsvFormat['encoding'], reading: Reading): Transform {
  const decode = encoding === 'utf-8' ? utf8(reading.utf8) : windows1252()
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _encoding, done) {
      reading.bytes += chunk.length
      try {
        if (chunk.includes(0)) throw noCsv('it holds bytes that are no text')
        done(null, decode(chunk) || undefined)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush(done) {
      done(null, decode() || undefined)
    },
  })
}

function utf8(sum: Tally) {
  const stream = new TextDecoder()
  return (chunk?: Buffer) => {
    const decoded = stream.decode(chunk, { stream: chunk !== undefined })
    tally(decoded, sum)
    return decoded
  }
}
function windows1252() {
  const stream = iconv.getDecoder('windows-1252')
  return (chunk?: Buffer) => (chunk ? stream.write(chunk) : stream.end())
}

function explained(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  // whole records before the one that is wrong, the header among them; those that a stream still held are lost with it
  const line = Number(error.records ?? 0)
  const where = line === 0 ? 'in the column names' : `in line ${line}`
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return noCsv(`a quotation mark that opens ${where} is never closed`)
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return noCsv(`there are more than ${limits.csvLineChars} characters ${where}; a quotation mark may not be closed`)
  return noCsv(`it cannot be read ${where}`)
}
