import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const exec = promisify(execFile)
let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'parley-ensure-'))
  mkdirSync(join(checkout, 'infra'))
  mkdirSync(join(checkout, 'bin'))
  copyFileSync(join(import.meta.dirname, 'ensure.mjs'), join(checkout, 'infra/ensure.mjs'))
  writeFileSync(join(checkout, 'package-lock.json'), '{"version": 1}')
  npmDoes('echo "$@" >> calls')
})
afterEach(() => rmSync(checkout, { recursive: true }))

test('dependencies are installed once, and again when the lock file changed', async () => {
  await ensure()
  await ensure()
  expect(calls()).toEqual([expect.stringMatching(/^ci /)])
  writeFileSync(join(checkout, 'package-lock.json'), '{"version": 2}')
  await ensure()
  expect(calls()).toHaveLength(2)
})

test('a failed installation is told in one sentence and tried again the next time', async () => {
  npmDoes('echo "registry away" >&2; exit 1')
  const failure = await ensure().catch(error => error)
  expect(failure.code).toBe(1)
  expect(failure.stderr).toMatch(/^npm ci failed \(registry away\): check the network[^\n]+\n$/)
  npmDoes('echo "$@" >> calls')
  await ensure()
  expect(calls()).toHaveLength(1)
})

function ensure() {
  const env = { ...process.env, PATH: `${join(checkout, 'bin')}${delimiter}${process.env.PATH}` }
  return exec(process.execPath, [join(checkout, 'infra/ensure.mjs')], { env })
}

function npmDoes(command: string): void {
  writeFileSync(join(checkout, 'bin/npm'), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
}

function calls(): string[] {
  return readFileSync(join(checkout, 'calls'), 'utf8').trim().split('\n')
}
