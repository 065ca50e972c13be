import { DelayedError, type Job, Queue, UnrecoverableError, Worker } from 'bullmq'
import { type JobName, type JobPayload, jobs } from '#contracts/jobs.ts'
import { type Log, log } from './log.ts'
import { jobSeconds } from './metrics.ts'
import { redisSettings, retryStrategy } from './redis.ts'

const queues = new Map<JobName, Queue>()
/** The braces keep a queue's keys on one node of a cluster. */
const bullPrefix = () => `{${redisSettings().prefix}}`
// BullMQ's own strategy waits up to 20 s between tries: after an outage nothing would go on for so long
const connection = (more: object) => ({ url: redisSettings().url, retryStrategy, ...more })

/** The queue behind a job's name. */
export function queue(name: JobName): Queue {
  let found = queues.get(name)
  if (!found) {
    found = new Queue(name, {
      prefix: bullPrefix(),
      connection: connection({ enableOfflineQueue: false, maxRetriesPerRequest: 1 }),
      defaultJobOptions: {
        attempts: jobs[name].attempts,
        backoff: { type: 'exponential', delay: jobs[name].backoffMs, jitter: 0.5 },
        removeOnComplete: true,
        removeOnFail: { age: 24 * 3_600, count: 1_000 },
      },
    })
    found.on('error', error => log.warn({ err: error, queue: name }, 'queue'))
    queues.set(name, found)
  }
  return found
}

/** how long a call waits for Redis; beyond it the sweep does it */
const patienceMs = 1_000

/**
 * Puts a job on its queue. A job under the same id that is still waiting or running makes this a no-op. When Redis is
 * away the job is not lost: the row it names says that work is due, and the sweep enqueues it.
 */
export async function enqueue<N extends JobName>(
  name: N,
  payload: JobPayload<N>,
  options: { id: string; delayMs?: number },
): Promise<void> {
  const data = jobs[name].payload.parse(payload)
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis does not answer')), patienceMs)
  try {
    await Promise.race([put(name, data, options), tooLate])
  } catch (error) {
    log.warn({ err: error, job: name, id: options.id }, 'not enqueued; the sweep will')
  } finally {
    clearTimeout(timer)
  }
}

async function put(name: JobName, data: object, { id, delayMs }: { id: string; delayMs?: number }): Promise<void> {
  // a queue that was never connected waits here for as long as Redis is away
  await queue(name).waitUntilReady()
  // a failed job is kept for the board and would block its id
  const earlier = await queue(name).getJob(id)
  if (earlier && (await earlier.isFailed())) await earlier.remove()
  await queue(name).add(name, data, { jobId: id, delay: delayMs })
}

/**
 * Has a job run again and again, also after Redis was emptied; however many processes ask for it, it runs once a turn.
 * @returns what ends the asking; the job goes on where others ask for it
 */
export async function repeat<N extends JobName>(name: N, payload: JobPayload<N>, everyMs: number): Promise<() => void> {
  async function ask() {
    if (await queue(name).getJobScheduler(name)) return
    await queue(name).upsertJobScheduler(name, { every: everyMs }, { name, data: payload })
  }
  await ask()
  const timer = setInterval(() => {
    ask().catch(error => log.warn({ err: error, job: name }, 'not repeated'))
  }, everyMs)
  return () => clearInterval(timer)
}

export interface JobContext<N extends JobName> {
  payload: JobPayload<N>
  log: Log
  /** aborts when the worker is told to stop */
  signal: AbortSignal
  /** ends this run and puts the same job back after a pause; never returns */
  again(delayMs: number): Promise<never>
}

export interface RunningWorker {
  /** Lets running jobs come to a good place (their signal aborts), then ends. */
  close(): Promise<void>
}

/** Works on one kind of job until closed. A job that throws is tried again as contracts/jobs.ts says. */
export function work<N extends JobName>(
  name: N,
  run: (job: JobContext<N>) => Promise<void>,
  options: { concurrency: number },
): RunningWorker {
  const stop = new AbortController()
  const worker = new Worker(
    name,
    async (job: Job, token?: string) => {
      const jobLog = log.child({ job: name, jobId: job.id, try: job.attemptsMade + 1 })
      const parsed = jobs[name].payload.safeParse(job.data)
      if (!parsed.success) throw new UnrecoverableError(`payload: ${parsed.error.message}`)
      const end = jobSeconds.startTimer({ job: name })
      try {
        await run({
          payload: parsed.data as JobPayload<N>,
          log: jobLog,
          signal: stop.signal,
          async again(delayMs) {
            await job.moveToDelayed(Date.now() + delayMs, token)
            throw new DelayedError()
          },
        })
        end({ result: 'done' })
      } catch (error) {
        end({ result: error instanceof DelayedError ? 'again' : 'failed' })
        if (!(error instanceof DelayedError)) jobLog.error({ err: error }, 'job failed')
        throw error
      }
    },
    {
      prefix: bullPrefix(),
      connection: connection({ maxRetriesPerRequest: null }),
      concurrency: options.concurrency,
      // how long a job of a dead worker waits for another one
      lockDuration: 15_000,
      stalledInterval: 5_000,
      maxStalledCount: 3,
    },
  )
  worker.on('error', error => log.warn({ err: error, job: name }, 'worker'))
  return {
    async close() {
      stop.abort()
      await worker.close()
    },
  }
}

export async function closeQueues(): Promise<void> {
  // a queue whose Redis is away cannot say goodbye, and would go on looking for it
  const close = (one: Queue) => one.close().catch(() => void one.disconnect().catch(() => {}))
  await Promise.all([...queues.values()].map(close))
  queues.clear()
}
