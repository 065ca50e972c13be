import { Readable } from 'node:stream'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { AppError } from '#common/errors.ts'
import { readCsv } from './csv.ts'
import { isMostlyUtf8, sniff, tally } from './csv-kind.ts'
import { csvLine, importedCell } from './csv-write.ts'

/** The bytes in pieces of a size, so that every border between two of them is tried. */
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  )

async function rowsOf(bytes: Buffer, size = 64): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { values } of readCsv(inPieces(bytes, size), sniff(bytes))) rows.push(values)
  return rows
}
const refusal = async (bytes: Buffer | string) =>
  rowsOf(Buffer.from(bytes)).then(
    () => 'accepted',
    error => (error instanceof AppError ? error.message : String(error)),
  )

describe('whatever the shape of a file, the same rows come out', () => {
  const word = fc.string({
    unit: fc.constantFrom(..."abc 12éüñß€-'.@+", '"', ',', ';', '\t', '|', '\n', '\r\n'),
    maxLength: 12,
  })
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain(width => fc.array(fc.array(word, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 15 }))
  const shape = fc.record({
    rows: table,
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    always: fc.boolean(),
    blankLines: fc.boolean(),
    lastEnd: fc.boolean(),
    encoding: fc.constantFrom('utf8', 'utf8-bom', 'windows-1252'),
    piece: fc.integer({ min: 1, max: 40 }),
  })
  test('quotes, delimiters, line ends, marks and encodings', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async ({ rows, delimiter, lineEnd, always, blankLines, lastEnd, encoding, piece }) => {
        const header = rows[0]?.map((_, index) => `column ${index}`) ?? []
        const quoted = (value: string) => {
          const needs = always || /["\r\n,;\t|]/.test(value)
          return needs ? `"${value.replaceAll('"', '""')}"` : value
        }
        const lines = [header, ...rows].map(row => row.map(quoted).join(delimiter))
        const text = lines.join(blankLines ? lineEnd + lineEnd : lineEnd) + (lastEnd ? lineEnd : '')
        const bytes =
          encoding === 'windows-1252'
            ? iconv.encode(text, encoding)
            : Buffer.from((encoding === 'utf8-bom' ? '\ufeff' : '') + text)
        // the same bytes may be right in both encodings: nobody can tell then
        fc.pre(encoding !== 'windows-1252' || bytes.every(byte => byte < 128) || !isMostlyUtf8(tally(bytes.toString())))
        const expected = [header, ...rows.filter(row => row.some(value => value.trim() !== ''))]
        expect(await rowsOf(bytes, piece)).toEqual(expected)
      }),
      { numRuns: 400 },
    )
  })
})

test('line ends may differ within a file', async () => {
  expect(await rowsOf(Buffer.from('a,b\r\n1,2\n3,"x\r\ny"\r4,5'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', 'x\r\ny'],
    ['4', '5'],
  ])
})

test('a quotation mark inside an unquoted value is a character', async () => {
  expect(await rowsOf(Buffer.from('size,of\n5" pipe,"a ""b"""\n'))).toEqual([
    ['size', 'of'],
    ['5" pipe', 'a "b"'],
  ])
})

test('a line is kept as it stands in the file', async () => {
  const lines = []
  for await (const line of readCsv(inPieces(Buffer.from('a,b\n\n1,"2\n3"\n,\n4,5\n'), 3), {
    encoding: 'utf-8',
    delimiter: ',',
  }))
    lines.push(line)
  expect(lines).toEqual([
    { line: 0, values: ['a', 'b'], raw: 'a,b' },
    { line: 1, values: ['1', '2\n3'], raw: '1,"2\n3"' },
    { line: 2, values: ['4', '5'], raw: '4,5' },
  ])
})

test('one damaged place does not turn a UTF-8 file into another encoding', () => {
  const bytes = Buffer.concat([Buffer.from('name\nनेहा\nमीरा\n'), Buffer.from([0xe9]), Buffer.from('\n')])
  expect(sniff(bytes).encoding).toBe('utf-8')
  expect(sniff(iconv.encode('name\nJosé\nZoë\n', 'windows-1252')).encoding).toBe('windows-1252')
})

test.each([
  ['a workbook', Buffer.from('PK\u0003\u0004...'), 'Excel workbook or a ZIP file'],
  ['a PDF', '%PDF-1.7', 'it is a PDF'],
  ['an image', Buffer.from('89504e470d0a1a0a', 'hex'), 'it is an image'],
  ['a web page', '\n<!DOCTYPE html><html>', 'a web page'],
  ['JSON', '[ {"phone": 1}]', 'JSON'],
  ['UTF-16', Buffer.from('\ufeffphone,name\n', 'utf16le'), 'UTF-16'],
  ['NUL bytes', 'phone,na\u0000me\n', 'no text'],
  ['NUL bytes further on', `phone,name\n${'1,2\n'.repeat(100_000)}\u0000`, 'no text'],
  ['nothing', '', 'it is empty'],
  ['spaces', ' \r\n\n', 'it is empty'],
  ['an open quotation mark', 'phone,name\n1,2\n3,"4\n5,6\n', 'opens in line 2 is never closed'],
  ['an endless line', `phone,name\n1,2\n3,"${'x'.repeat(1_100_000)}"\n`, 'characters in line 2'],
])('%s is refused', async (_, bytes, reason) => {
  const message = await refusal(bytes)
  expect(message).toContain('This file is not a CSV: ')
  expect(message).toContain(reason)
})

test('an exported cell is no formula, and comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;|a1 ') }), { minLength: 2, maxLength: 6 }),
      async cells => {
        const line = csvLine(cells)
        const [, row] = await rowsOf(Buffer.from(csvLine(cells.map((_, index) => `c${index}`)) + line))
        if (cells.every(cell => cell.trim() === '')) return
        expect(row?.every(cell => !/^[=+\-@\t\r]/.test(cell))).toBe(true)
        expect(row?.map(importedCell)).toEqual(cells)
      },
    ),
  )
})
