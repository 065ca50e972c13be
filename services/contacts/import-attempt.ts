import { Types, type UpdateQuery } from 'mongoose'
import { publish, throttled } from '#common/events.ts'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import { type Counts, ImportModel, type ImportRow, tellImport } from './import-rows.ts'

/** This attempt is over: the import was deleted, has ended, or another worker took it. */
export class Superseded extends Error {}

/**
 * One worker's hold on an import. Every change of the row is guarded by the attempt's id, so that a worker that was
 * thought dead changes nothing.
 */
export interface Attempt {
  tenant: Tenant
  row: ImportRow
  counts: Counts
  /** Tells the counts as they stand: to the row and to sockets, a few times a second. */
  report(): void
  /** @throws Superseded */
  update(change: UpdateQuery<ImportRow>): Promise<void>
  /** Ends the import; nothing is told after it. @throws Superseded */
  end(change: Partial<ImportRow>): Promise<void>
  /** Lets what is being told come to its end. */
  settle(): Promise<void>
  /** @throws Superseded where telling found the attempt to be over */
  check(): void
}

/** Takes an import that was started and has not ended, or null when there is none. */
export async function take(tenant: Tenant, importId: string): Promise<Attempt | null> {
  const { enterpriseId } = tenant
  const attempt = new Types.ObjectId()
  const row = await ImportModel.findOneAndUpdate(
    { _id: new Types.ObjectId(importId), enterpriseId, state: 'WAITING', phase: { $ne: 'mapping' } },
    { $set: { attempt }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean()
  return row && hold(tenant, row, attempt)
}

function hold(tenant: Tenant, row: ImportRow, attempt: Types.ObjectId): Attempt {
  const mine = { _id: row._id, enterpriseId: row.enterpriseId, attempt, state: 'WAITING' } as const
  const counts = countsOf(row)
  let isOver = false
  let telling = Promise.resolve()

  async function update(change: UpdateQuery<ImportRow>): Promise<void> {
    const { matchedCount } = await ImportModel.updateOne(mine, change)
    if (matchedCount > 0) return
    isOver = true
    throw new Superseded()
  }
  async function tell(): Promise<void> {
    if (isOver) return
    await update({ $set: { ...counts } })
    await publish(tenant, { type: 'import', id: row._id.toString(), state: tellImport({ ...row, ...counts }) })
  }
  const progress = throttled(limits.progressPerSecond, () => {
    telling = telling.then(tell).catch(error => {
      if (!(error instanceof Superseded)) throw error
    })
    return telling
  })

  return {
    tenant,
    row,
    counts,
    report: () => progress.call(),
    update,
    check() {
      if (isOver) throw new Superseded()
    },
    async settle() {
      await progress.flush()
      await telling.catch(() => {})
    },
    async end(change) {
      await progress.flush()
      await telling.catch(() => {})
      await update({ $set: { ...counts, ...change } })
      isOver = true
      Object.assign(row, counts, change)
      await publish(tenant, { type: 'import', id: row._id.toString(), state: tellImport(row) })
    },
  }
}

const countsOf = (row: ImportRow): Counts => ({
  totalLines: row.totalLines,
  acceptedLines: row.acceptedLines,
  errorLines: row.errorLines,
  duplicateLines: row.duplicateLines,
  createdCustomers: row.createdCustomers,
  updatedCustomers: row.updatedCustomers,
  progress: row.progress,
})
