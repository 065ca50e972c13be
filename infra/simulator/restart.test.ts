import { spawn } from 'node:child_process'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './app.ts'
import { manualClock } from './clock.ts'
import { clientOf, startCallback, until } from './testing.ts'

let folder: string
let logPath: string
let callback: Awaited<ReturnType<typeof startCallback>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  logPath = join(folder, 'simulator.jsonl')
  callback = await startCallback()
})
afterEach(async () => {
  await callback.close()
  await rm(folder, { recursive: true })
})

test('a restart resumes pending reports and keeps numbers, counts and tries', async () => {
  const first = await startSimulator({ port: 0, logPath })
  const client = clientOf(first.origin)
  await client.register(callback.url)
  await client.plan({ delaysMs: [0, 0], pauseWebhooks: true })
  for (const to of ['15550001234', '15550001250', '15550001200']) await client.send(to, 'b1')
  expect(await client.send('15550001913', 'b1')).toMatchObject({ status: 429 })
  await first.close()
  expect(callback.posts).toHaveLength(0)

  await appendFile(logPath, '{"kind":"accepted","n":3,"id":"wamid.hal')
  const second = await startSimulator({ port: 0, logPath })
  await until(() => second.counts().pendingReports === 0)
  expect(second.counts()).toMatchObject({ accepted: 3, refused: 1, byFinalStatus: { read: 2, failed: 1 } })
  expect(callback.statuses()).toHaveLength(7)
  const again = clientOf(second.origin)
  expect(await again.send('15550001913', 'b1')).toMatchObject({ status: 429 })
  expect(await again.send('15550001913', 'b1')).toMatchObject({ status: 200 })
  await second.close()

  const third = await startSimulator({ port: 0, logPath })
  expect(third.counts()).toMatchObject({ accepted: 4, refused: 2 })
  await third.close()
  expect((await stat(logPath)).mode & 0o777).toBe(0o600)
})

test('a killed simulator has every message that it accepted, and reports it after a restart', async () => {
  const run = async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
      env: { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_LOG: logPath },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await until(() => output.includes('\n'))
    const exited = new Promise<number | null>(resolve => child.once('exit', resolve))
    return { child, exited, client: clientOf(/http:\S+/.exec(output)?.[0] ?? '') }
  }
  const first = await run()
  await first.client.register(callback.url)
  await first.client.plan({ delaysMs: [60_000, 60_000] })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => first.client.send(`1555${10_050 + i * 100}`)))
  first.child.kill('SIGKILL')
  await first.exited
  expect(answers.every(({ status }) => status === 200)).toBe(true)

  const clock = manualClock(Date.now() + 300_000)
  const second = await startSimulator({ port: 0, logPath, clock })
  clock.advance(10)
  clock.advance(200)
  await until(() => second.counts().pendingReports === 0)
  expect(second.counts()).toMatchObject({ accepted: 50, duplicates: 0, byFinalStatus: { read: 50 } })
  await second.close()

  const third = await run()
  third.child.kill('SIGTERM')
  expect(await third.exited).toBe(0)
})

test('a callback that does not answer 2xx is told again, later and later, for 10 minutes', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const simulator = await startSimulator({ port: 0, clock })
  const client = clientOf(simulator.origin)
  await client.register(callback.url)
  await client.plan({ fates: { '*': 'sentOnly' }, delaysMs: [0, 0] })
  callback.answers.status = 500
  const attemptsAfter = async (byMs: number, attempts: number) => {
    clock.advance(byMs)
    await until(() => callback.posts.length === attempts)
    // The simulator plans the next try once it has read the answer.
    await until(async () => JSON.stringify(await client.call('GET', '/_control/view')).includes('"outcome":"500"'))
  }
  await client.send('15550001234')
  await attemptsAfter(200, 1)
  await until(() => clock.waiting() > 0)
  for (const [index, waitS] of [1, 2, 4, 8, 16, 32, 60].entries()) {
    clock.advance(waitS * 1000 - 100)
    expect(callback.posts).toHaveLength(index + 1)
    await attemptsAfter(200, index + 2)
    await until(() => clock.waiting() > 0)
  }
  await client.send('15550001250')
  callback.answers.status = 200
  clock.advance(60_100)
  await until(() => simulator.counts().byFinalStatus.sent === 2)

  callback.answers.status = 500
  await client.send('15550001251')
  await until(async () => {
    clock.advance(10_000)
    return simulator.counts().abandonedReports === 1
  })
  await simulator.close()
})
