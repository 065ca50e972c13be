// npm test: stores of its own, then unit, integration and browser tests, then a load test. The last line is the sum.
// npm test -- services/contacts hands its arguments to vitest and leaves out the load test.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ensureChromium } from '#infra/chromium.ts'
import { buildClient } from '#infra/client.ts'
import { root } from '#infra/folders.ts'
import { allEnded, isRunning, reportFailure } from '#infra/process.ts'
import { endLeftStores, provideStores } from '#infra/stores/index.ts'
import { ensureK6 } from '../loadtest/k6.ts'
import { runLoadTest } from '../loadtest/run.ts'

const filters = process.argv.slice(2)
const parent = process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : tmpdir()
const whole = filters.length === 0
const log = (line: string) => console.log(`  … ${line}`)
let running: ChildProcess | undefined
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = true
    running?.kill('SIGTERM')
  })
}

/** What is read of vitest's JSON report. */
const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

interface Counts {
  passed: number
  failed: number
}

let counts: Counts
try {
  counts = await testEverything()
} catch (error) {
  reportFailure(error)
  counts = { passed: 0, failed: 1 }
}
if (counts.failed > 0 || counts.passed === 0 || stopping) process.exitCode = 1
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit()

async function testEverything(): Promise<Counts> {
  await sweep()
  const folder = ownFolder()
  try {
    const k6 = whole ? ensureK6(log) : undefined
    k6?.catch(() => {}) // told where it is awaited, by the load test
    const needsBrowser = whole || filters.some(filter => filter.startsWith('test'))
    const [stores, browser] = await allEnded(
      provideStores({ dataDir: folder, durable: false, log }),
      needsBrowser ? browserSettings() : Promise.resolve({}),
    )
    try {
      const settings = { ...browser, MONGODB_URI: stores.mongodbUri, REDIS_URL: stores.redisUrl }
      const tests = await runVitest({ ...process.env, ...settings }, join(folder, 'vitest.json'))
      if (!whole || stopping) return tests
      return add(tests, await heartbeat())
    } finally {
      await stores.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sweep()
  }
}

/** A folder for this run's data. */
function ownFolder(): string {
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, `parley-test-${process.pid}-`))
}

/** Ends and removes the stores of runs that were killed. */
async function sweep(): Promise<void> {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const pid = /^parley-test-(\d+)-/.exec(name)?.[1]
    if (!pid || isRunning(Number(pid), 'node')) continue
    await endLeftStores(join(parent, name))
    rmSync(join(parent, name), { recursive: true, force: true })
  }
}

async function browserSettings(): Promise<NodeJS.ProcessEnv> {
  const [CHROMIUM, WEB_DIST] = await allEnded(ensureChromium(log), buildClient(log))
  return { CHROMIUM, WEB_DIST }
}

/** Runs vitest; a file that could not be loaded, and an error outside of every test, count as failed. */
async function runVitest(env: NodeJS.ProcessEnv, report: string): Promise<Counts> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await exitCode([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...filters], env)
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  const notLoaded = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = numFailedTests + notLoaded
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}

async function exitCode(args: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  running = child
  return new Promise((ended, failed) => {
    child.once('error', failed)
    child.once('exit', ended)
  })
}

async function heartbeat(): Promise<Counts> {
  if (!existsSync(join(root, 'loadtest/heartbeat.js'))) return { passed: 0, failed: 0 }
  return (await runLoadTest('heartbeat', log)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed }
}
