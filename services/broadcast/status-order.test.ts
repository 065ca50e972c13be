import fc from 'fast-check'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import type { Tenant } from '#common/tenant.ts'
import { type DeliveryState, deliveryStates } from '#contracts/broadcast.ts'
import type { ReportStatus } from '#services/providers/provider.ts'
import { signedIn, testApp } from '#test/factories.ts'
import { type Change, Delivery, settle } from './deliveries.ts'
import { applyReports } from './webhook-events.ts'

const app = await testApp()
const { tenant } = await signedIn(app)
const channelId = new Types.ObjectId()
const attempt = 'attempt-aaaa'
const at = new Date('2026-11-21T10:00:00Z')

/** A recipient that is being sent to. */
async function dispatched(more: object = {}) {
  const row = await Delivery.create({
    enterpriseId: tenant.enterpriseId,
    broadcastId: new Types.ObjectId(),
    channelId,
    phone: '+919800000020',
    name: '',
    components: [],
    state: 'dispatching',
    stateAt: at,
    dueAt: at,
    tries: 1,
    attempt,
    history: {},
    ...more,
  })
  return row._id.toString()
}

type Event = ReportStatus | 'answer' | 'lost'

async function happen(owner: Tenant, id: string, event: Event, onChannel = channelId) {
  if (event === 'answer') await settle(owner, onChannel, [answer(id, 'accepted')])
  else if (event === 'lost') await settle(owner, onChannel, [answer(id, 'unknown')])
  else {
    const error = event === 'failed' ? { code: 131026, text: 'undeliverable' } : undefined
    await applyReports(owner, onChannel, [
      { callbackData: `${id}.${attempt}`, providerId: 'wamid.1', status: event, at, error },
    ])
  }
}
const answer = (id: string, to: 'accepted' | 'unknown'): Change => ({
  id,
  attempt,
  to,
  from: to === 'accepted' ? ['dispatching', 'unknown'] : ['dispatching'],
  at,
  ...(to === 'accepted' && { providerId: 'wamid.1' }),
  entries: [{ status: to, at, msg: '' }],
})
const find = async (id: string) => {
  const row = await Delivery.findOne({ enterpriseId: tenant.enterpriseId, _id: new Types.ObjectId(id) }).lean()
  if (!row) throw new Error('the row is gone')
  return row
}

const event = fc.constantFrom<Event>('answer', 'sent', 'delivered', 'read', 'failed')

test('whatever the order and number of reports, also before the answer, the highest status wins and none goes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 7 }), async events => {
      const id = await dispatched()
      let rank = 0
      for (const one of events) {
        await happen(tenant, id, one)
        const now = deliveryStates[(await find(id)).state]
        expect(now).toBeGreaterThanOrEqual(rank)
        rank = now
      }
      const states = events.map((one): DeliveryState => (one === 'answer' || one === 'lost' ? 'accepted' : one))
      const highest = states.reduce((a, b) => (deliveryStates[b] > deliveryStates[a] ? b : a))
      const row = await find(id)
      expect(row.state).toBe(highest)
      expect(row.providerId).toBe('wamid.1')
      expect(new Set(Object.values(row.history).map(one => one.status))).toEqual(new Set(states))
      expect(Object.keys(row.history)).toHaveLength(new Set(states).size)
      expect(row.leaseUntil).toBeUndefined()
    }),
    { numRuns: 30 },
  )
})

test('the same reports in one webhook end the same as one by one', async () => {
  const report = fc.constantFrom<ReportStatus>('sent', 'delivered', 'read', 'failed')
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 8 }), async statuses => {
      const [together, single] = [await dispatched(), await dispatched()]
      await applyReports(
        tenant,
        channelId,
        statuses.map(status => ({ callbackData: `${together}.${attempt}`, providerId: 'wamid.1', status, at })),
      )
      for (const status of statuses) await happen(tenant, single, status)
      const [a, b] = [await find(together), await find(single)]
      expect(a.state).toBe(b.state)
      expect(Object.keys(a.history).sort()).toEqual(Object.keys(b.history).sort())
    }),
    { numRuns: 15 },
  )
})

test('a late answer resolves a row that was given up as unknown, and a report does so without one', async () => {
  const [late, never] = [await dispatched(), await dispatched()]
  await happen(tenant, late, 'lost')
  await happen(tenant, late, 'answer')
  expect((await find(late)).state).toBe('accepted')
  await happen(tenant, never, 'lost')
  expect((await find(never)).state).toBe('unknown')
  await happen(tenant, never, 'delivered')
  expect((await find(never)).state).toBe('delivered')
})

test('a report on an attempt that was refused and put back keeps it from being sent again', async () => {
  const id = await dispatched({ state: 'queued' })
  await happen(tenant, id, 'sent')
  expect((await find(id)).state).toBe('sent')
})

test('reports of an older attempt, another channel or another tenant do nothing', async () => {
  const other = await signedIn(app)
  const id = await dispatched()
  const stale = { callbackData: `${id}.attempt-bbbb`, providerId: 'x', status: 'read' as const, at }
  await applyReports(tenant, channelId, [stale])
  await happen(tenant, id, 'read', new Types.ObjectId())
  await happen(other.tenant, id, 'read')
  await applyReports(tenant, channelId, [{ ...stale, callbackData: 'not ours' }])
  expect(await find(id)).toMatchObject({ state: 'dispatching', history: {} })
})
