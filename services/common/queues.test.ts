import { setTimeout as pause } from 'node:timers/promises'
import { Types } from 'mongoose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#common/env.ts'
import { openLine } from '#test/line.ts'
import { freshDatabase } from '#test/stores.ts'
import { until } from '#test/until.ts'
import { closeStores, openStores } from './process.ts'
import { closeQueues, enqueue, queue, type RunningWorker, repeat, work } from './queues.ts'

const { mongodbUri, redisUrl, redisPrefix } = freshDatabase()
const line = await openLine(redisUrl)
afterEach(line.mend)
const workers: RunningWorker[] = []
beforeAll(() =>
  openStores(
    readEnv({ MONGODB_URI: mongodbUri, REDIS_URL: line.url, REDIS_PREFIX: redisPrefix, APP_SECRET: 'x'.repeat(32) }),
  ),
)
afterEach(async () => {
  await Promise.all(workers.splice(0).map(worker => worker.close()))
})
afterAll(closeStores)

const payload = () => ({ enterpriseId: new Types.ObjectId().toString(), importId: new Types.ObjectId().toString() })

test('a job under an id that is waiting is not put on the queue twice, and runs with its payload', async () => {
  const wanted = payload()
  await Promise.all(Array.from({ length: 20 }, () => enqueue('import-customers', wanted, { id: 'one' })))
  const seen: unknown[] = []
  workers.push(work('import-customers', async job => void seen.push(job.payload), { concurrency: 5 }))
  await until('the job', () => seen.length > 0)
  await until('an empty queue', async () => (await queue('import-customers').count()) === 0)
  expect(seen).toEqual([wanted])
})

test('a job that throws is tried again; one that failed for good does not block its id', async () => {
  let tries = 0
  const worker = work(
    'receive-webhook',
    async () => {
      tries++
      if (tries <= 6) throw new Error('not yet')
    },
    { concurrency: 1 },
  )
  workers.push(worker)
  const ids = { enterpriseId: new Types.ObjectId().toString(), channelId: new Types.ObjectId().toString() }
  await enqueue('receive-webhook', ids, { id: 'stubborn' })
  // back-off would take long: promote what is delayed
  const promote = async () => {
    for (const job of await queue('receive-webhook').getDelayed()) await job.promote().catch(() => {})
  }
  await until('five tries', async () => {
    await promote()
    return (await queue('receive-webhook').getFailedCount()) === 1
  })
  expect(tries).toBe(5)
  await enqueue('receive-webhook', ids, { id: 'stubborn' })
  await until('it runs again', async () => {
    await promote()
    return tries === 7
  })
})

test('again() puts the same job back after its pause without counting as a failure', async () => {
  let runs = 0
  workers.push(
    work(
      'send-lane',
      async job => {
        runs++
        if (runs < 8) await job.again(5)
      },
      { concurrency: 1 },
    ),
  )
  const ids = { enterpriseId: new Types.ObjectId().toString(), channelId: new Types.ObjectId().toString() }
  await enqueue('send-lane', ids, { id: 'lane' })
  await until('eight runs', () => runs === 8)
  await until('an empty queue', async () => (await queue('send-lane').count()) === 0)
  expect(await queue('send-lane').getFailedCount()).toBe(0)
})

test('closing a worker tells the running job, and waits for it', async () => {
  let state = 'waiting'
  const worker = work(
    'prepare-broadcast',
    async job => {
      state = 'running'
      await new Promise(done => job.signal.addEventListener('abort', done))
      state = 'came to an end'
    },
    { concurrency: 1 },
  )
  const ids = { enterpriseId: new Types.ObjectId().toString(), broadcastId: new Types.ObjectId().toString() }
  await enqueue('prepare-broadcast', ids, { id: 'long' })
  await until('it runs', () => state === 'running')
  await worker.close()
  expect(state).toBe('came to an end')
})

test('a repeated job runs once a turn however many ask for it, and again after Redis was emptied', async () => {
  const asked = await Promise.all(Array.from({ length: 5 }, () => repeat('sweep', {}, 500)))
  expect(await queue('sweep').getJobSchedulersCount()).toBe(1)
  await queue('sweep').obliterate({ force: true })
  await until('it is asked for again', async () => (await queue('sweep').getJobSchedulersCount()) === 1)
  for (const stop of asked) stop()
})

test('after an outage of 12 s the queues are back within 3 s', async () => {
  await queue('send-lane').waitUntilReady()
  await line.cut()
  await pause(12_000)
  await line.mend()
  await until(
    'an answer',
    () =>
      queue('send-lane')
        .isPaused()
        .then(
          () => true,
          () => false,
        ),
    3_000,
  )
})

test('while Redis is away queues close at once', async () => {
  await Promise.all([queue('send-lane').waitUntilReady(), queue('sweep').waitUntilReady()])
  await line.cut()
  await until('the outage to be noticed', () =>
    queue('send-lane')
      .isPaused()
      .then(
        () => false,
        () => true,
      ),
  )
  const startMs = Date.now()
  await closeQueues()
  expect(Date.now() - startMs).toBeLessThan(1_000)
})
