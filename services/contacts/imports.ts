import { type QueryFilter, Types } from 'mongoose'
import type { z } from 'zod'
import { audit } from '#common/audit.ts'
import { fail, failField } from '#common/errors.ts'
import { findFile, readFile } from '#common/files.ts'
import { unscoped } from '#common/mongo.ts'
import { enqueue } from '#common/queues.ts'
import type { Tenant } from '#common/tenant.ts'
import { type HeaderMapping, type Import, isCsvName, type ParsedFile } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { enterpriseOf } from '#services/enterprise/public.ts'
import { type CsvLine, readCsv } from './csv.ts'
import { type CsvFormat, headBytes, sniff } from './csv-kind.ts'
import { compileRow } from './csv-row.ts'
import { told } from './customer-rows.ts'
import * as fields from './fields.ts'
import * as groups from './groups.ts'
import { ImportModel, type ImportRow, tellImport } from './import-rows.ts'
import { columnsOf, guess, systemHeaders, userHeaders } from './mapping.ts'

const dayMs = 86_400_000

/**
 * Looks at an uploaded file, writes nothing of it: headers, a guessed mapping, the first rows.
 * @throws badInput or refused when it is no CSV; notFound
 */
export async function upload(
  tenant: Tenant,
  file: { name: string; path: string },
): Promise<z.input<typeof ParsedFile>> {
  if (!isCsvName(file.name)) failField('file', messages.onlyCsv)
  const { id, size } = await findFile(tenant, file.path)
  const format = sniff(await head(tenant, id))
  const [header, ...rows] = await firstLines(tenant, id, format)
  if (!header) fail('refused', messages.onlyHeaders)
  const headers = userHeaders(header.values)
  const definitions = await fields.list(tenant)
  const now = new Date()
  const { _id } = await ImportModel.create({
    enterpriseId: tenant.enterpriseId,
    file: { id, name: file.name, size },
    state: 'WAITING',
    phase: 'mapping',
    format,
    headers,
    startedAt: now,
    expiresAt: new Date(now.getTime() + dayMs),
  })
  return {
    uploadId: _id.toString(),
    parsedHeaders: { systemHeaders: systemHeaders(definitions), userHeaders: headers },
    headerMapping: guess(headers, definitions),
    ...format,
    rows: rows.map(row => row.values),
  }
}

async function head(tenant: Tenant, id: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await readFile(tenant, id, { start: 0, end: headBytes })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function firstLines(tenant: Tenant, fileId: string, format: CsvFormat): Promise<CsvLine[]> {
  const lines: CsvLine[] = []
  for await (const line of readCsv(await readFile(tenant, fileId), format)) {
    lines.push(line)
    if (lines.length > limits.csvPreviewRows) break
  }
  return lines
}

/** An upload that nobody started yet. @throws notFound; conflict when it was started */
async function waiting(tenant: Tenant, uploadId: string): Promise<ImportRow> {
  const row = await ImportModel.findOne({ _id: new Types.ObjectId(uploadId), enterpriseId: tenant.enterpriseId }).lean()
  if (!row) fail('notFound', messages.uploadGone)
  if (row.phase !== 'mapping') fail('conflict', messages.importStarted)
  return row
}

/** The first rows under a mapping: what would be written, and what would be refused and why. */
export async function preview(tenant: Tenant, uploadId: string, mapping: HeaderMapping) {
  const [row, definitions, { country }] = await Promise.all([
    waiting(tenant, uploadId),
    fields.list(tenant),
    enterpriseOf(tenant),
  ])
  const columns = columnsOf(row.headers, definitions, mapping, false)
  const read = compileRow({ columns, width: row.headers.length, fields: definitions, country })
  const system = systemHeaders(definitions)
  const [, ...lines] = await firstLines(tenant, row.file.id, row.format)
  return {
    headers: columns.flatMap(({ fieldName }) => system.find(field => field.name === fieldName) ?? []),
    rows: lines.map(({ line, values: cells }) => {
      const { values, errors = [] } = read(cells)
      return { line, values: values.map(told), errors }
    }),
  }
}

export interface Start {
  uploadId: string
  headerMapping: HeaderMapping
  replace: boolean
  groupId?: string
  tagId?: string
}

/**
 * Starts the import of an upload, once: definitions, mapping and country are settled from here on.
 * @throws badInput for a mapping that does not do; notFound; conflict when it was started already
 */
export async function start(tenant: Tenant, input: Start): Promise<Import> {
  const [row, definitions, { country }] = await Promise.all([
    waiting(tenant, input.uploadId),
    fields.list(tenant),
    enterpriseOf(tenant),
  ])
  const columns = columnsOf(row.headers, definitions, input.headerMapping, true)
  const [groupId] = await groups.demand(tenant, 'groups', input.groupId ? [input.groupId] : [])
  const [tagId] = await groups.demand(tenant, 'tags', input.tagId ? [input.tagId] : [])
  await findFile(tenant, row.file.id)
  const { _id, enterpriseId } = row
  const settled = {
    columns,
    fields: definitions,
    country,
    replace: input.replace,
    groupId,
    tagId,
    startedAt: new Date(),
  }
  const queued = await ImportModel.updateOne(
    { _id, enterpriseId, phase: 'mapping' },
    { $set: { phase: 'queued', ...settled }, $unset: { expiresAt: 1 } },
  )
  if (queued.matchedCount === 0) fail('conflict', messages.importStarted)
  const importId = _id.toString()
  await enqueue('import-customers', { enterpriseId: enterpriseId.toString(), importId }, { id: importId })
  const object = { kind: 'import', id: importId, name: row.file.name }
  await audit(tenant, 'import.start', object, { after: { replace: input.replace, groupId, tagId, columns } })
  return tellImport({ ...row, ...settled, phase: 'queued' })
}

/** Imports that were started, newest first. */
export async function list(
  tenant: Tenant,
  page: { from: number; perPage: number; fromDate?: string; toDate?: string },
): Promise<{ customerCSVs: Import[]; hasMore: boolean }> {
  const filter: QueryFilter<ImportRow> = { enterpriseId: tenant.enterpriseId, phase: { $ne: 'mapping' } }
  if (page.fromDate || page.toDate)
    filter.startedAt = {
      ...(page.fromDate && { $gte: new Date(page.fromDate) }),
      ...(page.toDate && { $lte: new Date(page.toDate) }),
    }
  const rows = await ImportModel.find(filter)
    .sort({ startedAt: -1, _id: -1 })
    .skip(page.from)
    .limit(page.perPage + 1)
    .lean()
  return { customerCSVs: rows.slice(0, page.perPage).map(tellImport), hasMore: rows.length > page.perPage }
}

/** @throws notFound */
export async function find(tenant: Tenant, id: string): Promise<ImportRow> {
  const row = await ImportModel.findOne({ _id: new Types.ObjectId(id), enterpriseId: tenant.enterpriseId }).lean()
  if (!row || row.phase === 'mapping') fail('notFound', messages.uploadGone)
  return row
}

const liveShown = 50
const liveMs = 3_600_000
/** Imports that are under way or ended within the last hour, newest first: what sockets are told at first. */
export async function live(tenant: Tenant): Promise<Import[]> {
  const rows = await ImportModel.find({
    enterpriseId: tenant.enterpriseId,
    phase: { $ne: 'mapping' },
    $or: [{ state: 'WAITING' }, { completedAt: { $gte: new Date(Date.now() - liveMs) } }],
  })
    .sort({ startedAt: -1 })
    .limit(liveShown)
    .lean()
  return rows.map(tellImport)
}

/** Imports of all enterprises that were started and have not ended, for the sweep. */
export async function unfinished(): Promise<{ enterpriseId: string; importId: string }[]> {
  const rows = await unscoped(
    'the sweep looks after all enterprises',
    ImportModel.find({ state: 'WAITING', phase: { $ne: 'mapping' } }),
  )
    .select({ enterpriseId: 1 })
    .lean()
  return rows.map(row => ({ enterpriseId: row.enterpriseId.toString(), importId: row._id.toString() }))
}
