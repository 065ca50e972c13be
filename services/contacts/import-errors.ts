import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { type QueryFilter, Types } from 'mongoose'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { byteOrderMark, csvLine } from './csv-write.ts'
import * as fields from './fields.ts'
import { ImportLine, type ImportLineRow, type ImportRow, tellImport } from './import-rows.ts'
import * as imports from './imports.ts'
import { type System, systemHeaders } from './mapping.ts'

/** Refused lines of an import in the order of the file; `search` is a part of the line. @throws notFound */
export async function list(tenant: Tenant, page: { entryId: string; from: number; perPage: number; search?: string }) {
  const upload = await imports.find(tenant, page.entryId)
  const filter: QueryFilter<ImportLineRow> = { enterpriseId: tenant.enterpriseId, importId: upload._id }
  if (page.search) filter.lineStr = { $regex: escaped(page.search), $options: 'i' }
  const rows = await ImportLine.find(filter)
    .sort({ line: 1 })
    .skip(page.from)
    .limit(page.perPage + 1)
    .lean()
  const customers = rows
    .slice(0, page.perPage)
    .map(({ line, lineStr, refusals }) => ({ line, lineStr, errors: refusals }))
  const headers = upload.headers.map(name => ({ name }))
  return { upload: tellImport(upload), customers: { customers, headers, hasMore: rows.length > page.perPage } }
}

const escaped = (search: string) => search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * The refused lines as a CSV to be mended and uploaded again: line and messages first, then the file's own columns.
 * @throws notFound
 */
export async function download(tenant: Tenant, id: string): Promise<{ name: string; stream: Readable }> {
  const upload = await imports.find(tenant, id)
  const filter = { enterpriseId: tenant.enterpriseId, importId: new Types.ObjectId(id) }
  const rows = ImportLine.find(filter).sort({ line: 1 }).lean().cursor({ batchSize: 500 })
  return { name: `Errors of ${upload.file.name}`, stream: Readable.from(lines(upload, rows)) }
}

async function* lines(upload: ImportRow, rows: AsyncIterable<ImportLineRow>): AsyncGenerator<string> {
  const labels = new Map(systemHeaders(upload.fields).map(field => [field.name, field.label]))
  yield byteOrderMark + csvLine(['Line', 'Errors', ...upload.headers])
  for await (const { line, lineStr, refusals } of rows) {
    const isCut = lineStr.length >= limits.csvErrorLineChars
    const all = isCut ? [...refusals, { message: text(messages.lineCut, { n: limits.csvErrorLineChars }) }] : refusals
    const cells = cellsOf(lineStr, upload.format.delimiter)
    yield csvLine([String(line), all.map(error => sentence(error, labels)).join('; '), ...cells])
  }
}

const sentence = ({ field, message }: FieldError, labels: Map<string, string>) => {
  const label = field && labels.get(field)
  return label && !message.includes(label) ? `${label}: ${message}` : message
}

function cellsOf(lineStr: string, delimiter: string): string[] {
  try {
    const [cells] = parse(lineStr, { delimiter, relax_quotes: true, relax_column_count: true })
    return cells ?? []
  } catch {
    // cut off inside quotation marks
    return [lineStr]
  }
}

/** The headers that an import understands, and nothing else. */
export async function sample(tenant: Tenant): Promise<string> {
  const system = systemHeaders(await fields.list(tenant))
  return byteOrderMark + csvLine(system.map(field => headerOf(field, system)))
}

/** The label, where no other field could be meant by it. */
const headerOf = (field: System, all: readonly System[]) =>
  all.some(other => other !== field && [other.label, other.name].some(name => same(name, field.label)))
    ? field.name
    : field.label
const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
