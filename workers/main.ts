import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import fastify from 'fastify'
import { readEnv } from '#common/env.ts'
import { health } from '#common/health.ts'
import { log } from '#common/log.ts'
import { closeStores, openStores, run } from '#common/process.ts'
import { type JobContext, type RunningWorker, repeat, work } from '#common/queues.ts'
import type { JobName } from '#contracts/jobs.ts'

interface Worked<N extends JobName> {
  concurrency: number
  load(): Promise<{ run(job: JobContext<N>): Promise<void> }>
}

/** Jobs that mostly wait for stores and providers; they share the main thread. */
const light: { [N in JobName]?: Worked<N> } = {
  'prepare-broadcast': { concurrency: 4, load: () => import('./prepare-broadcast.ts') },
  'send-lane': { concurrency: 50, load: () => import('./send-lane.ts') },
  'receive-webhook': { concurrency: 20, load: () => import('./receive-webhook.ts') },
  sweep: { concurrency: 1, load: () => import('./sweep.ts') },
}
/** Jobs that keep a processor busy: a thread of their own each, so that they never delay a send. */
const heavy: { [N in JobName]?: Worked<N> } = {
  'import-customers': { concurrency: 1, load: () => import('./import-customers.ts') },
}
/** of a thread; a small young generation is collected sooner, which keeps rows that are done with from piling up */
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }
const sweepEveryMs = 5_000

if (isMainThread)
  await run(async env => {
    await openStores(env)
    const workers = await start(light)
    const stopAsking = await repeat('sweep', {}, sweepEveryMs)
    const threads = Object.keys(heavy).map(startThread)
    const monitor = fastify()
    await monitor.register(health, { env })
    if (env.WORKERS_PORT) await monitor.listen({ port: env.WORKERS_PORT, host: env.HOST })
    log.info('workers are up')
    return async () => {
      stopAsking()
      await monitor.close()
      await Promise.all([...threads.map(thread => thread.stop()), ...workers.map(worker => worker.close())])
      await closeStores()
    }
  })
else await runThread(workerData as JobName)

async function start(jobs: { [N in JobName]?: Worked<N> }): Promise<RunningWorker[]> {
  return Promise.all((Object.keys(jobs) as JobName[]).map(name => startOne(name, jobs[name] as Worked<typeof name>)))
}

async function startOne<N extends JobName>(name: N, worked: Worked<N>): Promise<RunningWorker> {
  const { run: handler } = await worked.load()
  return work(name, handler, { concurrency: worked.concurrency })
}

/** A thread that is started again when it ends by itself. */
function startThread(name: string) {
  let stopping = false
  let thread = open()
  function open(): Worker {
    const opened = new Worker(new URL(import.meta.url), { workerData: name, resourceLimits: memory })
    opened.on('error', error => log.error({ err: error, thread: name }, 'thread failed'))
    opened.on('exit', () => {
      if (!stopping) setTimeout(() => (thread = open()), 1_000)
    })
    return opened
  }
  return {
    async stop() {
      stopping = true
      const gone = new Promise(done => thread.once('exit', done))
      thread.postMessage('stop')
      await gone
    },
  }
}

async function runThread(name: JobName): Promise<void> {
  await openStores(readEnv(process.env))
  const workers = await start({ [name]: heavy[name] })
  parentPort?.once('message', async () => {
    await Promise.all(workers.map(worker => worker.close()))
    await closeStores()
    process.exit(0)
  })
}
