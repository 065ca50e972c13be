import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Clock, systemClock } from './clock.ts'
import { loopbackOnly } from './loopback.ts'
import { page } from './page.ts'
import { controlRoutes } from './whatsapp/control.ts'
import { countsOf, type LogFilter, matching } from './whatsapp/counts.ts'
import { graphRoutes } from './whatsapp/graph.ts'
import { createOutbox } from './whatsapp/outbox.ts'
import { noFaults } from './whatsapp/plan.ts'
import { createSends } from './whatsapp/sends.ts'
import { openStore, type Store } from './whatsapp/store.ts'

export interface SimulatorOptions {
  /** JSON-lines file that the state is kept in and rebuilt from; without it nothing outlives the process. */
  logPath?: string
  /** Decides the delays between reports. */
  seed?: number
  clock?: Clock
}

export interface Simulator {
  app: FastifyInstance
  store: Store
}

/** The simulator, not yet listening. Reports that were pending in the log go on from where they were. */
export async function build({ logPath, seed = 1, clock = systemClock }: SimulatorOptions = {}): Promise<Simulator> {
  const store = await openStore(logPath)
  let current = noFaults()
  const plan = () => current
  const outbox = createOutbox({ store, clock, paused: () => current.pauseWebhooks })
  const sends = createSends({ store, outbox, clock, seed, plan })

  const app = fastify({
    connectionTimeout: 30_000,
    requestTimeout: 60_000,
    bodyLimit: 2 * 1024 * 1024,
    forceCloseConnections: 'idle',
  })
  app.get('/', { onRequest: loopbackOnly }, async (_request, reply) => reply.headers(page.headers).send(page.html))
  await app.register(graphRoutes({ store, clock, plan, sends }))
  await app.register(
    async control => {
      control.addHook('onRequest', loopbackOnly)
      control.setErrorHandler((error, _request, reply) => {
        if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) })
        throw error
      })
      const setPlan = (next: typeof current) => {
        current = next
      }
      await control.register(controlRoutes({ store, outbox, plan, setPlan }))
    },
    { prefix: '/_control' },
  )
  app.addHook('onClose', async () => {
    await outbox.close()
    store.close()
  })

  for (const pending of store.pendingReports()) outbox.schedule(pending)
  return { app, store }
}

/** Starts a simulator on `port` (0: any free one) for a test or a command. `counts` and `log` read its own log. */
export async function startSimulator({
  port,
  host = '127.0.0.1',
  ...options
}: SimulatorOptions & { port: number; host?: string }) {
  const { app, store } = await build(options)
  const origin = await app.listen({ port, host })
  return {
    origin,
    log: (filter: LogFilter = {}) => matching(store.log, filter),
    counts: (filter: LogFilter = {}) => countsOf(matching(store.log, filter)),
    close: () => app.close(),
  }
}
