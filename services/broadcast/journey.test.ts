import { describe, expect, test } from 'vitest'
import * as contract from '#contracts/broadcast.ts'
import { signedIn, until } from '#test/factories.ts'
import { numbers, sandbox, sendBody, startJobs } from '#test/sandbox.ts'

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
})
