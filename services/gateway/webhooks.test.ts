import { Types } from 'mongoose'
import { describe, expect, test } from 'vitest'
import { queue } from '#common/queues.ts'
import { sign } from '#common/secrets.ts'
import { Delivery } from '#services/broadcast/deliveries.ts'
import { drainEvents, sweepEvents, WebhookEvent, workOnSome } from '#services/broadcast/webhook-events.ts'
import { nowhere, signedIn } from '#test/factories.ts'
import { sandbox } from '#test/sandbox.ts'

const box = await sandbox()
const { app } = box
const { tenant } = await signedIn(app)
const sender = await box.sender(tenant)
const { tenant: otherTenant } = await signedIn(app)
const other = await box.sender(otherTenant)
const { enterpriseId } = tenant

const url = (id: string) => `/webhooks/whatsapp/${id}`
const post = (bytes: Buffer, signature?: string, id = sender.id) =>
  app.server.inject({
    method: 'POST',
    url: url(id),
    headers: { 'content-type': 'application/json', ...(signature && { 'x-hub-signature-256': signature }) },
    payload: bytes,
  })
const signed = (bytes: Buffer, secret = sender.appSecret) => `sha256=${sign(secret, bytes)}`
const kept = () => WebhookEvent.countDocuments({ enterpriseId })
const body = (statuses: object[]) =>
  Buffer.from(JSON.stringify({ entry: [{ changes: [{ field: 'messages', value: { statuses } }] }] }, null, 1))

describe('the verification', () => {
  const verify = (token: string, id = sender.id) =>
    app.server.inject({
      url: url(id),
      query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '<b>42' },
    })
  test('answers the challenge as plain text to who knows the token', async () => {
    const answer = await verify(sender.verifyToken)
    expect(answer).toMatchObject({ statusCode: 200, body: '<b>42' })
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  })
  test('refuses another token, and channels that are not there', async () => {
    expect((await verify('wrong')).statusCode).toBe(403)
    expect((await verify(other.verifyToken)).statusCode).toBe(403)
    expect((await verify(sender.verifyToken, nowhere())).statusCode).toBe(404)
    expect((await verify(sender.verifyToken, 'x')).statusCode).toBe(400)
  })
})

describe('the signature', () => {
  test('is over the bytes as they came; what is signed is kept', async () => {
    const before = await kept()
    const bytes = Buffer.from('{ "entry" : [ ] , "ü": 1 }')
    expect((await post(bytes, signed(bytes))).statusCode).toBe(200)
    expect(await kept()).toBe(before + 1)
    const row = await WebhookEvent.findOne({ enterpriseId }).sort({ _id: -1 }).lean()
    expect(row?.body.toString('utf8')).toBe(bytes.toString())
  })

  test('with one bit changed, of the body or of itself, is refused and nothing is kept', async () => {
    const bytes = body([])
    const signature = signed(bytes)
    const before = await kept()
    for (let bit = 0; bit < bytes.length * 8; bit += 61) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect((await post(changed, signature)).statusCode).toBe(403)
    }
    const text = Buffer.from(signature)
    for (let at = 0; at < text.length; at += 7) {
      const changed = Buffer.from(text)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect((await post(bytes, changed.toString('latin1'))).statusCode).toBe(403)
    }
    expect(await kept()).toBe(before)
  })

  test('missing, of another channel, or for a channel that is not there is refused', async () => {
    const bytes = body([])
    expect((await post(bytes)).statusCode).toBe(403)
    expect((await post(bytes, signed(bytes, other.appSecret))).statusCode).toBe(403)
    expect((await post(bytes, signed(bytes), nowhere())).statusCode).toBe(404)
  })
})

describe('an event', () => {
  const channelId = new Types.ObjectId(sender.id)
  const attempt = 'attempt-aaaa'
  async function delivery() {
    const at = new Date()
    const row = { broadcastId: new Types.ObjectId(), channelId, phone: '+919800000020', name: '', components: [] }
    const state = { state: 'accepted' as const, stateAt: at, dueAt: at, tries: 1, attempt, history: {} }
    return (await Delivery.create({ enterpriseId, ...row, ...state }))._id
  }
  const status = (id: unknown, status: string, more = {}) => ({
    id: 'wamid.1',
    status,
    timestamp: '1763719200',
    recipient_id: '919800000020',
    biz_opaque_callback_data: `${id}.${attempt}`,
    ...more,
  })

  test('that cannot be read is kept as failed with the reason, and holds up no other', async () => {
    const id = await delivery()
    for (const bytes of [Buffer.from('not json'), body([{ id: 1 }]), body([status(id, 'read')])])
      expect((await post(bytes, signed(bytes))).statusCode).toBe(200)
    while ((await workOnSome(tenant, channelId)) > 0);
    const failed = await WebhookEvent.find({ enterpriseId, state: 'failed' }).sort({ _id: 1 }).lean()
    expect(failed.map(row => row.detail)).toEqual(['The body is not JSON.', expect.stringMatching(/^A status cannot/)])
    expect(await Delivery.findOne({ enterpriseId, _id: id }).lean()).toMatchObject({ state: 'read' })
    const done = await WebhookEvent.findOne({ enterpriseId, state: 'done' }).lean()
    expect(done?.expiresAt?.getTime()).toBeGreaterThan(Date.now())
  })

  test('of a kind, a status or a message that we do not know is done quietly', async () => {
    const bytes = Buffer.from(
      JSON.stringify({
        entry: [
          { changes: [{ field: 'user_preferences', value: { user_preferences: [] } }] },
          {
            changes: [
              { field: 'messages', value: { messages: [{ text: 'hello' }] } },
              {
                field: 'messages',
                value: {
                  statuses: [
                    status(nowhere(), 'read'),
                    status('x', 'read'),
                    status(nowhere(), 'played'),
                    { ...status('x', 'read'), biz_opaque_callback_data: undefined },
                  ],
                },
              },
            ],
          },
        ],
      }),
    )
    await post(bytes, signed(bytes))
    await workOnSome(tenant, channelId)
    expect(await WebhookEvent.countDocuments({ enterpriseId, state: 'pending' })).toBe(0)
  })

  test('of one channel changes no row of another', async () => {
    const id = await delivery()
    const bytes = body([status(id, 'read')])
    expect((await post(bytes, signed(bytes, other.appSecret), other.id)).statusCode).toBe(200)
    expect(await workOnSome(otherTenant, new Types.ObjectId(other.id))).toBe(1)
    expect(await Delivery.findOne({ enterpriseId, _id: id }).lean()).toMatchObject({ state: 'accepted' })
  })

  test('that failed tells a person why', async () => {
    const id = await delivery()
    const bytes = body([status(id, 'failed', { errors: [{ code: 131050, title: 'User has stopped' }] })])
    await post(bytes, signed(bytes))
    await drainEvents(tenant, sender.id, AbortSignal.timeout(300))
    const row = await Delivery.findOne({ enterpriseId, _id: id }).lean()
    expect(row).toMatchObject({
      state: 'failed',
      error: { code: 131050, text: expect.stringMatching(/stopped marketing/) },
    })
  })

  test('that nobody works on is put back by the sweep', async () => {
    await sweepEvents()
    const bytes = body([])
    await post(bytes, signed(bytes))
    await WebhookEvent.updateMany({ enterpriseId, state: 'pending' }, { receivedAt: new Date(0) })
    await queue('receive-webhook').obliterate({ force: true })
    await sweepEvents()
    expect(await queue('receive-webhook').getJobCountByTypes('waiting', 'active', 'delayed')).toBe(1)
  })
})
