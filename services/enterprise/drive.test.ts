import { expect, test } from 'vitest'
import { downloadFile, listChannels, validateMedia } from '#contracts/enterprise.ts'
import { messages } from '#contracts/messages.ts'
import { channel, nowhere, signedIn, testApp, uploaded } from '#test/factories.ts'

const app = await testApp()
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const validate = (token: string, id: string, mediaType = 'IMAGE') =>
  app.call(validateMedia, { token, query: { id, channelType: 'WHATSAPP', mediaType } })

test('an uploaded file comes back byte for byte, as an attachment', async () => {
  const { token } = await signedIn(app)
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, i) => i % 251))
  const { status, body } = await uploaded(app, token, { name: 'a file.bin', mime: 'application/x-any', bytes })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ name: 'a file.bin', size: bytes.length })
  const answer = await app.server.inject({
    url: `/e/drive/files/${body.data.id}`,
    headers: { 'authentication-token': token },
  })
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers['content-disposition']).toMatch(/^attachment/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('a file of another enterprise is not found, neither to download nor as media', async () => {
  const { token } = await signedIn(app)
  const stranger = await signedIn(app)
  const { body } = await uploaded(app, token, { name: 'a.png', mime: 'image/png', bytes: png })
  expect((await app.call(downloadFile, { token: stranger.token, params: { id: body.data.id } })).status).toBe(404)
  expect((await validate(stranger.token, body.data.id)).status).toBe(404)
  expect((await validate(token, nowhere())).status).toBe(404)
})

test('media is judged by its bytes, not by its name', async () => {
  const { token } = await signedIn(app)
  const image = await uploaded(app, token, { name: 'a.png', mime: 'image/png', bytes: png })
  const liar = await uploaded(app, token, { name: 'b.png', mime: 'image/png', bytes: '%PDF-1.4 no picture' })
  expect((await validate(token, image.body.data.id)).status).toBe(200)
  expect((await validate(token, liar.body.data.id)).body.message).toBe(messages.invalidFileType)
  expect((await validate(token, image.body.data.id, 'DOC')).body.message).toBe(messages.invalidFileType)
})

test('no session, no permission, no file: each is refused', async () => {
  const viewer = await signedIn(app, { roles: [6] })
  const file = { name: 'a.png', mime: 'image/png', bytes: png }
  expect((await uploaded(app, 'made-up', file)).status).toBe(401)
  const refused = await uploaded(app, viewer.token, file)
  expect([refused.status, refused.body.code]).toEqual([403, 1403])
  expect((await app.call(downloadFile, { token: viewer.token, params: { id: nowhere() } })).status).toBe(403)
  expect((await validate(viewer.token, nowhere())).status).toBe(403)
})

test('channels are listed by name, page by page, without their keys, to their own enterprise alone', async () => {
  const { token, tenant } = await signedIn(app)
  const stranger = await signedIn(app)
  const mine = await Promise.all([channel(tenant), channel(tenant), channel(tenant)])
  const first = await app.call(listChannels, { token, query: { perPage: '2', type: 'WhatsApp' } })
  expect(first.body.data).toMatchObject({ more: true })
  expect(first.body.data.channelConfig).toHaveLength(2)
  expect(JSON.stringify(first.body)).not.toContain('secret-')
  const found = await app.call(listChannels, { token, query: { name: mine[1]?.name.toUpperCase() } })
  expect(found.body.data.channelConfig.map(({ id }) => id)).toEqual([mine[1]?.id])
  expect((await app.call(listChannels, { token: stranger.token })).body.data.channelConfig).toEqual([])
  expect((await app.call(listChannels, { token, query: { perPage: '100000' } })).status).toBe(400)
  expect((await app.call(listChannels)).status).toBe(401)
  const viewer = await signedIn(app, { roles: [6], enterpriseId: tenant.enterpriseId })
  expect((await app.call(listChannels, { token: viewer.token })).status).toBe(403)
})
