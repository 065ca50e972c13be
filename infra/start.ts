// Everything on one machine: stores, services, workers, the simulated providers and the built client at one address.
// With --dev, services and workers restart, and the client is built again, when their files change.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { announce } from './announce.ts'
import { buildClient, watchClient } from './client.ts'
import { root } from './folders.ts'
import { isFree, rememberedPort } from './ports.ts'
import { allEnded, Refusal, reportFailure, run, until } from './process.ts'
import { endEarlierRun, entry, type ProgramName, runFile, writeRunFile } from './run-file.ts'
import { keptSecret } from './secret.ts'
import { provideStores } from './stores/index.ts'
import { type Supervised, supervise } from './supervise.ts'

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))

const begun = Date.now()
const dev = process.argv.includes('--dev')
const production = process.env.NODE_ENV === 'production'
const dataDir = resolve(process.env.DATA_DIR || join(root, '.data'))
const host = process.env.HOST || '127.0.0.1'

/** Where this machine itself reaches the services. */
const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host

const ending = new AbortController()
/** What to do when it ends, the last thing first. */
const undo: (() => Promise<void>)[] = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending.signal.aborted) console.log('stopping …')
    ending.abort()
  })
}
try {
  await start()
  await ended()
} catch (error) {
  if (!ending.signal.aborted) reportFailure(error)
}
for (const step of undo.reverse()) await step().catch(reportFailure)
process.exit()

async function start(): Promise<void> {
  const port = readPort()
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  await endEarlierRun(dataDir)
  if (!(await isFree(port, host))) {
    throw new Refusal(
      `Port ${port} is in use: stop what listens there, or choose another with PORT=${port + 1} npm start.`,
    )
  }
  const [stores, webDist] = await allEnded(timed('stores', startStores), timed('web client', startClient))
  ending.signal.throwIfAborted()

  const simulatorPort = await rememberedPort(join(dataDir, 'ports.json'), 'simulator')
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`
  const address = process.env.PUBLIC_URL || `http://${reachable}:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: host,
    MONGODB_URI: stores.mongodbUri,
    REDIS_URL: stores.redisUrl,
    APP_SECRET: process.env.APP_SECRET || keptSecret(dataDir),
    PUBLIC_URL: address,
    WEB_DIST: webDist,
    SIMULATOR_PORT: String(simulatorPort),
    SIMULATOR_LOG: join(dataDir, 'simulator.jsonl'),
    // what is allowed inside the network: nothing in production
    ...(!production && { SANDBOX_ORIGIN: simulatorUrl }),
  }
  const simulator = production ? undefined : launch('simulator', env, () => writeRun())
  const services = launch('services', env, () => writeRun())
  const workers = launch('workers', env, () => writeRun())
  const writeRun = () =>
    writeRunFile(dataDir, {
      address,
      start: { pid: process.pid },
      services: { pid: services.pid(), port },
      workers: { pid: workers.pid() },
      simulator: simulator && { pid: simulator.pid(), port: simulatorPort },
      mongodbUri: stores.mongodbUri,
      redisUrl: stores.redisUrl,
    })
  writeRun()
  undo.push(async () => rmSync(runFile(dataDir), { force: true }))
  undo.push(async () => simulator?.stop(5_000))
  undo.push(async () => void (await Promise.all([services.stop(15_000), workers.stop(15_000)])))

  const programs = [services, workers, ...(simulator ? [simulator] : [])]
  await timed('services', () => ready(`http://${reachable}:${port}/readyz`, programs))
  if (!production) await timed('demo data', () => seed(env))
  for (const program of programs) program.keepAlive()
  ending.signal.throwIfAborted()
  announce({ address, dataDir, simulatorUrl: simulator && simulatorUrl, tookMs: Date.now() - begun })
}

function readPort(): number {
  const port = Number(process.env.PORT || 8080)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Refusal(`PORT is a number from 1 to 65535, not ${process.env.PORT}.`)
}

async function startStores() {
  const stores = await provideStores({ dataDir, durable: true, log: line => console.log(`  … ${line}`) })
  undo.push(() => stores.stop())
  return stores
}

async function startClient(): Promise<string> {
  const log = (line: string) => console.log(`  … ${line}`)
  if (!dev) return buildClient(log)
  const { folder, stop } = await watchClient(join(dataDir, 'logs/web.log'))
  undo.push(stop)
  return folder
}

function launch(name: ProgramName, env: NodeJS.ProcessEnv, restarted: () => void): Supervised {
  const watch = dev && name !== 'simulator' ? ['--watch', '--watch-preserve-output'] : []
  const program = { name, args: [...watch, entry[name]], env, logFile: join(dataDir, 'logs', `${name}.log`) }
  return supervise(program, { log: line => console.log(line), restarted })
}

/** Waits until the services say that they are ready; a program that ends before that ends the start. */
async function ready(url: string, programs: Supervised[]): Promise<void> {
  const isReady = () =>
    fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      reply => reply.ok,
      () => false,
    )
  const answered = await Promise.race([
    until(async () => ending.signal.aborted || (await isReady()), 60_000),
    ...programs.map(program => program.died),
  ])
  ending.signal.throwIfAborted()
  if (!answered) throw new Refusal(`The services were not ready within a minute: see ${join(dataDir, 'logs')}.`)
}

/** Writes the first data where there is none. */
async function seed(env: NodeJS.ProcessEnv): Promise<void> {
  const log = join(dataDir, 'logs/seed.log')
  try {
    await run(process.execPath, [join(root, 'infra/demo/seed.ts')], env)
  } catch (error) {
    writeFileSync(log, error instanceof Error ? error.message : String(error))
    throw new Refusal(`The demo data could not be written: see ${log}.`)
  }
}

/** Does one step of the start and prints how long it took. */
async function timed<T>(what: string, step: () => Promise<T>): Promise<T> {
  const stepBegun = Date.now()
  const result = await step()
  console.log(`  ${what.padEnd(12)}${((Date.now() - stepBegun) / 1000).toFixed(1).padStart(6)} s`)
  return result
}

function ended(): Promise<void> {
  return new Promise(resolve => {
    if (ending.signal.aborted) resolve()
    else ending.signal.addEventListener('abort', () => resolve())
  })
}
