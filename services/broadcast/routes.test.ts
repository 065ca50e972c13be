import mongoose from 'mongoose'
import { describe, expect, test, vi } from 'vitest'
import { Audit } from '#common/audit.ts'
import * as contract from '#contracts/broadcast.ts'
import * as contacts from '#contracts/contacts.ts'
import { messages, text } from '#contracts/messages.ts'
import type { Role } from '#contracts/permissions.ts'
import { nowhere, signedIn, uploaded } from '#test/factories.ts'
import { greeting, sandbox, sendBody } from '#test/sandbox.ts'
import { BroadcastModel } from './broadcast-row.ts'
import { createTemplate } from './templates.ts'

// no jobs run here: what is sent stays PREPARING
const box = await sandbox()
const { app } = box
const me = await signedIn(app)
const sender = await box.sender(me.tenant)
const other = await signedIn(app)
const foreign = await box.sender(other.tenant)
const { token } = me
const { template } = sender
const typed = { phoneNumber: ['+91 98000 00020'] }

const colleague = (roles: Role[]) => signedIn(app, { roles, enterpriseId: me.tenant.enterpriseId })
const agent = await colleague([3])
const checker = await colleague([5])
const nobody = await colleague([])

const sendAs = (token: string, body = {}) =>
  app.call(contract.sendBroadcast, { token, body: sendBody(template, { ...typed, ...body }) })
const validate = (body = {}) =>
  app.call(contract.validateBroadcast, { token, body: sendBody(template, { ...typed, ...body }) })

async function customer(token: string, phoneNumber: string, groupIds: string[] = [], data: object[] = []) {
  const body = { name: 'Asha Rao', phoneNumber, groups: groupIds, tags: [], data } as never
  const saved = await app.call(contacts.saveCustomer, { token, body })
  expect(saved.body).toMatchObject({ status: true })
  return saved.body.data.customer.id
}
const group = async (token: string, name: string) =>
  (await app.call(contacts.saveGroup, { token, body: { name } })).body.data.id

const sentId = (await sendAs(token)).body.data.id
const foreignId = (
  await app.call(contract.sendBroadcast, { token: other.token, body: sendBody(foreign.template, typed) })
).body.data.id

describe('who may call', () => {
  const calls = [
    [contract.listTemplates, {}],
    [contract.getTemplate, { params: { id: template.id } }],
    [contract.validateBroadcast, { body: sendBody(template, typed) }],
    [contract.sendBroadcast, { body: sendBody(template, typed) }],
    [contract.listBroadcasts, {}],
    [contract.getBroadcast, { params: { id: sentId } }],
    [contract.listMessages, { query: { broadcastId: sentId } }],
    [contract.pauseBroadcast, { params: { id: sentId } }],
    [contract.resumeBroadcast, { params: { id: sentId } }],
  ] as const
  for (const [route, input] of calls) {
    const call = (token?: string) => app.call(route as typeof contract.listBroadcasts, { ...(input as object), token })
    test(`${route.method} ${route.path} needs a session`, async () => {
      expect(await call()).toMatchObject({ status: 401, body: { login_required: true } })
    })
    test(`${route.method} ${route.path} needs a permission`, async () => {
      expect(await call(nobody.token)).toMatchObject({ status: 403, body: { code: 1403 } })
    })
  }
  test('who checks campaigns reads broadcasts and sends none', async () => {
    expect((await app.call(contract.listBroadcasts, { token: checker.token })).status).toBe(200)
    expect((await sendAs(checker.token)).status).toBe(403)
  })
})

describe('templates', () => {
  test('are listed by name, status and channel, in pages', async () => {
    await createTemplate(me.tenant, { ...greeting, name: 'alpha', status: 'PAUSED', channelId: sender.id })
    const list = async (query = {}) =>
      (await app.call(contract.listTemplates, { token, query })).body.data.templates.map(one => one.name)
    expect(await list()).toEqual(['alpha', 'greeting'])
    expect(await list({ status: 'APPROVED' })).toEqual(['greeting'])
    expect(await list({ name: 'EET' })).toEqual(['greeting'])
    expect(await list({ name: '.*' })).toEqual([])
    expect(await list({ channelId: nowhere() })).toEqual([])
    const page = await app.call(contract.listTemplates, { token, query: { perPage: '1' } })
    expect(page.body.data).toMatchObject({ more: true, templates: [{ name: 'alpha' }] })
  })
  test('come with variables and kind of media; a foreign one is not found', async () => {
    const got = await app.call(contract.getTemplate, { token, params: { id: template.id } })
    expect(got.body.data).toMatchObject({
      template,
      mediaType: '',
      variables: { header: [], messageTags: [{ name: '1', type: 'TEXT', required: true }], buttonPayload: [] },
    })
    expect((await app.call(contract.getTemplate, { token, params: { id: foreign.template.id } })).status).toBe(404)
    expect((await app.call(contract.getTemplate, { token, params: { id: 'x' } })).status).toBe(400)
    expect(
      (await app.call(contract.listTemplates, { token, query: { channelId: foreign.id } })).body.data.templates,
    ).toEqual([])
  })
})

test('a send that is told to have failed was not started', async () => {
  const { enterpriseId } = me.tenant
  const before = await BroadcastModel.countDocuments({ enterpriseId })
  vi.spyOn(Audit, 'create').mockRejectedValueOnce(new Error('the database is away'))
  expect((await sendAs(token)).status).toBe(500)
  expect(await BroadcastModel.countDocuments({ enterpriseId })).toBe(before)
})

describe('a preflight', () => {
  test('counts each number once, lists invalid numbers and shows the first message', async () => {
    const { body } = await validate({
      phoneNumber: ['9800000020', '+91 98000 00020', '12', '+919800000021', 'abcdefghijk'],
    })
    expect(body.data).toMatchObject({
      recipients: 2,
      duplicates: 1,
      invalidCount: 2,
      invalid: [{ value: '12', message: messages.numberInvalid }, { value: 'abcdefghijk' }],
      missingCount: 0,
      sample: { phone: '+919800000020', body: 'Hello there' },
      errors: [],
    })
  })
  test('tells who has no value for a variable, and who gets the default', async () => {
    const groupId = await group(token, 'Preflight')
    await customer(token, '+919800001020', [groupId])
    const columnMapping = { messageTags: [{ variable: '1', type: 'column', value: 'name' }] }
    const { body } = await validate({ groupIds: [groupId], columnMapping })
    expect(body.data).toMatchObject({
      recipients: 2,
      missingCount: 1,
      missing: [{ phone: '+919800000020', variables: ['1'] }],
      sample: { phone: '+919800000020' },
    })
    const withDefault = { messageTags: [{ variable: '1', type: 'column', value: 'name', default: 'friend' }] }
    expect((await validate({ groupIds: [groupId], columnMapping: withDefault })).body.data.missingCount).toBe(0)
  })
  test('shows the values of a contact only to those who may see contacts', async () => {
    const body = { name: 'Asha Rao', phoneNumber: '+919800001021', instaId: 'asha.secret', data: [] }
    await app.call(contacts.saveCustomer, { token, body })
    const bodyFor = async (token: string, value: string) => {
      const columnMapping = { messageTags: [{ variable: '1', type: 'column' as const, value }] }
      const body = sendBody(template, { phoneNumber: ['+919800001021'], columnMapping })
      return (await app.call(contract.validateBroadcast, { token, body })).body.data
    }
    expect(await bodyFor(token, 'instaId')).toMatchObject({ sample: { body: 'Hello asha.secret' }, missingCount: 0 })
    expect(await bodyFor(agent.token, 'instaId')).toMatchObject({ sample: { body: 'Hello •••' }, missingCount: 0 })
    expect(await bodyFor(agent.token, 'name')).toMatchObject({ sample: { body: 'Hello Asha Rao' } })
  })
  test('writes nothing', async () => {
    const before = await BroadcastModel.countDocuments({ enterpriseId: me.tenant.enterpriseId })
    await validate()
    expect(await BroadcastModel.countDocuments({ enterpriseId: me.tenant.enterpriseId })).toBe(before)
  })
  test('says what the form lacks: a mapping, an approved template, anyone at all', async () => {
    const errorsOf = async (body: object) => (await validate(body)).body.data.errors
    expect(await errorsOf({ columnMapping: {} })).toEqual([
      { field: 'columnMapping.messageTags.1', message: messages.fieldMandatory },
    ])
    expect(await errorsOf({ phoneNumber: [] })).toMatchObject([{ message: messages.noRecipients }])
  })
})

describe('a send', () => {
  test('answers an id and says to how many; it is in the list, in detail and in the audit trail', async () => {
    const { body } = await sendAs(token, {
      name: 'Diwali',
      phoneNumber: ['9800000020', '+919800000021', '+919800000021'],
    })
    expect(body.message).toBe(text(messages.broadcastSent, { n: 2 }))
    const { id } = body.data
    const list = await app.call(contract.listBroadcasts, { token, query: { name: 'diw' } })
    expect(list.body.data).toMatchObject({
      more: false,
      broadcastList: [{ id, name: 'Diwali', templateName: 'greeting' }],
    })
    const past = { toDate: '2020-01-01T00:00:00Z' }
    expect((await app.call(contract.listBroadcasts, { token, query: past })).body.data.broadcastList).toEqual([])
    const got = await app.call(contract.getBroadcast, { token, params: { id } })
    expect(got.body.data).toMatchObject({
      broadcast: { id, status: 'PREPARING', user: { name: me.tenant.user?.name }, counts: { total: 0 } },
      channelId: sender.id,
      columnMapping: { messageTags: [{ value: 'there' }] },
      template: { id: template.id },
    })
    const trail = await Audit.findOne({ enterpriseId: me.tenant.enterpriseId, 'object.id': id }).lean()
    expect(trail).toMatchObject({ action: 'broadcast.send', userName: me.tenant.user?.name })
  })

  test('with an Idempotency-Key happens once', async () => {
    const again = () =>
      app.call(contract.sendBroadcast, {
        token,
        body: sendBody(template, { ...typed, name: 'Only once' }),
        headers: { 'idempotency-key': 'only-once-1' },
      })
    const answers = await Promise.all([again(), again(), again()])
    expect(new Set(answers.map(one => one.body.data.id)).size).toBe(1)
    expect(await BroadcastModel.countDocuments({ enterpriseId: me.tenant.enterpriseId, name: 'Only once' })).toBe(1)
    // a process that died before it kept its answer leaves the broadcast, and a key that is free again
    await mongoose.connection.collection('idempotency').deleteMany({})
    expect((await again()).body.data.id).toBe(answers[0]?.body.data.id)
    expect(await BroadcastModel.countDocuments({ enterpriseId: me.tenant.enterpriseId, name: 'Only once' })).toBe(1)
  })

  test('refuses invalid numbers by name, and nobody at all; nothing is written', async () => {
    const before = await BroadcastModel.countDocuments({ enterpriseId: me.tenant.enterpriseId })
    const invalid = await sendAs(token, { phoneNumber: ['+919800000020', '123'] })
    expect(invalid).toMatchObject({ status: 400, body: { errors: [{ field: 'phoneNumber.1' }] } })
    expect(invalid.body.message).toBe(`123: ${messages.numberInvalid}`)
    expect(await sendAs(token, { phoneNumber: [] })).toMatchObject({
      status: 400,
      body: { message: messages.noRecipients },
    })
    const empty = await group(token, 'Nobody')
    expect((await sendAs(token, { phoneNumber: [], groupIds: [empty] })).body.message).toBe(messages.noRecipients)
    expect(await BroadcastModel.countDocuments({ enterpriseId: me.tenant.enterpriseId })).toBe(before)
  })

  test('refuses fields that it does not know, operators among them', async () => {
    expect((await sendAs(token, { channelId: { $ne: '' } })).status).toBe(400)
    expect((await sendAs(token, { extra: 1 })).status).toBe(400)
    expect((await sendAs(token, { columnMapping: { messageTags: [], cards: [] } })).status).toBe(400)
  })

  test('refuses a template that is not approved, of another channel, or without a required value', async () => {
    const paused = await createTemplate(me.tenant, {
      ...greeting,
      name: 'paused',
      status: 'PAUSED',
      channelId: sender.id,
    })
    const elsewhere = await box.sender(me.tenant)
    const use = (one: contract.Template) =>
      sendAs(token, { message: { template: { templateId: one.name, templateUId: one.id } } })
    expect((await use(paused)).body.message).toMatch(/not approved/)
    expect((await use(elsewhere.template)).body.message).toMatch(/another channel/)
    const empty = { messageTags: [{ variable: '1', type: 'static', value: ' ' }] }
    expect((await sendAs(token, { columnMapping: empty })).body.message).toBe(messages.fieldMandatory)
    const expression = { messageTags: [{ variable: '1', type: 'expression', value: '{name}' }] }
    expect((await sendAs(token, { columnMapping: expression })).body.message).toBe(messages.urlVariableNotFound)
  })

  test('takes only the kind of file that the template shows', async () => {
    const document = await createTemplate(me.tenant, {
      ...greeting,
      name: 'document',
      channelId: sender.id,
      components: [{ type: 'HEADER', format: 'DOCUMENT' }, ...greeting.components],
    })
    const upload = async (token: string, bytes: string) =>
      (await uploaded(app, token, { name: 'a.pdf', mime: 'application/pdf', bytes })).body.data.id as string
    const use = (media?: object) =>
      sendAs(token, { message: { template: { templateId: 'document', templateUId: document.id, media } } })
    const pdf = '%PDF-1.4\n%%EOF'
    expect((await use()).body.message).toBe(messages.attachmentMissing)
    const media = { fileName: 'a.pdf', type: 'DOC', url: await upload(token, pdf) }
    expect((await use({ ...media, type: 'IMAGE' })).body.message).toBe(messages.invalidFileType)
    expect((await use({ ...media, url: await upload(token, 'not a pdf') })).body.message).toBe(messages.invalidFileType)
    expect((await use({ ...media, url: await upload(other.token, pdf) })).status).toBe(404)
    expect((await use(media)).status).toBe(200)
  })

  test('with ids of another tenant finds nothing', async () => {
    const theirGroup = await group(other.token, 'Theirs')
    const theirCustomer = await customer(other.token, '+919800002020', [theirGroup])
    const theirTemplate = { template: { templateId: 'greeting', templateUId: foreign.template.id } }
    for (const body of [
      { channelId: foreign.id },
      { channelId: nowhere() },
      { message: theirTemplate },
      { groupIds: [theirGroup] },
      { tagIds: [nowhere()] },
      { customerIds: [theirCustomer] },
    ]) {
      expect((await sendAs(token, body)).status, JSON.stringify(body)).toBe(404)
      expect((await validate(body)).status, JSON.stringify(body)).toBe(404)
    }
  })

  test('an agent types numbers and picks contacts; groups and labels are for those who see contacts', async () => {
    const groupId = await group(token, 'Agents')
    const customerId = await customer(token, '+919800003020', [groupId])
    expect((await sendAs(agent.token, { customerIds: [customerId] })).status).toBe(200)
    expect((await sendAs(agent.token, { groupIds: [groupId] })).status).toBe(403)
    expect((await sendAs(token, { groupIds: [groupId] })).status).toBe(200)
  })
})

describe('a broadcast', () => {
  test('is paused and goes on; each but once', async () => {
    const { id } = (await sendAs(token)).body.data
    const pause = () => app.call(contract.pauseBroadcast, { token, params: { id }, body: {} })
    const resume = () => app.call(contract.resumeBroadcast, { token, params: { id }, body: {} })
    expect((await resume()).status).toBe(422)
    expect((await pause()).body.data.status).toBe('PAUSED')
    expect((await pause()).status).toBe(422)
    expect((await resume()).body.data.status).toBe('PREPARING')
  })
  test('of another tenant is not found', async () => {
    const params = { id: foreignId }
    expect((await app.call(contract.getBroadcast, { token, params })).status).toBe(404)
    expect((await app.call(contract.pauseBroadcast, { token, params, body: {} })).status).toBe(404)
    expect((await app.call(contract.resumeBroadcast, { token, params, body: {} })).status).toBe(404)
    expect((await app.call(contract.listMessages, { token, query: { broadcastId: foreignId } })).status).toBe(404)
    const list = await app.call(contract.listBroadcasts, { token, query: { perPage: '200' } })
    expect(list.body.data.broadcastList.map(one => one.id)).not.toContain(foreignId)
  })
  test('refuses ids and queries that are none', async () => {
    expect((await app.call(contract.getBroadcast, { token, params: { id: 'x' } })).status).toBe(400)
    expect((await app.call(contract.listBroadcasts, { token, query: { fromDate: 'today' } })).status).toBe(400)
    expect((await app.call(contract.listMessages, { token, query: {} as never })).status).toBe(400)
    const query = { broadcastId: sentId, status: 'lost' }
    expect((await app.call(contract.listMessages, { token, query })).status).toBe(400)
  })
})
