import mongoose, { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { redis } from '#common/redis.ts'
import { uploadCsv } from '#contracts/contacts.ts'
import { signedIn, testApp, until, uploaded } from '#test/factories.ts'
import { changeUser, connect, heardType, listen, online, subscriberIds } from '#test/sockets.ts'

const app = await testApp()
const url = await listen(app)
const reportViewer = 6

/** Starts an import that no worker takes up; answers its id. */
async function startImport(token: string): Promise<string> {
  const name = 'customers.csv'
  const file = await uploaded(app, token, {
    name,
    mime: 'text/csv',
    bytes: 'Name,Phone Number\nAsha Rao,+919876543210\n',
  })
  const first = await app.call(uploadCsv, { token, body: { file: { name, path: file.body.data.id, source: 'URL' } } })
  const parsed = first.body.data
  if (!('headerMapping' in parsed)) throw new Error('the file was not read')
  const { uploadId, headerMapping } = parsed
  const second = await app.call(uploadCsv, { token, body: { uploadId, headerMapping } })
  expect(second.status).toBe(200)
  return uploadId
}

/** Changes an import behind everyone's back: nothing is published. */
const changeImport = (id: string, change: { acceptedLines: number }) =>
  mongoose.connection.collection('imports').updateOne({ _id: new Types.ObjectId(id) }, { $set: change })

test('a socket that opens is told the states that its user may see', async () => {
  const admin = await signedIn(app)
  const viewer = await signedIn(app, { roles: [reportViewer], enterpriseId: admin.tenant.enterpriseId })
  const foreign = await signedIn(app)
  const id = await startImport(admin.token)
  const client = await connect(`${url}?token=${admin.token}`)
  await until('the import', () => client.state(id))
  expect(client.heard[0]).toEqual({ type: 'ready' })
  const others = [await online(url, viewer.token, viewer.tenant), await online(url, foreign.token, foreign.tenant)]
  for (const other of others) expect(other.state(id)).toBeUndefined()
})

test('who gets a permission is told what it shows', async () => {
  const { tenant, token } = await signedIn(app)
  const id = await startImport(token)
  await changeUser(tenant, { roles: [reportViewer] })
  const client = await online(url, token, tenant)
  expect(client.state(id)).toBeUndefined()
  await changeUser(tenant, { roles: [1] })
  await until('the import', () => client.state(id))
  expect(heardType(client, 'permissionsChanged')).toBe(true)
})

test('what changed while Redis was away is told when it is back, though nobody publishes it again', async () => {
  const { tenant, token } = await signedIn(app)
  const id = await startImport(token)
  const client = await online(url, token, tenant)
  await until('the import', () => client.state(id))
  await changeImport(id, { acceptedLines: 77 })
  for (const client of await subscriberIds()) await redis().client('KILL', 'ID', client)
  await until('the change', () => {
    const told = client.state(id)
    return told?.type === 'import' && told.state.acceptedLines === 77
  })
})
