import { type AddressInfo, connect } from 'node:net'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { downloadFile, listChannels, uploadFile, validateMedia } from '#contracts/enterprise.ts'
import { messages } from '#contracts/messages.ts'
import { channel, nowhere, signedIn, testApp, until, uploaded } from '#test/factories.ts'

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

test('an upload that is cut off leaves nothing behind', async () => {
  const { token } = await signedIn(app)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  for (let blocks = 1; blocks <= 12; blocks++) await cutOff(token, blocks)
  const { connection } = mongoose
  const orphans = async () => {
    const ids = await connection.collection('files.files').distinct('_id')
    return connection.collection('files.chunks').countDocuments({ files_id: { $nin: ids } })
  }
  await until('nothing to be left', async () => (await orphans()) === 0)
})

/** Begins an upload and closes the connection after so many blocks of it. */
async function cutOff(token: string, blocks: number): Promise<void> {
  const { port } = app.server.server.address() as AddressInfo
  const wire = connect(port, '127.0.0.1')
  const closed = new Promise(done => wire.once('close', done))
  wire.write(
    `POST ${uploadFile.path} HTTP/1.1\r\nhost: test\r\nauthentication-token: ${token}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 99999999\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n',
  )
  for (let n = 0; n < blocks; n++)
    await new Promise<void>(done => void wire.write(Buffer.alloc(600_000, 'a'), () => done()))
  wire.destroy()
  await closed
}

test('a file of another enterprise is not found, neither to download nor as media', async () => {
  const { token } = await signedIn(app)
  const stranger = await signedIn(app)
  const { body } = await uploaded(app, token, { name: 'a.png', mime: 'image/png', bytes: png })
  expect((await app.call(downloadFile, { token: stranger.token, params: { id: body.data.id } })).status).toBe(404)
  expect((await validate(stranger.token, body.data.id)).status).toBe(404)
  expect((await validate(token, nowhere())).status).toBe(404)
})

test('someone who handles chats opens media, but no file of customers', async () => {
  const { token, tenant } = await signedIn(app)
  const agent = await signedIn(app, { roles: [3], enterpriseId: tenant.enterpriseId })
  const image = await uploaded(app, token, { name: 'a.png', mime: 'image/png', bytes: png })
  const customers = await uploaded(app, token, { name: 'a.csv', mime: 'text/csv', bytes: 'Name,Phone' })
  const open = (id: string) =>
    app.server.inject({ url: `/e/drive/files/${id}`, headers: { 'authentication-token': agent.token } })
  expect((await open(image.body.data.id)).statusCode).toBe(200)
  expect((await open(customers.body.data.id)).statusCode).toBe(404)
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
