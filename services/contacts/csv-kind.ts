import { AppError } from '#common/errors.ts'
import { messages, text } from '#contracts/messages.ts'

export const encodings = ['utf-8', 'windows-1252'] as const
/** How the bytes of a CSV are to be read. */
export interface CsvFormat {
  encoding: (typeof encodings)[number]
  delimiter: string
}

/** How much of a file's beginning sniff wants to see. */
export const headBytes = 256 * 1024

/** What a file that is no CSV is refused with; `reason` follows "This file is not a CSV:". */
export const noCsv = (reason: string) => new AppError('refused', text(messages.notCsv, { reason }))

/**
 * Format of a CSV by its beginning: headBytes of it, or all there is.
 * @throws refused, with what it is instead, when it is no CSV
 */
export function sniff(head: Buffer): CsvFormat {
  refuseOthers(head)
  // the last character may be cut off, but not at the end of a whole file
  const decoded = new TextDecoder().decode(head, { stream: head.length >= headBytes })
  const encoding = isMostlyUtf8(tally(decoded)) ? 'utf-8' : 'windows-1252'
  // the bytes of delimiters, quotes and line ends are the same in both
  return { encoding, delimiter: delimiterOf(head.toString('latin1')) }
}

/** What decoding as UTF-8 made of the bytes: characters beyond ASCII that were right, and places that were not. */
export interface Tally {
  right: number
  wrong: number
}
export function tally(decoded: string, sum: Tally = { right: 0, wrong: 0 }): Tally {
  for (const [beyond] of decoded.matchAll(/\P{ASCII}+/gu))
    for (let at = 0; at < beyond.length; at++) {
      if (beyond.charCodeAt(at) === 0xfffd) sum.wrong++
      else sum.right++
    }
  return sum
}
/** A file with a damaged place is still UTF-8; Windows-1252 read as UTF-8 is wrong nearly everywhere beyond ASCII. */
export const isMostlyUtf8 = ({ right, wrong }: Tally) => wrong <= right

const signatures: [string, string][] = [
  ['504b0304', 'it is an Excel workbook or a ZIP file. In Excel, choose Save as, CSV UTF-8'],
  ['d0cf11e0', 'it is an old Excel workbook. In Excel, choose Save as, CSV UTF-8'],
  ['25504446', 'it is a PDF'],
  ['89504e47', 'it is an image'],
  ['ffd8ff', 'it is an image'],
  ['47494638', 'it is an image'],
  ['1f8b', 'it is a compressed file. Unpack it first'],
  ['fffe', 'it is in UTF-16. Save it as CSV UTF-8'],
  ['feff', 'it is in UTF-16. Save it as CSV UTF-8'],
]

function refuseOthers(head: Buffer) {
  const start = head.subarray(0, 8).toString('hex')
  for (const [signature, reason] of signatures) if (start.startsWith(signature)) throw noCsv(reason)
  if (head.includes(0)) throw noCsv('it holds bytes that are no text')
  const beginning = head
    .subarray(0, 1_000)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
    .toLowerCase()
  if (beginning === '') throw noCsv('it is empty')
  if (/^<(!doctype|html|\?xml|!--)/.test(beginning)) throw noCsv('it is a web page or XML')
  if (/^(\[\s*)?\{\s*"/.test(beginning)) throw noCsv('it is JSON')
}

const delimiters = [',', ';', '\t', '|']
const linesSeen = 20

/** The delimiter that stands as often in most of the first lines as in the first one; the more often, the better. */
function delimiterOf(head: string): string {
  const lines = countPerLine(head)
  const header = lines[0]
  if (!header) return ','
  const score = (delimiter: string) => {
    const wanted = header.get(delimiter) ?? 0
    if (wanted === 0) return 0
    const agreeing = lines.filter(line => line.get(delimiter) === wanted).length
    return (agreeing / lines.length) * 1_000 + Math.min(wanted, 999)
  }
  const [best] = delimiters.map(delimiter => ({ delimiter, score: score(delimiter) })).sort((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.delimiter : ','
}

/** How often each delimiter stands in the first lines, outside quotation marks. */
function countPerLine(head: string): Map<string, number>[] {
  const lines: Map<string, number>[] = []
  let line = new Map<string, number>()
  let quoted = false
  let isBlank = true
  for (const character of head) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) {
      if (!isBlank) lines.push(line)
      if (lines.length === linesSeen) return lines
      line = new Map()
      isBlank = true
      continue
    } else if (!quoted && delimiters.includes(character)) line.set(character, (line.get(character) ?? 0) + 1)
    isBlank = false
  }
  // the last line may be cut off
  if (lines.length === 0) lines.push(line)
  return lines
}
