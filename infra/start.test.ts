import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { isRunning, spawnLogged, until } from './process.ts'
import { endEarlierRun, runFile, writeRunFile } from './run-file.ts'

const exec = promisify(execFile)
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-start-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a port in use is told in one sentence, before anything is started', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>(listening => other.listen(port, '127.0.0.1', listening))
  const failure = await start({ PORT: String(port) })
  expect(failure.code).toBe(1)
  expect(failure.stderr).toMatch(new RegExp(`^Port ${port} is in use: [^\n]+\n$`))
  expect(readdirSync(dataDir)).toEqual(['logs'])
  await new Promise(closed => other.close(closed))
})

test('a port that is none is refused', async () => {
  expect((await start({ PORT: 'http' })).stderr).toBe('PORT is a number from 1 to 65535, not http.\n')
})

test('what a killed start left running is ended, and nothing whose number another program has by now', async () => {
  const script = join(dataDir, 'infra/start.ts')
  mkdirSync(join(dataDir, 'infra'))
  writeFileSync(script, 'setInterval(() => {}, 1000)')
  const other = spawnLogged(process.execPath, [script], join(dataDir, 'other.log'))
  const pid = other.pid ?? 0
  await until(() => isRunning(pid, script), 2_000)
  const nobody = 2 ** 22 + 1
  const run = { address: 'http://127.0.0.1:1', mongodbUri: 'mongodb://127.0.0.1:1', redisUrl: 'redis://127.0.0.1:1' }

  // a start that lives keeps its data folder
  const processes = { services: { pid, port: 1 }, workers: { pid }, simulator: { pid, port: 2 } }
  writeRunFile(dataDir, { ...run, start: { pid }, ...processes })
  await expect(endEarlierRun(dataDir)).rejects.toThrow(/^Parley already runs at http:\/\/127.0.0.1:1 /)

  writeRunFile(dataDir, { ...run, start: { pid: nobody }, ...processes })
  await endEarlierRun(dataDir)
  expect(isRunning(pid, script)).toBe(true)
  expect(existsSync(runFile(dataDir))).toBe(false)
  other.kill('SIGKILL')
})

async function start(env: NodeJS.ProcessEnv): Promise<{ code: number; stderr: string }> {
  const options = { env: { ...process.env, DATA_DIR: dataDir, ...env } }
  return exec(process.execPath, [join(import.meta.dirname, 'start.ts')], options).then(
    () => ({ code: 0, stderr: '' }),
    error => error,
  )
}
