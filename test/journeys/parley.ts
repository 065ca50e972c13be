import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { freshDatabase } from '../stores.ts'

const artifacts = join(import.meta.dirname, '../.artifacts')
const startTimeoutMs = 120_000

/** A running `npm start` on a database of its own. */
export interface Parley {
  address: string
  signIns: { emailId: string; password: string; role: string }[]
  /** the process id of the worker now */
  workers(): number
  provider(): Promise<ProviderCounts>
}

/** What the simulated provider counts in its own log. */
export interface ProviderCounts {
  accepted: number
  duplicates: number
  /** of accepted messages; `none` were never reported on */
  byFinalStatus: { none: number; sent: number; failed: number; delivered: number; read: number }
  refusedByCode: Record<string, number>
  pendingReports: number
}

/** Starts everything as `npm start` does, with captchas off; stopped when the test file ends. */
export async function startParley(): Promise<Parley> {
  const { mongodbUri, redisUrl, redisPrefix } = freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-journey-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../infra/start.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      MONGODB_URI: mongodbUri,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: redisPrefix,
      CAPTCHA: 'off',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterAll(async () => {
    await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)
  await printed(child, 'Parley is ready')
  const run = () => JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'))
  const { address, simulator } = run()
  const { signIns } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  return {
    address,
    signIns,
    workers: () => run().workers.pid,
    async provider() {
      const answer = await fetch(`http://127.0.0.1:${simulator.port}/_control/counts`)
      return (await answer.json()) as ProviderCounts
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill('SIGTERM')
  await gone
}

function printed(child: ChildProcess, text: string): Promise<void> {
  return new Promise((done, failed) => {
    let all = ''
    const timer = setTimeout(() => failed(new Error(`did not start:\n${all}`)), startTimeoutMs)
    child.stdout?.on('data', chunk => {
      all += chunk
      if (!all.includes(text)) return
      clearTimeout(timer)
      done()
    })
    child.once('exit', code => failed(new Error(`ended with ${code}:\n${all}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

let browser: Browser | undefined

/** A page in a fresh profile, with the script errors that it met. Call it at the top of a file: a test that fails leaves a picture. */
export async function openPage(
  size: 'desktop' | 'phone' = 'desktop',
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  if (!browser) {
    const flags = 'no-sandbox disable-gpu disable-quic no-first-run disable-background-networking'
    const more = ['disable-component-update', 'disable-sync']
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [...flags.split(' '), ...more].map(flag => `--${flag}`),
    })
    const opened = browser
    process.once('beforeExit', () => opened.close())
  }
  const viewport = size === 'desktop' ? { width: 1280, height: 800 } : { width: 390, height: 844 }
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  afterEach(async ({ task }) => {
    mkdirSync(artifacts, { recursive: true })
    const name = task.name.replace(/\W+/g, '-').slice(0, 60)
    if (task.result?.state === 'fail') await page.screenshot({ path: join(artifacts, `failed-${name}.png`) })
  })
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  return { page, context, errors }
}

/** Signs in through the screen. */
export async function signIn(page: Page, parley: Parley, role: string): Promise<void> {
  const user = parley.signIns.find(one => one.role === role)
  if (!user) throw new Error(`no demo user is ${role}`)
  await page.goto(`${parley.address}/login`)
  await page.getByLabel(/e-?mail/i).fill(user.emailId)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: /sign in|login/i }).click()
  await page.waitForURL(/\/dashboard/)
}

/** Fails when axe finds something serious, or the page is wider than its window. Keeps a picture beside the tests. */
export async function looksRight(page: Page, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true })
  await page.screenshot({ path: join(artifacts, `${name}.png`) })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.html}`)).toEqual([])
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0)
}
