import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort, rememberedPort } from '#infra/ports.ts'
import { endProcess, Refusal, spawnLogged, until } from '#infra/process.ts'
import type { Store, StoreOptions } from './store.ts'

/** A program that serves on a loopback port and keeps its data in a folder. */
export interface Server {
  name: 'mongodb' | 'redis'
  program: string
  args(at: { port: number; dir: string; durable: boolean }): string[]
  /** What its command line holds once it runs, and no other server's does. */
  mark(at: { port: number; dir: string }): string
  isReady(port: number): Promise<boolean>
}

const Started = z.object({ pid: z.int(), mark: z.string() })

/** Starts a server as a process of its own, after ending the one that a killed start left in the same folder. */
export async function startServer(server: Server, { dataDir, durable }: StoreOptions): Promise<Store> {
  const dir = join(dataDir, server.name)
  mkdirSync(dir, { recursive: true })
  const pidFile = join(dir, 'started.json')
  await endEarlier(pidFile)
  const port = durable ? await rememberedPort(join(dataDir, 'ports.json'), server.name) : await freePort()
  const log = join(dir, `${server.name}.log`)
  const mark = server.mark({ port, dir })
  const child = spawnLogged(server.program, server.args({ port, dir, durable }), log)
  child.unref()
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.once('error', () => {
    ended = true
  })
  const pid = child.pid ?? 0
  writeFileSync(pidFile, JSON.stringify({ pid, mark }))
  const ready = await until(async () => ended || (await server.isReady(port)), 60_000)
  if (!ready || ended) throw new Refusal(`${server.program} did not start: see ${log}.`)
  return { url: `${server.name}://127.0.0.1:${port}`, stop: () => endProcess(pid, mark, 20_000) }
}

async function endEarlier(pidFile: string): Promise<void> {
  let earlier: z.infer<typeof Started>
  try {
    earlier = Started.parse(JSON.parse(readFileSync(pidFile, 'utf8')))
  } catch {
    return // the first start in this folder
  }
  await endProcess(earlier.pid, earlier.mark, 20_000)
}
