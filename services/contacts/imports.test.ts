import { describe, expect, test } from 'vitest'
import { Audit } from '#common/audit.ts'
import * as contract from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { field, sendFile, shown, startImport, work } from '#test/contacts.ts'
import { nowhere, signedIn, testApp, uploaded } from '#test/factories.ts'
import * as customers from './customers.ts'
import * as fields from './fields.ts'
import * as groups from './groups.ts'
import { liveImports, unfinishedImports } from './public.ts'

const app = await testApp()
const csv = 'Mobile,Full Name,city,Junk\n9876543210,Asha,Pune,x\n123,Ravi,Delhi,\n'
const mapping = [
  { src: 'Mobile', des: 'phoneNumber' },
  { src: 'Full Name', des: 'name' },
  { src: 'city', des: 'city' },
]

async function parsed(token: string, bytes: string | Buffer = csv) {
  const answer = await sendFile(app, token, bytes)
  if (answer.status !== 200 || !('parsedHeaders' in answer.body.data)) throw new Error(answer.body.message)
  return answer.body.data
}

test('step 1 tells what is in a file, guesses, and writes no customer', async () => {
  const { tenant, token } = await signedIn(app)
  await fields.save(tenant, field('city', { fieldLabel: 'City' }))
  const file = await parsed(token)
  expect(file).toMatchObject({
    parsedHeaders: { userHeaders: ['Mobile', 'Full Name', 'city', 'Junk'] },
    headerMapping: mapping,
    delimiter: ',',
    encoding: 'utf-8',
    rows: [
      ['9876543210', 'Asha', 'Pune', 'x'],
      ['123', 'Ravi', 'Delhi', ''],
    ],
  })
  expect(file.parsedHeaders.systemHeaders.slice(0, 3)).toEqual([
    { name: 'phoneNumber', label: 'Phone Number', mandatory: true },
    { name: 'name', label: 'Name', mandatory: true },
    { name: 'city', label: 'City', mandatory: false },
  ])
  expect((await customers.list(tenant, { from: 0, perPage: 10 })).total).toBe(0)
  expect((await app.call(contract.listUploads, { token })).body.data.customerCSVs).toEqual([])
})

test('a preview shows what would be written, and what is wrong', async () => {
  const { tenant, token } = await signedIn(app)
  await fields.save(tenant, field('city', { fieldLabel: 'City' }))
  const { uploadId } = await parsed(token)
  const answer = await app.call(contract.previewCsv, { token, body: { uploadId, headerMapping: mapping } })
  expect(answer.body.data.headers.map(header => header.label)).toEqual(['Phone Number', 'Name', 'City'])
  expect(answer.body.data.rows).toEqual([
    { line: 1, values: ['+919876543210', 'Asha', 'Pune'], errors: [] },
    {
      line: 2,
      values: ['123', 'Ravi', 'Delhi'],
      errors: [{ field: 'phoneNumber', message: 'Minimum length must be 10 characters.' }],
    },
  ])
})

test.each([
  ['a file that is no CSV', '%PDF-1.7\n', 'it is a PDF'],
  ['two columns of one name', 'phone,name,Name\n', 'two columns are called Name'],
  ['a column without a name', 'phone,,name\n', 'column 2 has no name'],
  ['too many columns', Array.from({ length: 501 }, (_, n) => `c${n}`).join(','), 'more than 500 columns'],
])('%s is refused at once', async (_, bytes, reason) => {
  const { token } = await signedIn(app)
  const answer = await sendFile(app, token, bytes)
  expect(answer.status).toBe(422)
  expect(answer.body.message).toContain(reason)
})

test('a name that is not .csv is refused', async () => {
  const { token } = await signedIn(app)
  const answer = await sendFile(app, token, csv, 'customers.xlsx')
  expect([answer.status, answer.body.message]).toEqual([400, messages.onlyCsv])
})

test('a header alone is said to be one, and imports nothing', async () => {
  const { tenant, token } = await signedIn(app)
  const answer = await sendFile(app, token, 'phone,name\n')
  expect([answer.status, answer.body.message]).toEqual([200, messages.onlyHeaders])
  const id = await startImport(app, token, 'phone,name')
  await work(tenant, id)
  expect(await shown(app, token, id)).toMatchObject({ state: 'COMPLETED', totalLines: 0, progress: 100 })
})

describe('step 2', () => {
  test('starts an import once, however often it is asked to', async () => {
    const { tenant, token } = await signedIn(app)
    await fields.save(tenant, field('city'))
    const { uploadId } = await parsed(token)
    const body = { uploadId, headerMapping: mapping }
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.call(contract.uploadCsv, { token, body })))
    const started = answers.filter(answer => answer.status === 200)
    expect(started).toHaveLength(1)
    expect(started[0]?.body).toMatchObject({
      message: messages.uploadedSuccessfully,
      data: { import: { state: 'WAITING', phase: 'queued' } },
    })
    const refused = answers.find(answer => answer.status !== 200)
    expect([refused?.status, refused?.body.message]).toEqual([409, messages.importStarted])
    expect(await unfinishedImports()).toContainEqual({
      enterpriseId: tenant.enterpriseId.toString(),
      importId: uploadId,
    })
    const trail = await Audit.find({ enterpriseId: tenant.enterpriseId, action: 'import.start' }).lean()
    expect(trail.map(entry => entry.object)).toEqual([{ kind: 'import', id: uploadId, name: 'customers.csv' }])
    const preview = await app.call(contract.previewCsv, { token, body })
    expect(preview.status).toBe(409)
  })

  test.each([
    ['no phone number', [{ src: 'Full Name', des: 'name' }], messages.phoneNotMapped],
    ['no name', [{ src: 'Mobile', des: 'phoneNumber' }], messages.nameNotMapped],
    ['an unknown column', [...mapping.slice(0, 2), { src: 'x', des: 'city' }], 'The file has no column x'],
    ['an unknown attribute', [...mapping.slice(0, 2), { src: 'Junk', des: 'x' }], 'There is no attribute x'],
    ['a column twice', [...mapping.slice(0, 2), { src: 'Mobile', des: 'city' }], 'The column Mobile is mapped twice'],
    ['an attribute twice', [...mapping, { src: 'Junk', des: 'city' }], 'City is mapped twice'],
    ['no mandatory attribute', mapping.slice(0, 2), 'Map a column to City: it is mandatory'],
  ])('is refused with %s', async (_, headerMapping, message) => {
    const { tenant, token } = await signedIn(app)
    await fields.save(tenant, field('city', { fieldLabel: 'City', mandatory: true }))
    const { uploadId } = await parsed(token)
    const answer = await app.call(contract.uploadCsv, { token, body: { uploadId, headerMapping } })
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.map(error => error.message)).toContain(message)
  })
})

test('files, uploads and groups of another enterprise are not found', async () => {
  const other = await signedIn(app)
  const theirs = await uploaded(app, other.token, { name: 'a.csv', mime: 'text/csv', bytes: csv })
  const theirUpload = await startImport(app, other.token, csv)
  const { uploadId: theirWaiting, headerMapping } = await parsed(other.token)
  const group = await groups.save(other.tenant, 'groups', { name: 'Theirs' })
  const tag = await groups.save(other.tenant, 'tags', { name: 'Theirs' })
  const { tenant, token } = await signedIn(app)
  const { uploadId } = await parsed(token)
  const statuses = [
    await app.call(contract.uploadCsv, {
      token,
      body: { file: { name: 'a.csv', path: theirs.body.data.id, source: 'URL' } },
    }),
    await app.call(contract.uploadCsv, { token, body: { uploadId: theirWaiting, headerMapping } }),
    await app.call(contract.previewCsv, { token, body: { uploadId: theirWaiting, headerMapping } }),
    await app.call(contract.uploadCsv, { token, body: { uploadId, headerMapping, groupId: group.id } }),
    await app.call(contract.uploadCsv, { token, body: { uploadId, headerMapping, segmentId: tag.id } }),
    await app.call(contract.listUploadErrors, { token, query: { entryId: theirUpload } }),
    await app.call(contract.uploadCsv, { token, body: { uploadId: nowhere(), headerMapping } }),
  ].map(answer => answer.status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404])
  const download = await app.server.inject({
    url: contract.downloadUploadErrors.path.replace(':id', theirUpload),
    headers: { 'authentication-token': token },
  })
  expect(download.statusCode).toBe(404)
  expect((await app.call(contract.listUploads, { token })).body.data.customerCSVs).toEqual([])
  expect(await liveImports(tenant)).toEqual([])
  // a job that names an import of another enterprise finds nothing to do
  await work(tenant, theirUpload)
  expect((await shown(app, other.token, theirUpload)).phase).toBe('queued')
})

test('My Uploads are listed by day, newest first', async () => {
  const { tenant, token } = await signedIn(app)
  const ids = [await startImport(app, token, csv), await startImport(app, token, csv)]
  const list = async (query: Record<string, string>) =>
    (await app.call(contract.listUploads, { token, query })).body.data
  expect((await list({})).customerCSVs.map(one => one.uploadId)).toEqual(ids.toReversed())
  const page = await list({ perPage: '1' })
  expect([page.customerCSVs.length, page.hasMore]).toEqual([1, true])
  const day = 86_400_000
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  expect((await list({ fromDate: at(-day), toDate: at(day) })).customerCSVs).toHaveLength(2)
  expect((await list({ fromDate: at(day) })).customerCSVs).toEqual([])
  expect((await liveImports(tenant)).map(one => one.uploadId)).toEqual(ids.toReversed())
})

test('the sample has the headers that an import understands', async () => {
  const { tenant, token } = await signedIn(app)
  await fields.save(tenant, field('city', { fieldLabel: 'City, town' }))
  await fields.save(tenant, field('name2', { fieldLabel: 'Name' }))
  const sample = await app.server.inject({ url: contract.sampleCsv.path, headers: { 'authentication-token': token } })
  expect(sample.headers['content-disposition']).toContain('Sample.csv')
  expect(sample.body).toBe(
    '\ufeffPhone Number,name,"City, town",name2,Whatsapp,Twitter ID,Facebook ID,Instagram ID\r\n',
  )
  const { headerMapping } = await parsed(token, Buffer.from(sample.body))
  expect(headerMapping.map(one => one.des)).toEqual([
    'phoneNumber',
    'name',
    'city',
    'name2',
    'whatsAppNumber',
    'twitterId',
    'facebookId',
    'instaId',
  ])
})

test('refused lines are listed, searched, downloaded, mended and uploaded again', async () => {
  const { tenant, token } = await signedIn(app)
  await fields.save(tenant, field('city', { fieldLabel: 'City', inputType: 'Alphabets' }))
  const lines = ['+919876543210,"Asha, R",411001', '9876543211,=cmd(),Pune 1', '9876543212,Ravi,Pune', '1,2,3,4']
  const id = await startImport(app, token, `phone,name,city\n${lines.join('\n')}\n`)
  await work(tenant, id)
  const list = async (query: Record<string, string> = {}) =>
    (await app.call(contract.listUploadErrors, { token, query: { entryId: id, ...query } })).body.data
  const { upload, customers: page } = await list()
  expect(upload).toMatchObject({ totalLines: 4, acceptedLines: 1, errorLines: 3 })
  expect(page.headers.map(header => header.name)).toEqual(['phone', 'name', 'city'])
  expect(page.customers).toEqual([
    { line: 1, lineStr: lines[0], errors: [{ field: 'city', message: 'City may have letters only' }] },
    { line: 2, lineStr: lines[1], errors: [{ field: 'city', message: 'City may have letters only' }] },
    { line: 4, lineStr: lines[3], errors: [{ message: 'This line has 4 columns instead of 3' }] },
  ])
  expect((await list({ search: 'CMD(' })).customers.customers.map(one => one.line)).toEqual([2])
  const second = (await list({ from: '1', perPage: '1' })).customers
  expect([second.customers[0]?.line, second.hasMore]).toEqual([2, true])

  const { body } = await app.server.inject({
    url: contract.downloadUploadErrors.path.replace(':id', id),
    headers: { 'authentication-token': token },
  })
  expect(body.split('\r\n')).toEqual([
    '\ufeffLine,Errors,phone,name,city',
    `1,City may have letters only,'+919876543210,"Asha, R",411001`,
    "2,City may have letters only,9876543211,'=cmd(),Pune 1",
    '4,This line has 4 columns instead of 3,1,2,3,4',
    '',
  ])
  const mended = await startImport(app, token, body.replace('411001', 'Pune').replace('Pune 1', 'Pune'))
  await work(tenant, mended)
  expect(await shown(app, token, mended)).toMatchObject({ acceptedLines: 2, errorLines: 1, createdCustomers: 2 })
  const { customers: all } = await customers.list(tenant, { from: 0, perPage: 10 })
  expect(all.map(({ name, phoneNumber }) => `${phoneNumber} ${name}`).sort()).toEqual([
    '+919876543210 Asha, R',
    '+919876543211 =cmd()',
    '+919876543212 Ravi',
  ])
})
