import { afterAll } from 'vitest'
import type { z } from 'zod'
import { work } from '#common/queues.ts'
import type { Tenant } from '#common/tenant.ts'
import type { SendBroadcast, Template } from '#contracts/broadcast.ts'
import { startSimulator } from '#infra/simulator/app.ts'
import { createTemplate } from '#services/broadcast/templates.ts'
import { run as prepareBroadcast } from '../workers/prepare-broadcast.ts'
import { run as receiveWebhook } from '../workers/receive-webhook.ts'
import { run as sendLane } from '../workers/send-lane.ts'
import { channel, testApp } from './factories.ts'

/** All services listening, with the simulator as their provider. Call it at the top of a test file, with `await`. */
export async function sandbox(more: Record<string, string> = {}) {
  const simulator = await startSimulator({ port: 0 })
  const app = await testApp({ SANDBOX_ORIGIN: simulator.origin, ...more })
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => simulator.close())

  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${simulator.origin}/_control/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }

  return {
    app,
    simulator,
    address,
    /** Sets faults: see infra/simulator/whatsapp/plan.ts. */
    plan: (plan: object) => control('PUT', 'plan', plan),
    /** A channel that the simulator knows, with an approved template. */
    async sender(tenant: Tenant, more: { ratePerSecond?: number; providerRate?: number } = {}) {
      const ratePerSecond = more.ratePerSecond ?? 200
      const created = await channel(tenant, { ratePerSecond })
      const { accessToken, appSecret, verifyToken, phoneNumberId } = created
      const callbackUrl = `${address}/webhooks/whatsapp/${created.id}`
      const keys = { accessToken, appSecret, verifyToken, callbackUrl }
      await control('PUT', `numbers/${phoneNumberId}`, { ...keys, ratePerSecond: more.providerRate ?? ratePerSecond })
      const template = await createTemplate(tenant, { ...greeting, channelId: created.id })
      return { ...created, callbackUrl, template }
    },
  }
}

/** The jobs of broadcasts, in this process, until the file ends or `close`. */
export function startJobs() {
  const workers = [
    work('prepare-broadcast', prepareBroadcast, { concurrency: 4 }),
    work('send-lane', sendLane, { concurrency: 10 }),
    work('receive-webhook', receiveWebhook, { concurrency: 10 }),
  ]
  let closed: Promise<unknown> | undefined
  const close = () => {
    closed ??= Promise.all(workers.map(worker => worker.close()))
    return closed
  }
  afterAll(close)
  return { close }
}

export const greeting = {
  templateId: '1',
  name: 'greeting',
  language: 'en',
  category: 'MARKETING',
  status: 'APPROVED',
  components: [{ type: 'BODY', text: 'Hello {{1}}' }],
} as const satisfies Omit<Template, 'id' | 'channelId'>

/** What sends `template` to the given numbers, every variable the same constant. */
export function sendBody(template: Template, more: Partial<z.input<typeof SendBroadcast>> = {}) {
  return {
    channelId: template.channelId,
    message: { template: { templateId: template.name, templateUId: template.id } },
    columnMapping: { messageTags: [{ variable: '1', type: 'static' as const, value: 'there' }] },
    ...more,
  }
}

/** Different possible Indian numbers, whose last two digits decide their fate in the simulator. */
export const numbers = (count: number, endings: string[] = ['20']) =>
  Array.from({ length: count }, (_, n) => {
    const ending = endings[n % endings.length] ?? ''
    return `+9198${String(n).padStart(8 - ending.length, '0')}${ending}`
  })
