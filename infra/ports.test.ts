import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { answers, isFree, rememberedPort } from './ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-ports-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a port stays the same from start to start, each name its own, and changes when another program took it', async () => {
  const file = join(folder, 'ports.json')
  const [redis, mongodb] = await Promise.all([rememberedPort(file, 'redis'), rememberedPort(file, 'mongodb')])
  expect(await rememberedPort(file, 'redis')).toBe(redis)
  expect(mongodb).not.toBe(redis)

  const other = createServer()
  await new Promise<void>(listening => other.listen(redis, '127.0.0.1', listening))
  expect(await isFree(redis)).toBe(false)
  expect(await answers('127.0.0.1', redis)).toBe(true)
  expect(await rememberedPort(file, 'redis')).not.toBe(redis)
  expect(await rememberedPort(file, 'mongodb')).toBe(mongodb)
  await new Promise(closed => other.close(closed))
})
