// npm run loadtest -- NAME runs loadtest/NAME.js under k6 against a Parley of its own, or against BASE_URL.
// The script is told BASE_URL, EMAIL and PASSWORD.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { Demo } from '#infra/announce.ts'
import { root } from '#infra/folders.ts'
import { freePort, isFree } from '#infra/ports.ts'
import { endProcess, Refusal, reportFailure, spawnLogged, until } from '#infra/process.ts'
import { ensureK6 } from './k6.ts'

/** Runs one script; true when its thresholds held. Throws a Refusal when it could not run. */
export async function runLoadTest(name: string, log: (line: string) => void): Promise<boolean> {
  const file = join(root, 'loadtest', `${name}.js`)
  if (!existsSync(file)) throw new Refusal(`There is no load test named ${name}: see the .js files in loadtest/.`)
  const k6 = await ensureK6(log)
  const target = process.env.BASE_URL ? given() : await startTarget()
  try {
    const told = ['BASE_URL', 'EMAIL', 'PASSWORD'] as const
    const args = ['run', '--no-usage-report', ...told.flatMap(key => ['-e', `${key}=${target[key]}`]), file]
    const child = spawn(k6, args, { stdio: 'inherit' })
    return await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', code => resolve(code === 0))
    })
  } finally {
    await target.stop()
  }
}

interface Target {
  BASE_URL: string
  EMAIL: string
  PASSWORD: string
  stop(): Promise<void>
}

function given(): Target {
  const Given = z.object({ BASE_URL: z.url(), EMAIL: z.string(), PASSWORD: z.string() })
  const parsed = Given.safeParse(process.env)
  if (!parsed.success) throw new Refusal('BASE_URL needs EMAIL and PASSWORD of a user there beside it.')
  return { ...parsed.data, stop: async () => {} }
}

/** A Parley of its own in a temporary folder, with the demo data; PORT is used when it is free. */
async function startTarget(): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-load-'))
  const wanted = Number(process.env.PORT)
  const port = wanted && (await isFree(wanted)) ? wanted : await freePort()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), CAPTCHA: 'off', PUBLIC_URL: '' }
  const log = join(dataDir, 'start.log')
  const child = spawnLogged(process.execPath, [join(root, 'infra/start.ts')], log, env)
  const stop = async () => {
    await endProcess(child.pid ?? 0, 'infra/start.ts', 60_000)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const isReady = () => readFileSync(log, 'utf8').includes('Parley is ready')
  if (!(await until(() => child.exitCode !== null || isReady(), 300_000)) || child.exitCode !== null) {
    const output = readFileSync(log, 'utf8').trim()
    await stop()
    throw new Refusal(`Parley did not start for the load test: ${output}`)
  }
  const [first] = Demo.parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))).signIns
  return { BASE_URL: `http://127.0.0.1:${port}`, EMAIL: first?.emailId ?? '', PASSWORD: first?.password ?? '', stop }
}

if (import.meta.main) {
  // k6 hears Ctrl-C too and ends; then the target is stopped
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  try {
    const name = process.argv[2] ?? 'heartbeat'
    if (!(await runLoadTest(name, console.log))) process.exitCode = 1
  } catch (error) {
    reportFailure(error)
  }
}
