import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { type RunningWorker, work } from '#common/queues.ts'
import type { Tenant } from '#common/tenant.ts'
import * as contract from '#contracts/contacts.ts'
import { demoFields } from '#infra/demo/data.ts'
import { Customer } from '#services/contacts/customer-rows.ts'
import * as fields from '#services/contacts/fields.ts'
import { ImportLine, type ImportRow } from '#services/contacts/import-rows.ts'
import * as imports from '#services/contacts/imports.ts'
import { shown, startImport } from '#test/contacts.ts'
import { type DemoCsv, demoCsv } from '#test/csv.ts'
import { signedIn, testApp } from '#test/factories.ts'
import { run } from './import-customers.ts'

const app = await testApp()
const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})

function startWorker(tenant: Tenant, importId: string) {
  const args = ['test/import-worker.ts', tenant.enterpriseId.toString(), importId]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...app.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.add(child)
  const ended = once(child, 'exit').then(([code, signal]) => {
    children.delete(child)
    return { code, signal }
  })
  return { child, ended }
}

async function until(tenant: Tenant, importId: string, done: (row: ImportRow) => boolean): Promise<void> {
  await expect.poll(async () => done(await imports.find(tenant, importId)), { interval: 5, timeout: 60_000 }).toBe(true)
}

async function demoTenant() {
  const someone = await signedIn(app)
  for (const field of demoFields) await fields.save(someone.tenant, field)
  const points = (await fields.list(someone.tenant)).find(field => field.fieldName === 'points')
  return { ...someone, points: points?.id ?? '' }
}

/** Customers and refused lines as they stand in the database are those of the file, no more and no fewer. */
async function expectWritten(tenant: Tenant, { expected }: DemoCsv, points: string) {
  const { enterpriseId } = tenant
  const rows = await Customer.find({ enterpriseId }).lean()
  const written = new Map(
    rows.map(row => [row.phoneNumber, { name: row.name, points: row.values[points], line: row.importLine }]),
  )
  expect(rows).toHaveLength(expected.customers)
  expect(written).toEqual(expected.last)
  const lines = await ImportLine.find({ enterpriseId }).sort({ line: 1 }).lean()
  expect(lines.map(line => line.line)).toEqual(expected.refused.map(one => one.line))
  for (const [index, { refusals }] of lines.entries())
    expect(refusals[0]?.message).toContain(expected.refused[index]?.message)
}

test('an import that is killed again and again ends with exact counts and no customer twice', {
  timeout: 180_000,
}, async () => {
  const { tenant, token, points } = await demoTenant()
  const csv = demoCsv({ rows: 20_000, bad: 200, repeated: 100 })
  const known = [...csv.expected.last].filter((_, index) => index % 40 === 0)
  const now = new Date()
  await Customer.insertMany(
    known.map(([phoneNumber, { name }]) => ({
      ...{ enterpriseId: tenant.enterpriseId, phoneNumber, name, createdAt: now, updatedAt: now },
    })),
  )
  const id = await startImport(app, token, csv.text)
  const kills: ((row: ImportRow) => boolean)[] = [
    row => row.phase !== 'queued',
    row => row.totalLines > 0,
    row => row.phase === 'writing',
    row => row.cursor > 2_000,
    row => row.cursor > 7_000,
  ]
  for (const [killed, when] of kills.entries()) {
    const { child, ended } = startWorker(tenant, id)
    await until(tenant, id, row => row.attempts > killed && when(row))
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
  }
  expect((await imports.find(tenant, id)).state).toBe('WAITING')
  expect((await startWorker(tenant, id).ended).code).toBe(0)

  const { customers, last, refused, ...totals } = csv.expected
  expect(await shown(app, token, id)).toMatchObject({
    ...totals,
    createdCustomers: customers - known.length,
    updatedCustomers: known.length,
    state: 'COMPLETED',
    phase: 'done',
    progress: 100,
  })
  await expectWritten(tenant, csv, points)
  const { data } = (await app.call(contract.listUploadErrors, { token, query: { entryId: id, perPage: '200' } })).body
  expect(data.customers.customers).toHaveLength(refused.length)
  expect(last.size).toBe(customers)
})

test('a worker that is told to stop hands its import to the next one', { timeout: 60_000 }, async () => {
  const { tenant, token, points } = await demoTenant()
  const csv = demoCsv({ rows: 8_000, bad: 40, repeated: 10 })
  const id = await startImport(app, token, csv.text)
  let worker: RunningWorker = work('import-customers', run, { concurrency: 1 })
  try {
    await until(tenant, id, row => row.cursor > 0)
    await worker.close()
    const stopped = await imports.find(tenant, id)
    expect(stopped).toMatchObject({ state: 'WAITING', attempts: 1, failures: 0 })
    worker = work('import-customers', run, { concurrency: 1 })
    await until(tenant, id, row => row.state === 'COMPLETED')
  } finally {
    await worker.close()
  }
  await expectWritten(tenant, csv, points)
})
