import { AppError, fail } from '#common/errors.ts'
import { readFile } from '#common/files.ts'
import type { Log } from '#common/log.ts'
import type { Tenant } from '#common/tenant.ts'
import { messages } from '#contracts/messages.ts'
import { readCsv } from './csv.ts'
import { compileRow, type ReadRow } from './csv-row.ts'
import { Customer } from './customer-rows.ts'
import * as groups from './groups.ts'
import { type Attempt, Superseded, take } from './import-attempt.ts'
import { type Checked, checkFile, checkShare } from './import-check.ts'
import { type Line, writer } from './import-write.ts'

/** The worker was told to stop; the import goes on elsewhere. */
export class Stopped extends Error {}

const linesAtOnce = 1_000
const charactersAtOnce = 4_000_000
/** groups of lines that are being written while the next one is read */
const groupsAtOnce = 2
/** an import that breaks its worker, or fails for a reason of ours, again and again is given up */
const attemptsMax = 60
const failuresMax = 5

/**
 * Does what is left of an import. May be killed at any point and called again: the file is checked anew, and writing
 * goes on behind the last line that is known to be written.
 * @throws Stopped when the signal aborts; whatever else may pass by itself (the database is away)
 */
export async function runImport(
  tenant: Tenant,
  importId: string,
  job: { signal: AbortSignal; log: Log },
): Promise<void> {
  const attempt = await take(tenant, importId)
  if (!attempt) return
  try {
    if (attempt.row.attempts > attemptsMax) await giveUp(attempt, messages.importFailed)
    else await work(attempt, job.signal)
  } catch (error) {
    await attempt.settle()
    if (error instanceof Superseded) return
    if (error instanceof Stopped) throw error
    job.log.warn({ err: error, importId }, 'import')
    try {
      if (error instanceof AppError) return await giveUp(attempt, error.message)
      if (attempt.row.failures + 1 >= failuresMax) return await giveUp(attempt, messages.importFailed)
      await attempt.update({ $inc: { failures: 1 } })
    } catch (second) {
      if (second instanceof Superseded) return
    }
    throw error
  }
}

async function work(attempt: Attempt, signal: AbortSignal): Promise<void> {
  const { row } = attempt
  const pause = () => {
    attempt.check()
    if (signal.aborted) throw new Stopped()
  }
  pause()
  await checkTargets(attempt)
  const read = compileRow({ columns: row.columns, width: row.headers.length, fields: row.fields, country: row.country })
  if (row.phase === 'queued') {
    await attempt.update({ $set: { phase: 'checking' } })
    row.phase = 'checking'
  }
  const checked = await checkFile(attempt, read, pause)
  await attempt.update({ $set: { phase: 'writing' } })
  row.phase = 'writing'
  await writeFile(attempt, checked, read, pause)
  await checkTargets(attempt)
  const createdCustomers = await createdBy(attempt)
  const updatedCustomers = Math.max(0, checked.lines.length - createdCustomers)
  Object.assign(attempt.counts, { createdCustomers, updatedCustomers, progress: 100 })
  await attempt.end({ state: 'COMPLETED', phase: 'done', completedAt: new Date() })
}

/** Pass 2: writes each number once, each group of lines while the next one is read. */
async function writeFile(
  attempt: Attempt,
  { lines, format }: Checked,
  read: (cells: string[]) => ReadRow,
  pause: () => void,
): Promise<void> {
  const { row, counts, tenant } = attempt
  const { write } = writer(row)
  let next = lines.findIndex(line => line > row.cursor)
  if (next < 0) return
  let written = next
  counts.createdCustomers = await createdBy(attempt)
  const flying: { last: number; size: number; done: Promise<number> }[] = []
  let group: Line[] = []
  let characters = 0
  try {
    for await (const given of readCsv(await readFile(tenant, row.file.id), format)) {
      if (given.line !== lines[next]) continue
      next++
      group.push({ line: given.line, values: read(given.values).values })
      characters += given.raw.length
      if (group.length < linesAtOnce && characters < charactersAtOnce && next < lines.length) continue
      while (flying.length >= groupsAtOnce) await land()
      pause()
      fly()
      if (next === lines.length) break
    }
    while (flying.length > 0) await land()
  } catch (error) {
    // behind a group that was not written the cursor must not move
    if (error instanceof Stopped) while (flying.length > 0) await land()
    else await Promise.allSettled(flying.map(one => one.done))
    throw error
  }

  function fly() {
    const done = write(group)
    // whoever lands it hears of it
    done.catch(() => {})
    flying.push({ last: group.at(-1)?.line ?? 0, size: group.length, done })
    group = []
    characters = 0
  }
  /** The cursor moves behind the oldest group once it is written, so that nothing before it is missing. */
  async function land() {
    const oldest = flying.shift()
    if (!oldest) return
    counts.createdCustomers += await oldest.done
    written += oldest.size
    counts.updatedCustomers = Math.max(0, written - counts.createdCustomers)
    counts.progress = Math.max(
      counts.progress,
      Math.min(99, checkShare + Math.floor(((100 - checkShare) * written) / lines.length)),
    )
    await attempt.update({ $set: { cursor: oldest.last } })
    row.cursor = oldest.last
    await checkTargets(attempt)
    attempt.report()
  }
}

const createdBy = ({ row }: Attempt) =>
  Customer.countDocuments({ enterpriseId: row.enterpriseId, createdByImport: row._id })

/** The group and the label that customers are put into, where they were deleted since. */
async function goneTargets({ row, tenant }: Attempt) {
  const targets = [
    { kind: 'groups', id: row.groupId?.toString(), message: messages.groupOfImportDeleted },
    { kind: 'tags', id: row.tagId?.toString(), message: messages.tagOfImportDeleted },
  ] as const
  const gone: { kind: groups.Kind; id: string; message: string }[] = []
  for (const { kind, id, message } of targets)
    if (id && (await groups.existing(tenant, kind, [id])).length === 0) gone.push({ kind, id, message })
  return gone
}

async function checkTargets(attempt: Attempt): Promise<void> {
  const [gone] = await goneTargets(attempt)
  if (gone) fail('refused', gone.message)
}

async function giveUp(attempt: Attempt, error: string): Promise<void> {
  // rows that were under way when it was deleted may have been put into it after all
  for (const { kind, id } of await goneTargets(attempt)) await groups.forget(attempt.tenant, kind, id)
  await attempt.end({ state: 'ERROR', phase: 'failed', error, completedAt: new Date() })
}
