import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isRunning, Refusal, until } from './process.ts'
import { supervise } from './supervise.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-supervise-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a program killed by force runs again within 2 s under another process id, and is not restarted once stopped', async () => {
  const said: string[] = []
  let restarts = 0
  const { file, program } = write('steady', "console.log('up'); setInterval(() => {}, 1000)")
  const child = supervise(program, { log: line => said.push(line), restarted: () => restarts++ })
  await until(() => readFileSync(program.logFile, 'utf8') === 'up\n', 5_000)
  child.keepAlive()
  const first = child.pid()
  process.kill(first, 'SIGKILL')
  expect(await until(() => restarts === 1 && isRunning(child.pid(), file), 2_000)).toBe(true)
  expect(child.pid()).not.toBe(first)
  expect(said).toEqual([expect.stringContaining('steady ended (SIGKILL), restarting')])

  await child.stop(5_000)
  expect(isRunning(child.pid(), file)).toBe(false)
  expect(restarts).toBe(1)
})

test('a program that ends while it starts ends the start, with its last words', async () => {
  const { program } = write(
    'broken',
    "console.log('starting'); console.log('MONGODB_URI must be set'); process.exit(1)",
  )
  const child = supervise(program, { log: () => {}, restarted: () => {} })
  const failure = await child.died.catch(error => error)
  expect(failure).toBeInstanceOf(Refusal)
  expect(failure.message).toContain('broken did not start: MONGODB_URI must be set')

  const thrown = write('thrown', "import './absent.mjs'")
  const crash = supervise(thrown.program, { log: () => {}, restarted: () => {} })
  expect((await crash.died.catch(error => error)).message).toMatch(/^thrown did not start: Error .*Cannot find module /)
})

function write(name: string, source: string) {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, source)
  return { file, program: { name, args: [file], env: process.env, logFile: join(folder, `${name}.log`) } }
}
