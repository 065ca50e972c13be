import { spawn } from 'node:child_process'
import { Redis } from 'ioredis'
import { afterAll, afterEach, expect, test } from 'vitest'
import { queue } from '#common/queues.ts'
import { me } from '#contracts/account.ts'
import * as contract from '#contracts/broadcast.ts'
import { Delivery } from '#services/broadcast/deliveries.ts'
import { shown, startImport } from '#test/contacts.ts'
import { signedIn, until } from '#test/factories.ts'
import { openLine } from '#test/line.ts'
import { numbers, sandbox, sendBody } from '#test/sandbox.ts'

const redisUrl = process.env.REDIS_URL ?? ''
const line = await openLine(redisUrl)
const box = await sandbox({ REDIS_URL: line.url })
const { app, simulator } = box
const promptMs = 3_000
const goesOnMs = 30_000

const worker = spawn(process.execPath, ['workers/main.ts'], {
  env: { PATH: process.env.PATH, ...app.env, LOG_LEVEL: process.env.WORKER_LOG ?? 'silent' },
  stdio: 'inherit',
})
let isGone = false
worker.once('exit', () => {
  isGone = true
})
afterAll(() => worker.kill('SIGKILL'))
afterEach(line.mend)
await until('the workers', async () => (await queue('sweep').getJobSchedulersCount()) === 1, 30_000)

async function sender() {
  const { tenant, token } = await signedIn(app)
  const { template, phoneNumberId } = await box.sender(tenant, { ratePerSecond: 150, providerRate: 1_000 })
  const filter = { phoneNumberId }
  return {
    tenant,
    token,
    send: async (count: number) => {
      const body = sendBody(template, { phoneNumber: numbers(count) })
      return (await app.call(contract.sendBroadcast, { token, body })).body.data.id
    },
    get: async (id: string) => (await app.call(contract.getBroadcast, { token, params: { id } })).body.data.broadcast,
    counts: () => simulator.counts(filter),
  }
}

async function promptly<T>(what: string, act: () => Promise<T>): Promise<T> {
  const startMs = Date.now()
  const answer = await act()
  expect(Date.now() - startMs, what).toBeLessThan(promptMs)
  return answer
}

test('without Redis everything is accepted at once, and done once Redis is back', async () => {
  const { tenant, token, send, get, counts } = await sender()
  await line.cut()
  const id = await promptly('a broadcast', () => send(50))
  const csv = 'Phone Number,Name\n+919812345678,Anna\n'
  const uploadId = await promptly('an import', () => startImport(app, token, csv))
  await line.mend()
  await until('the broadcast', async () => (await get(id)).status === 'COMPLETED', goesOnMs)
  await until('the import', async () => (await shown(app, token, uploadId)).state === 'COMPLETED', goesOnMs)
  expect(counts()).toMatchObject({ accepted: 50, duplicates: 0 })
  expect(await Delivery.countDocuments({ enterpriseId: tenant.enterpriseId })).toBe(50)
  expect(isGone).toBe(false)
}, 90_000)

test('Redis emptied in the middle of a send: nothing is lost or sent twice, nobody is signed out', async () => {
  const { token, send, get, counts } = await sender()
  const id = await send(600)
  await until('the send to be under way', () => counts().accepted > 100)
  await empty()
  await until('the rest', async () => (await get(id)).status === 'COMPLETED', goesOnMs)
  expect(counts()).toMatchObject({ accepted: 600, duplicates: 0 })
  expect((await app.call(me, { token })).status).toBe(200)
}, 90_000)

test('Redis stopped and emptied: what was accepted meanwhile is still found', async () => {
  const { send, get, counts } = await sender()
  await line.cut()
  await empty()
  const id = await send(20)
  await line.mend()
  await until('the broadcast', async () => (await get(id)).status === 'COMPLETED', goesOnMs)
  expect(counts()).toMatchObject({ accepted: 20, duplicates: 0 })
}, 90_000)

/** FLUSHALL, as far as this file's keys go. */
async function empty() {
  const redis = new Redis(redisUrl)
  for await (const keys of redis.scanStream({ match: `*${app.env.REDIS_PREFIX}*`, count: 1_000 }))
    if (keys.length > 0) await redis.unlink(keys)
  redis.disconnect()
}
