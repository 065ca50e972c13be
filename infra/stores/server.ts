import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  await endEarlier(dataDir, server.name)
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
  writeFileSync(startedFile(dataDir, server.name), JSON.stringify({ pid, mark }))
  const ready = await until(async () => ended || (await server.isReady(port)), 60_000)
  if (!ready || ended) throw new Refusal(`${server.program} did not start: see ${log}.`)
  return { url: `${server.name}://127.0.0.1:${port}`, stop: () => endProcess(pid, mark, 20_000) }
}

/** Ends the server that a killed start left running in this folder. */
export async function endEarlier(dataDir: string, name: Server['name']): Promise<void> {
  const file = startedFile(dataDir, name)
  if (!existsSync(file)) return
  const { pid, mark } = Started.parse(JSON.parse(readFileSync(file, 'utf8')))
  await endProcess(pid, mark, 20_000)
}

function startedFile(dataDir: string, name: Server['name']): string {
  return join(dataDir, name, 'started.json')
}
