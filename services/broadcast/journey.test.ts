import { describe, expect, test } from 'vitest'
import * as contract from '#contracts/broadcast.ts'
import * as contacts from '#contracts/contacts.ts'
import { signedIn, until, uploaded } from '#test/factories.ts'
import { greeting, numbers, sandbox, sendBody, startJobs } from '#test/sandbox.ts'
import { BroadcastModel } from './broadcast-row.ts'
import { createTemplate } from './templates.ts'

const box = await sandbox()
const { app, simulator } = box
startJobs()

async function send(
  body: Parameters<typeof sendBody>[1],
  more: { ratePerSecond?: number; providerRate?: number } = {},
) {
  const { tenant, token } = await signedIn(app)
  const sender = await box.sender(tenant, more)
  const sent = await app.call(contract.sendBroadcast, { token, body: sendBody(sender.template, body) })
  expect(sent.body).toMatchObject({ status: true })
  const { id } = sent.body.data
  const get = async () => (await app.call(contract.getBroadcast, { token, params: { id } })).body.data.broadcast
  const completed = (timeoutMs?: number) =>
    until(
      'the broadcast to complete',
      async () => {
        const broadcast = await get()
        return broadcast.status === 'COMPLETED' && broadcast
      },
      timeoutMs,
    )
  const messages = async (status?: contract.DeliveryState) =>
    (
      await app.call(contract.listMessages, {
        token,
        query: { broadcastId: id, perPage: '200', ...(status && { status }) },
      })
    ).body.data.message
  return { tenant, token, id, sender, get, completed, messages, filter: { phoneNumberId: sender.phoneNumberId } }
}

describe('from the call to the phone', () => {
  test('everyone is sent to once and the counts end equal to the provider’s log', async () => {
    const { completed, get, filter } = await send({
      phoneNumber: numbers(200, ['20', '07', '00', '06', '37', '09', '10']),
    })
    await completed()
    await until('all reports', async () => {
      const { read, delivered, sent, failed, accepted } = (await get()).counts
      const { byFinalStatus, pendingReports } = simulator.counts(filter)
      return (
        pendingReports === 0 &&
        read === byFinalStatus.read &&
        delivered === byFinalStatus.delivered &&
        sent === byFinalStatus.sent &&
        failed === byFinalStatus.failed &&
        accepted === byFinalStatus.none
      )
    })
    expect(simulator.counts(filter)).toMatchObject({ accepted: 200, uniqueRecipients: 200, duplicates: 0 })
    expect((await get()).counts).toMatchObject({ total: 200, queued: 0, sending: 0, unknown: 0 })
  })

  test('each recipient gets their own values, and the attachment is uploaded once', async () => {
    const { tenant, token } = await signedIn(app)
    const sender = await box.sender(tenant)
    const template = await createTemplate(tenant, {
      ...greeting,
      name: 'invoice',
      channelId: sender.id,
      components: [{ type: 'HEADER', format: 'DOCUMENT' }, ...greeting.components],
    })
    const group = await app.call(contacts.saveGroup, { token, body: { name: 'Payers' } })
    const groups = [group.body.data.id]
    const phones = numbers(3)
    for (const [n, name] of ['Asha Rao', 'Ben Okri', 'Chen Wu'].entries())
      await app.call(contacts.saveCustomer, {
        token,
        body: { name, phoneNumber: phones[n] ?? '', groups, tags: [], data: [] },
      })
    const pdf = await uploaded(app, token, { name: 'invoice.pdf', mime: 'application/pdf', bytes: '%PDF-1.4\n%%EOF' })
    const media = { fileName: 'invoice.pdf', type: 'DOC' as const, url: pdf.body.data.id }
    const sent = await app.call(contract.sendBroadcast, {
      token,
      body: sendBody(template, {
        // also typed: one message all the same
        phoneNumber: phones.slice(0, 1),
        groupIds: groups,
        message: { template: { templateId: template.name, templateUId: template.id, media } },
        columnMapping: { messageTags: [{ variable: '1', type: 'column', value: 'name' }] },
      }),
    })
    expect(sent.body.message).toMatch(/Recipients: 3/)
    const log = () => simulator.log({ phoneNumberId: sender.phoneNumberId, kind: 'accepted' })
    await until('three sends', () => log().length === 3)
    expect(log().map(entry => 'variables' in entry && entry.variables.at(-1))).toEqual(
      expect.arrayContaining(['Asha Rao', 'Ben Okri', 'Chen Wu']),
    )
    const { enterpriseId } = tenant
    const row = await BroadcastModel.findOne({ enterpriseId }).lean()
    expect(row?.mediaId).toMatch(/^\d+$/)
    expect(simulator.counts({ phoneNumberId: sender.phoneNumberId })).toMatchObject({ accepted: 3, refused: 0 })
  })

  test('the recipients show number, name, status, time, reason and what happened in its order', async () => {
    const { messages, completed, get } = await send({ phoneNumber: numbers(2, ['20', '02']) })
    await completed()
    await until('all reports', async () => {
      const { read, failed } = (await get()).counts
      return read === 1 && failed === 1
    })
    const [read, failed] = await messages()
    expect(read).toMatchObject({ from: '+918047190000', to: '+919800000020', currentDeliveryStatus: 'read' })
    expect(read?.messageStatuses.map(one => one.status)).toEqual(['queued', 'accepted', 'sent', 'delivered', 'read'])
    expect(read?.transId).toMatch(/^wamid\./)
    expect(failed).toMatchObject({
      currentDeliveryStatus: 'failed',
      reason: expect.stringMatching(/cannot get the message/),
    })
    expect(await messages('read')).toHaveLength(1)
    expect(await messages('queued')).toEqual([])
  })
})
