import type { FastifyInstance } from 'fastify'
import type { Env } from './env.ts'
import { registry } from './metrics.ts'
import { mongoAnswers } from './mongo.ts'
import { redis } from './redis.ts'
import { sameText } from './secrets.ts'

/** /healthz: the process runs. /readyz: its stores answer. /metrics: for Prometheus. */
export async function health(app: FastifyInstance, { env }: { env: Env }): Promise<void> {
  const hidden = { schema: { hide: true }, config: { rateLimit: false } } as const
  app.get('/healthz', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async (_request, reply) => {
    const [mongodb, redisStore] = await Promise.all([answers(mongoAnswers), answers(() => redis().ping())])
    reply.code(mongodb && redisStore ? 200 : 503)
    return { status: mongodb && redisStore ? 'ready' : 'not ready', mongodb, redis: redisStore }
  })
  app.get('/metrics', hidden, async (request, reply) => {
    const told = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const allowed = env.METRICS_TOKEN ? sameText(told, env.METRICS_TOKEN) : /^(::1|(::ffff:)?127\.)/.test(request.ip)
    if (!allowed) return reply.code(403).send('Set METRICS_TOKEN and send it as a bearer token\n')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

async function answers(ask: () => Promise<unknown> | undefined): Promise<boolean> {
  try {
    return Boolean(await Promise.race([ask(), new Promise((_, no) => setTimeout(no, 2_000).unref())]))
  } catch {
    return false
  }
}
