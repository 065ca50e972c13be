import { type Env, readEnv, setEnv } from './env.ts'
import { log } from './log.ts'
import { closeMongo, connectMongo } from './mongo.ts'
import { closeQueues } from './queues.ts'
import { closeRedis, connectRedis } from './redis.ts'
import { setSecret } from './secrets.ts'

/** Opens what every process and worker thread needs: secret, database, Redis. */
export async function openStores(env: Env): Promise<void> {
  setEnv(env)
  setSecret(env.APP_SECRET)
  await Promise.all([
    connectMongo(env.MONGODB_URI).catch(error => unreachable('MongoDB', 'MONGODB_URI', error)),
    connectRedis(env.REDIS_URL, env.REDIS_PREFIX).catch(error => unreachable('Redis', 'REDIS_URL', error)),
  ])
}

export async function closeStores(): Promise<void> {
  await closeQueues()
  closeRedis()
  await closeMongo()
}

function unreachable(store: string, variable: string, cause: unknown): never {
  throw new Error(`${store} does not answer. Check that it runs and that ${variable} names it.`, { cause })
}

/**
 * Runs a process until SIGTERM or SIGINT: reads the environment, starts, and on a signal closes what was started.
 * What fails at boot is told in one sentence.
 */
export async function run(start: (env: Env) => Promise<() => Promise<void>>): Promise<void> {
  try {
    const env = readEnv(process.env)
    const stop = await start(env)
    let stopping = false
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, async () => {
        if (stopping) return
        stopping = true
        // what does not come to an end must not keep a deploy waiting
        setTimeout(() => process.exit(1), 25_000).unref()
        await stop().catch(error => log.error({ err: error }, 'while stopping'))
        process.exit(0)
      })
  } catch (error) {
    log.fatal({ err: error }, 'did not start')
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
