import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { request as fetchUrl } from 'undici'
import { z } from 'zod'
import { countsOf, finalStatus, type LogFilter, matching } from './counts.ts'
import { type BusinessNumber, Registration } from './entries.ts'
import { fateBySuffix, fates } from './fates.ts'
import type { Outbox } from './outbox.ts'
import { noFaults, Plan } from './plan.ts'
import type { Store } from './store.ts'

export interface ControlDeps {
  store: Store
  outbox: Outbox
  plan: () => Plan
  setPlan: (plan: Plan) => void
}

const NumberParams = z.object({ phoneNumberId: z.string().regex(/^[\w-]{1,64}$/) })
const Filter = z.object({
  phoneNumberId: z.string().optional(),
  kind: z.enum(['accepted', 'refused']).optional(),
  callbackPrefix: z.string().optional(),
})
const LogQuery = Filter.extend({
  limit: z
    .string()
    .regex(/^\d{1,7}$/)
    .default('1000'),
})

/** How people and tests steer the provider and read its log. */
export function controlRoutes({ store, outbox, plan, setPlan }: ControlDeps) {
  return async (app: FastifyInstance) => {
    app.put('/numbers/:phoneNumberId', async request => {
      const { phoneNumberId } = NumberParams.parse(request.params)
      store.register({ kind: 'number', phoneNumberId, ...Registration.parse(request.body) })
      await store.flushed()
      return { registered: phoneNumberId }
    })

    app.post('/numbers/:phoneNumberId/verify', async (request, reply) => {
      const { phoneNumberId } = NumberParams.parse(request.params)
      const number = store.numbers.get(phoneNumberId)
      return number ? verifyCallback(number) : reply.code(404).send({ message: `${phoneNumberId} is not registered` })
    })

    app.get('/plan', async () => plan())
    app.put('/plan', async request => {
      setPlan(Plan.parse(request.body))
      outbox.resume()
      return plan()
    })
    app.delete('/plan', async () => {
      setPlan(noFaults())
      outbox.resume()
      return plan()
    })

    app.get('/log', async request => {
      const { limit, ...filter } = LogQuery.parse(request.query)
      const entries = matching(store.log, filter)
      return { total: entries.length, entries: Number(limit) ? entries.slice(-Number(limit)) : [] }
    })
    app.get('/counts', async request => countsOf(matching(store.log, Filter.parse(request.query))))
    app.delete('/log', async () => {
      store.clearLog()
      return { cleared: true }
    })

    app.get('/view', async () => view({ store, outbox, plan }))
  }
}

/** Asks the callback whether it knows the verify token, as Meta does when a webhook is set up. */
async function verifyCallback(number: BusinessNumber) {
  const challenge = randomBytes(8).toString('hex')
  const url = new URL(number.callbackUrl)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.verify_token', number.verifyToken ?? '')
  url.searchParams.set('hub.challenge', challenge)
  try {
    const answer = await fetchUrl(url, { headersTimeout: 10_000, bodyTimeout: 10_000 })
    const text = await answer.body.text()
    return { verified: answer.statusCode === 200 && text === challenge, status: answer.statusCode }
  } catch (error) {
    return { verified: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** What the page shows: no token, no secret. */
function view({ store, outbox, plan }: Omit<ControlDeps, 'setPlan'>) {
  const numbers = [...store.numbers.values()].map(number => {
    const filter: LogFilter = { phoneNumberId: number.phoneNumberId }
    return {
      phoneNumberId: number.phoneNumberId,
      displayPhoneNumber: number.displayPhoneNumber,
      ratePerSecond: number.ratePerSecond,
      callbackUrl: number.callbackUrl,
      lastWebhook: outbox.lastPost(number.phoneNumberId),
      counts: countsOf(matching(store.log, filter)),
    }
  })
  const messages = store.log
    .filter(entry => entry.kind === 'accepted')
    .slice(-50)
    .reverse()
    .map(message => ({
      at: message.at,
      to: message.to,
      title: message.template ?? message.type,
      variables: message.variables,
      status: finalStatus(message) ?? 'accepted',
      reports: message.reports.map(({ status }, position) => ({ status, settled: message.settled[position] })),
    }))
  const table = Object.entries(fateBySuffix).map(([suffix, name]) => ({ suffix, says: fates[name].says }))
  return { numbers, messages, fates: table, plan: plan() }
}
