import { Schema, type Types } from 'mongoose'
import { type Owned, tenantModel } from '#common/mongo.ts'
import type { FieldDefinition, Import, ImportError } from '#contracts/contacts.ts'
import type { CsvFormat } from './csv-kind.ts'
import type { Column } from './mapping.ts'

/** How far an import is; what people see of it is derived or reconciled with the rows at its end. */
export type Counts = Pick<
  Import,
  | 'totalLines'
  | 'acceptedLines'
  | 'errorLines'
  | 'duplicateLines'
  | 'createdCustomers'
  | 'updatedCustomers'
  | 'progress'
>

/** One CSV, from its upload on. */
export interface ImportRow extends Owned, Counts {
  file: { id: string; name: string; size: number }
  state: Import['state']
  phase: Import['phase']
  format: CsvFormat
  headers: string[]
  /** what follows is settled when the import is started: later changes of definitions do not touch it */
  columns: Column[]
  fields: FieldDefinition[]
  country: string
  replace: boolean
  groupId?: Types.ObjectId
  tagId?: Types.ObjectId
  /** whoever works on it now; updates of anyone else find nothing */
  attempt?: Types.ObjectId
  /** attempts so far, and those that ended with an error of ours */
  attempts: number
  failures: number
  /** every number whose last line is up to here is written */
  cursor: number
  startedAt: Date
  completedAt?: Date
  error?: string
  /** an upload that nobody starts goes away */
  expiresAt?: Date
}

export const ImportModel = tenantModel<ImportRow>(
  'Import',
  'imports',
  {
    file: { id: String, name: String, size: Number },
    state: { type: String, required: true },
    phase: { type: String, required: true },
    format: { encoding: String, delimiter: String },
    headers: [String],
    columns: [Schema.Types.Mixed],
    fields: [Schema.Types.Mixed],
    country: String,
    replace: { type: Boolean, default: false },
    groupId: Schema.Types.ObjectId,
    tagId: Schema.Types.ObjectId,
    attempt: Schema.Types.ObjectId,
    attempts: { type: Number, default: 0 },
    failures: { type: Number, default: 0 },
    cursor: { type: Number, default: 0 },
    totalLines: { type: Number, default: 0 },
    acceptedLines: { type: Number, default: 0 },
    errorLines: { type: Number, default: 0 },
    duplicateLines: { type: Number, default: 0 },
    createdCustomers: { type: Number, default: 0 },
    updatedCustomers: { type: Number, default: 0 },
    progress: { type: Number, default: 0 },
    startedAt: { type: Date, required: true },
    completedAt: Date,
    error: String,
    expiresAt: Date,
  },
  [
    { serves: 'My Uploads, newest first', keys: { enterpriseId: 1, startedAt: -1 } },
    { serves: 'the sweep for unfinished imports', keys: { state: 1, phase: 1 } },
    {
      serves: 'the clean-up of uploads that nobody started',
      keys: { expiresAt: 1 },
      options: { expireAfterSeconds: 0 },
    },
  ],
)

/** A refused line. */
export interface ImportLineRow extends Owned, Omit<ImportError, 'errors'> {
  importId: Types.ObjectId
  refusals: ImportError['errors']
}
export const ImportLine = tenantModel<ImportLineRow>(
  'ImportLine',
  'import_lines',
  {
    importId: { type: Schema.Types.ObjectId, required: true },
    line: { type: Number, required: true },
    lineStr: String,
    refusals: [{ _id: false, field: String, message: String }],
  },
  [
    {
      serves: 'the error list in the order of the file; one row a line however often the file is read',
      keys: { enterpriseId: 1, importId: 1, line: 1 },
      options: { unique: true },
    },
  ],
)

/** An import as lists and the socket tell it. */
export function tellImport(row: ImportRow): Import {
  return {
    uploadId: row._id.toString(),
    file: { name: row.file.name },
    totalLines: row.totalLines,
    acceptedLines: row.acceptedLines,
    errorLines: row.errorLines,
    duplicateLines: row.duplicateLines,
    createdCustomers: row.createdCustomers,
    updatedCustomers: row.updatedCustomers,
    state: row.state,
    phase: row.phase,
    progress: row.progress,
    startedTimeStr: row.startedAt.toISOString(),
    completedTimeStr: row.completedAt?.toISOString(),
    error: row.error,
  }
}
