import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { cacheDir } from '#infra/folders.ts'
import { answers, freePort, rememberedPort } from '#infra/ports.ts'
import { onPath, Refusal, run } from '#infra/process.ts'
import { containerEngine, startContainer } from './containers.ts'
import { canInstall, runScript, script } from './debian.ts'
import { type Server, startServer } from './server.ts'
import type { Store, StoreOptions } from './store.ts'

/** A MongoDB that answers, from the first source that serves. */
export async function provideMongodb(options: StoreOptions): Promise<Store> {
  if (process.env.MONGODB_URI) return checkGiven(process.env.MONGODB_URI)
  const program = onPath('mongod')
  if (program) return startServer(mongod(program), options)
  if (await containerEngine()) return startContainer('mongodb', options)
  if (!canInstall()) {
    throw new Refusal('No MongoDB was found: install mongod, start a container engine, or set MONGODB_URI.')
  }
  return startStandIn(options)
}

async function checkGiven(url: string): Promise<Store> {
  try {
    const connection = await mongoose.createConnection(url, { serverSelectionTimeoutMS: 5_000 }).asPromise()
    await connection.close()
  } catch {
    throw new Refusal('The MongoDB that MONGODB_URI names does not answer: start it, or unset MONGODB_URI.')
  }
  return { url, stop: async () => {} }
}

// exercised in CI only: the machines this was written on have no mongod
function mongod(program: string): Server {
  return {
    name: 'mongodb',
    program,
    args: ({ port, dir }) => ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', dir],
    mark: ({ dir }) => `--dbpath ${dir}`,
    isReady: port => answers('127.0.0.1', port),
  }
}

/** PostgreSQL with DocumentDB behind FerretDB, which speaks MongoDB's protocol; see docs/decisions/008-stores.md. */
async function startStandIn({ dataDir, durable, log }: StoreOptions): Promise<Store> {
  const dir = join(dataDir, 'documentdb')
  mkdirSync(dir, { recursive: true })
  const cache = cacheDir()
  try {
    await run(script('mongo-provision.sh'), [cache, '--check'])
  } catch {
    log('installing a MongoDB-compatible server (once, a minute or two)')
    await runScript('mongo-provision.sh', [cache])
  }
  // an earlier server, left by a killed start, would hold the remembered port
  await endStandIn(dataDir)
  const port = durable ? await rememberedPort(join(dataDir, 'ports.json'), 'documentdb') : await freePort()
  await runScript('mongo-start.sh', [cache, dir, String(port)], { ...process.env, DURABLE: durable ? '1' : '' })
  return {
    url: `mongodb://127.0.0.1:${port}`,
    stop: () => endStandIn(dataDir),
  }
}

/** Ends the stand-in that runs with this data folder, if one does. */
export async function endStandIn(dataDir: string): Promise<void> {
  const dir = join(dataDir, 'documentdb')
  if (existsSync(dir)) await runScript('mongo-stop.sh', [dir])
}
