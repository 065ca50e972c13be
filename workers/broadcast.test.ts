import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import * as contract from '#contracts/broadcast.ts'
import { Delivery } from '#services/broadcast/deliveries.ts'
import { signedIn, until } from '#test/factories.ts'
import { numbers, sandbox, sendBody } from '#test/sandbox.ts'

const box = await sandbox()
const { app, simulator } = box
const kills = 3
const recipients = 1_000

let worker: ChildProcess | undefined
const exited = (child: ChildProcess) => new Promise(done => child.once('exit', done))
function start() {
  worker = spawn(process.execPath, ['workers/main.ts'], {
    env: { PATH: process.env.PATH, ...app.env },
    stdio: 'inherit',
  })
}
async function kill() {
  if (!worker || worker.exitCode !== null) return
  const gone = exited(worker)
  worker.kill('SIGKILL')
  await gone
}
afterAll(kill)

test(`killed ${kills} times in a broadcast of ${recipients}: nobody is lost, nobody is sent to twice, the counts are exact`, async () => {
  const { tenant, token } = await signedIn(app)
  const sender = await box.sender(tenant, { ratePerSecond: 150, providerRate: 1_000 })
  const { enterpriseId } = tenant
  const filter = { phoneNumberId: sender.phoneNumberId }
  start()
  const phoneNumber = numbers(recipients, ['20', '37', '00', '06', '09', '41', '52', '63'])
  const sent = await app.call(contract.sendBroadcast, { token, body: sendBody(sender.template, { phoneNumber }) })
  const { id } = sent.body.data
  const get = async () => (await app.call(contract.getBroadcast, { token, params: { id } })).body.data.broadcast
  const accepted = () => simulator.counts(filter).accepted

  // how many could be in flight at a kill: rows whose answer the worker could not note
  let inFlight = 0
  for (let n = 1; n <= kills; n++) {
    const before = accepted()
    await until('sends to go on', () => accepted() > before + 60, 60_000)
    await kill()
    inFlight += await Delivery.countDocuments({ enterpriseId, state: 'dispatching', attempt: { $exists: true } })
    start()
  }
  await until('the end', async () => (await get()).status === 'COMPLETED', 90_000)
  await until('all reports', async () => {
    const { byFinalStatus, pendingReports } = simulator.counts(filter)
    const { read, delivered, sent: onlySent, failed } = (await get()).counts
    const counted = { read, delivered, sent: onlySent, failed }
    return pendingReports === 0 && JSON.stringify({ ...byFinalStatus, ...counted }) === JSON.stringify(byFinalStatus)
  })

  expect(simulator.counts(filter).duplicates).toBe(0)
  const rows = await Delivery.find({ enterpriseId }).lean()
  expect(rows).toHaveLength(recipients)
  expect(new Set(rows.map(row => row.phone)).size).toBe(recipients)
  const told = new Set(simulator.log({ ...filter, kind: 'accepted' }).map(entry => entry.to))
  const unknown = rows.filter(row => row.state === 'unknown')
  // unknown are only those in flight at a kill that never reached the provider: no report can resolve them
  expect(unknown.length).toBeLessThanOrEqual(inFlight)
  for (const row of unknown) expect(told.has(row.phone.slice(1))).toBe(false)
  expect(told.size + unknown.length).toBe(recipients)
  expect((await get()).counts).toMatchObject({ total: recipients, unknown: unknown.length })
}, 240_000)
