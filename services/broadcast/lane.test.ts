import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { env, setEnv } from '#common/env.ts'
import * as contract from '#contracts/broadcast.ts'
import { nowhere, signedIn, until } from '#test/factories.ts'
import { numbers, sandbox, sendBody, startJobs } from '#test/sandbox.ts'
import { BroadcastModel } from './broadcast-row.ts'
import { Delivery, type DeliveryRow } from './deliveries.ts'
import { runLane } from './lane.ts'
import { Lane } from './lane-lock.ts'
import { prepare } from './prepare.ts'
import { sweepBroadcasts } from './sweep.ts'

// the lane is run by hand here: no queue, one step after the other
const box = await sandbox()
const { app, simulator } = box
const never = new AbortController().signal

async function prepared(phoneNumber: string[], rates: Parameters<typeof box.sender>[1] = {}) {
  const { tenant, token } = await signedIn(app)
  const sender = await box.sender(tenant, rates)
  const more = async (phoneNumber: string[]) => {
    const sent = await app.call(contract.sendBroadcast, { token, body: sendBody(sender.template, { phoneNumber }) })
    const { id } = sent.body.data
    await prepare(tenant, id, never)
    return id
  }
  const id = await more(phoneNumber)
  const { enterpriseId } = tenant
  const filter = { phoneNumberId: sender.phoneNumberId }
  return {
    tenant,
    token,
    sender,
    more,
    id,
    lane: (signal = never) => runLane(tenant, sender.id, signal),
    rows: () => Delivery.find({ enterpriseId }).sort({ phone: 1 }).lean(),
    /** makes rows that wait for another try due now, so that no test waits for a back-off */
    hurry: () => Delivery.updateMany({ enterpriseId, state: 'queued' }, { dueAt: new Date(0) }),
    get: async () => (await app.call(contract.getBroadcast, { token, params: { id } })).body.data.broadcast,
    counts: () => simulator.counts(filter),
    log: () => simulator.log({ ...filter, kind: 'accepted' }),
  }
}
const states = (rows: DeliveryRow[]) => rows.map(row => row.state)
const stateOf = (rows: DeliveryRow[], ending: string) => rows.find(row => row.phone.endsWith(ending))

describe('answers', () => {
  test('refused for good is failed, with a reason that says what to do', async () => {
    const { lane, rows, get } = await prepared(numbers(3, ['03', '04', '05']))
    await lane()
    expect(states(await rows())).toEqual(['failed', 'failed', 'failed'])
    expect((await rows()).map(row => row.error?.code)).toEqual([131047, 131049, 131026])
    expect((await rows())[1]?.error?.text).toMatch(/Try again after a day/)
    expect(await get()).toMatchObject({ status: 'COMPLETED', counts: { failed: 3, total: 3 } })
  })

  test('what passes is tried again later under a new attempt, and accepted once', async () => {
    const { lane, rows, hurry, counts, get } = await prepared(numbers(3, ['15', '16', '913']))
    expect(await lane()).toBe(0)
    expect(states(await rows())).toEqual(['queued', 'queued', 'queued'])
    for (const row of await rows()) expect(row.dueAt.getTime()).toBeGreaterThan(Date.now())
    expect((await lane()) ?? 0).toBeGreaterThan(0)
    for (let tries = 0; tries < 2; tries++) {
      await hurry()
      await lane()
    }
    expect(counts()).toMatchObject({ accepted: 3, duplicates: 0, refusedByCode: { 130429: 2, 131056: 1, 131016: 1 } })
    expect((await rows()).map(row => row.tries)).toEqual([2, 2, 3])
    expect((await get()).status).toBe('COMPLETED')
  })

  test('after limits.sendTries tries it is failed', async () => {
    const [number = ''] = numbers(1, ['20'])
    const { lane, rows, hurry, counts } = await prepared([number])
    await box.plan({ rejectEvery: 1, rejectCode: 131000 })
    for (let tries = 0; tries < 5; tries++) {
      await hurry()
      await lane()
    }
    await box.plan({})
    expect(await rows()).toMatchObject([{ state: 'failed', tries: 5, error: { code: 131000 } }])
    expect(counts()).toMatchObject({ accepted: 0, refused: 5 })
  })

  test('a token that is not accepted stops the broadcast; nobody is lost, and it goes on', async () => {
    const { lane, rows, get, token, id, counts } = await prepared(numbers(30))
    await box.plan({ rejectEvery: 1, rejectCode: 190 })
    await lane()
    await box.plan({})
    expect(await get()).toMatchObject({ status: 'STOPPED', reason: expect.stringMatching(/access token/) })
    expect(new Set(states(await rows()))).toEqual(new Set(['queued']))
    expect((await rows()).every(row => row.tries === 0)).toBe(true)
    expect(await lane()).toBeNull()
    await app.call(contract.resumeBroadcast, { token, params: { id }, body: {} })
    await lane()
    expect(counts()).toMatchObject({ accepted: 30, duplicates: 0 })
    expect((await get()).reason).toBeUndefined()
  })

  test('an answer that was cut off makes the row unknown; it is not sent again, and a report resolves it', async () => {
    await box.plan({ pauseWebhooks: true })
    const { lane, rows, counts, get } = await prepared(numbers(2, ['12', '20']))
    await lane()
    expect(stateOf(await rows(), '12')).toMatchObject({ state: 'unknown' })
    expect(stateOf(await rows(), '20')).toMatchObject({ state: 'accepted' })
    expect(await lane()).toBeNull()
    await sweepBroadcasts()
    expect((await get()).status).toBe('COMPLETED')
    expect((await get()).counts).toMatchObject({ unknown: 1, accepted: 1 })
    expect(counts()).toMatchObject({ accepted: 2, duplicates: 0 })
    await box.plan({})
    const jobs = startJobs()
    await until('the report to resolve it', async () => (await get()).counts.read === 2)
    await jobs.close()
    expect(counts()).toMatchObject({ accepted: 2, duplicates: 0 })
  })

  test('no connection at all is tried again: nothing was sent', async () => {
    const { lane, rows, hurry, counts } = await prepared(numbers(2))
    const { SANDBOX_ORIGIN } = app.env
    const unused = createServer()
    await new Promise<void>(done => unused.listen(0, '127.0.0.1', done))
    const address = unused.address()
    unused.close()
    const port = typeof address === 'object' ? address?.port : 0
    setEnv({ ...env(), SANDBOX_ORIGIN: `http://127.0.0.1:${port}` })
    await lane()
    setEnv({ ...env(), SANDBOX_ORIGIN })
    expect(states(await rows())).toEqual(['queued', 'queued'])
    await hurry()
    await lane()
    expect(counts()).toMatchObject({ accepted: 2, duplicates: 0 })
  })

  test('a refusal that comes after its lease ran out goes on with the broadcast: the row is tried again', async () => {
    const { tenant, lane, rows, hurry, get, counts } = await prepared(numbers(1))
    const { enterpriseId } = tenant
    await box.plan({ rejectEvery: 1, rejectCode: 131016, latencyMs: 1_000 })
    const running = lane()
    await until('it to be under way', async () => states(await rows())[0] === 'dispatching')
    await Delivery.updateMany({ enterpriseId }, { leaseUntil: new Date(0) })
    await sweepBroadcasts()
    expect(states(await rows())).toEqual(['unknown'])
    expect((await get()).status).toBe('COMPLETED')
    await running
    expect(states(await rows())).toEqual(['queued'])
    expect((await get()).status).toBe('SENDING')
    await box.plan({})
    await hurry()
    await lane()
    expect(counts()).toMatchObject({ accepted: 1, duplicates: 0 })
    expect((await get()).status).toBe('COMPLETED')
  })

  test('a provider that is down with 503 is waited for', async () => {
    const { lane, rows } = await prepared(numbers(2))
    await box.plan({ down: true })
    await lane()
    await box.plan({})
    expect(states(await rows())).toEqual(['queued', 'queued'])
  })
})

test('a broadcast whose attachment is gone stops and says so, instead of being prepared for ever', async () => {
  const { tenant, token } = await signedIn(app)
  const sender = await box.sender(tenant)
  const sent = await app.call(contract.sendBroadcast, {
    token,
    body: sendBody(sender.template, { phoneNumber: numbers(1) }),
  })
  const { id } = sent.body.data
  const { enterpriseId } = tenant
  const media = { fileId: nowhere(), name: 'a.pdf', mime: 'application/pdf', size: 9, type: 'DOC' }
  await BroadcastModel.updateOne({ enterpriseId, _id: id }, { media })
  expect(await prepare(tenant, id, never)).toBe('done')
  const { broadcast } = (await app.call(contract.getBroadcast, { token, params: { id } })).body.data
  expect(broadcast).toMatchObject({ status: 'STOPPED', reason: expect.stringMatching(/Upload it again/) })
})

describe('a recipient without a value', () => {
  test('is listed as failed and never sent to', async () => {
    const { tenant, token } = await signedIn(app)
    const sender = await box.sender(tenant)
    const columnMapping = { messageTags: [{ variable: '1', type: 'column' as const, value: 'city' }] }
    const body = sendBody(sender.template, { phoneNumber: numbers(2), columnMapping })
    const { id } = (await app.call(contract.sendBroadcast, { token, body })).body.data
    await prepare(tenant, id, never)
    await runLane(tenant, sender.id, never)
    const list = await app.call(contract.listMessages, { token, query: { broadcastId: id, status: 'failed' } })
    expect(list.body.data.message).toHaveLength(2)
    expect(list.body.data.message[0]?.reason).toMatch(/^There is no value/)
    expect(simulator.counts({ phoneNumberId: sender.phoneNumberId })).toMatchObject({ accepted: 0, refused: 0 })
  })
})

describe('the rate', () => {
  test('of a number is never exceeded, also across runs and broadcasts', async () => {
    const { lane, more, counts } = await prepared(numbers(60), { ratePerSecond: 50, providerRate: 1_000 })
    await more(numbers(120).slice(60))
    while ((await lane()) !== null);
    expect(counts()).toMatchObject({ accepted: 120, refused: 0 })
    expect(counts().peakPerSecond).toBeLessThanOrEqual(50)
  })

  test('is lowered when the provider asks for less', async () => {
    const { tenant, lane, counts } = await prepared(numbers(60), { ratePerSecond: 400, providerRate: 30 })
    await lane()
    expect(counts().refused).toBeGreaterThan(0)
    const row = await Lane.findOne({ enterpriseId: tenant.enterpriseId }).lean()
    expect(row?.pace.share).toBeLessThanOrEqual(0.5)
  })

  test('is shared in turn by the broadcasts of a number', async () => {
    const { lane, more, id, log, rows } = await prepared(numbers(40))
    await more(numbers(80).slice(40))
    await lane()
    const broadcastOf = new Map((await rows()).map(row => [row._id.toString(), row.broadcastId.toString()]))
    const firstHalf = log()
      .slice(0, 40)
      .map(entry => broadcastOf.get(entry.callbackData?.split('.')[0] ?? ''))
    expect(broadcastOf.size).toBe(80)
    expect(firstHalf.filter(one => one === id)).toHaveLength(20)
  })
})

describe('two at once', () => {
  test('send nobody twice and do not double the rate', async () => {
    const { lane, counts } = await prepared(numbers(100), { ratePerSecond: 100, providerRate: 1_000 })
    await Promise.all([lane(), lane(), lane()])
    while ((await lane()) !== null);
    expect(counts()).toMatchObject({ accepted: 100, duplicates: 0 })
    expect(counts().peakPerSecond).toBeLessThanOrEqual(100)
  })

  test('one whose lane was taken over stops sending; nobody is sent to twice', async () => {
    const { tenant, lane, rows, counts } = await prepared(numbers(100), { ratePerSecond: 50, providerRate: 1_000 })
    const slow = lane()
    await until('the first to send', () => counts().accepted > 5)
    // as after a stall: the lock and the leases have run out, and somebody else takes over
    const { enterpriseId } = tenant
    await Lane.updateMany({ enterpriseId }, { until: new Date(0) })
    await Delivery.updateMany({ enterpriseId, state: 'leased' }, { leaseUntil: new Date(0) })
    await sweepBroadcasts()
    const [, second] = await Promise.all([slow, lane()])
    expect(second).toBe(0)
    while ((await lane()) !== null);
    expect(counts()).toMatchObject({ accepted: 100, duplicates: 0 })
    expect(new Set(states(await rows()))).toEqual(new Set(['accepted']))
  })
})

describe('held', () => {
  test('paused, what is under way ends and the rest waits; resumed, it goes on after the last one', async () => {
    const { lane, rows, counts, token, id, get } = await prepared(numbers(60), { ratePerSecond: 50 })
    const running = lane()
    await until('some to be sent', () => counts().accepted > 3)
    await app.call(contract.pauseBroadcast, { token, params: { id }, body: {} })
    await running
    const { accepted } = counts()
    expect(accepted).toBeLessThan(60)
    expect((await get()).status).toBe('PAUSED')
    expect(states(await rows()).filter(state => state === 'queued')).toHaveLength(60 - accepted)
    expect(await lane()).toBeNull()
    expect(counts().accepted).toBe(accepted)
    await app.call(contract.resumeBroadcast, { token, params: { id }, body: {} })
    while ((await lane()) !== null);
    expect(counts()).toMatchObject({ accepted: 60, duplicates: 0 })
    expect((await get()).status).toBe('COMPLETED')
  })

  test('told to stop, a run finishes its group and gives the rest back', async () => {
    const { lane, rows, counts } = await prepared(numbers(60), { ratePerSecond: 50 })
    const stop = new AbortController()
    const running = lane(stop.signal)
    await until('some to be sent', () => counts().accepted > 3)
    stop.abort()
    await running
    const { accepted } = counts()
    expect(accepted).toBeLessThan(60)
    expect(states(await rows()).filter(state => state === 'accepted')).toHaveLength(accepted)
    expect(states(await rows()).filter(state => state === 'queued')).toHaveLength(60 - accepted)
  })
})

test('leases that ran out: leased is due again, dispatching becomes unknown and is never sent', async () => {
  const { tenant, rows, lane, counts } = await prepared(numbers(3))
  const { enterpriseId } = tenant
  const [a, b] = await rows()
  const leaseUntil = new Date(0)
  await Delivery.updateOne({ enterpriseId, _id: a?._id }, { state: 'leased', leaseId: 'dead', leaseUntil })
  await Delivery.updateOne({ enterpriseId, _id: b?._id }, { state: 'dispatching', attempt: 'attempt-dead', leaseUntil })
  await sweepBroadcasts()
  expect(states(await rows())).toEqual(['queued', 'unknown', 'queued'])
  while ((await lane()) !== null);
  expect(states(await rows())).toEqual(['accepted', 'unknown', 'accepted'])
  expect(counts()).toMatchObject({ accepted: 2, duplicates: 0 })
})

afterAll(() => box.plan({}))
