import fc from 'fast-check'
import iconv from 'iconv-lite'
import { Types } from 'mongoose'
import { describe, expect, test, vi } from 'vitest'
import { openRedis, redisSettings } from '#common/redis.ts'
import * as contract from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { demoFields } from '#infra/demo/data.ts'
import { field, shown, startImport, work } from '#test/contacts.ts'
import { demoCsv } from '#test/csv.ts'
import { signedIn, testApp } from '#test/factories.ts'
import { Customer } from './customer-rows.ts'
import * as customers from './customers.ts'
import * as fields from './fields.ts'
import * as groups from './groups.ts'
import { take } from './import-attempt.ts'
import { ImportLine, ImportModel } from './import-rows.ts'
import { Stopped } from './import-run.ts'

// whole imports, on machines that may have other work
vi.setConfig({ testTimeout: 60_000 })
const app = await testApp()
const blank = { groups: [], tags: [], data: [] }

async function book(enterpriseId: Types.ObjectId) {
  const rows = await Customer.find({ enterpriseId }).sort({ phoneNumber: 1 }).lean()
  return rows.map(({ phoneNumber, name }) => `${phoneNumber} ${name}`)
}

test('a number is written once, as its last valid line says', async () => {
  const { tenant, token } = await signedIn(app)
  const lines = ['9876543210,First', '98765-43210,Second', '9876543211,Other', '+919876543210,Third', '9876543210,']
  const id = await startImport(app, token, `phone,name\n${lines.join('\n')}`)
  await work(tenant, id)
  expect(await shown(app, token, id)).toMatchObject({
    state: 'COMPLETED',
    phase: 'done',
    progress: 100,
    totalLines: 5,
    acceptedLines: 4,
    errorLines: 1,
    duplicateLines: 2,
    createdCustomers: 2,
    updatedCustomers: 0,
  })
  expect(await book(tenant.enterpriseId)).toEqual(['+919876543210 Third', '+919876543211 Other'])
})

test('totals add up for any file', async () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('Asha', 'Ravi', '', 'x'))
  const { tenant, token } = await signedIn(app)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async rows => {
      await Customer.deleteMany({ enterpriseId: tenant.enterpriseId })
      const id = await startImport(
        app,
        token,
        `phone,name\n${rows.map(([n, name]) => `987654321${n},${name}`).join('\n')}`,
      )
      await work(tenant, id)
      const told = await shown(app, token, id)
      const valid = rows.filter(([, name]) => name.length > 1)
      const last = new Map(valid.map(([n, name]) => [`+91987654321${n}`, name]))
      expect([told.totalLines, told.acceptedLines, told.errorLines]).toEqual([
        rows.length,
        valid.length,
        rows.length - valid.length,
      ])
      expect([told.duplicateLines, told.createdCustomers]).toEqual([valid.length - last.size, last.size])
      expect(await book(tenant.enterpriseId)).toEqual([...last].sort().map(([phone, name]) => `${phone} ${name}`))
    }),
    { numRuns: 15 },
  )
})

describe('a customer that exists', () => {
  async function existing() {
    const { tenant, token } = await signedIn(app)
    const city = await fields.save(tenant, field('city'))
    const interests = await fields.save(
      tenant,
      field('interests', { fieldType: 'selectbox-multiplevalue', defaultValue: 'News,Offers' }),
    )
    const old = await groups.save(tenant, 'groups', { name: 'Old' })
    const group = await groups.save(tenant, 'groups', { name: 'New' })
    const tag = await groups.save(tenant, 'tags', { name: 'New' })
    const { id } = await customers.save(tenant, {
      ...blank,
      name: 'Asha',
      phoneNumber: '9876543210',
      instaId: '@asha',
      groups: [old.id],
      data: [{ id: city.id, value: 'Pune' }],
    })
    const file = 'phone,name,city,interests,insta,twitter\n9876543210,Asha Rao,,news|offers,@rao,$literal\n'
    const load = async (replace: boolean) => {
      const upload = await startImport(app, token, file, { replace, groupId: group.id, segmentId: tag.id })
      await work(tenant, upload)
      expect(await shown(app, token, upload)).toMatchObject({ createdCustomers: 0, updatedCustomers: 1 })
      const customer = await customers.get(tenant, id)
      expect(customer.groups.toSorted()).toEqual([old.id, group.id].toSorted())
      expect(customer.tags).toEqual([tag.id])
      const found = await customers.list(tenant, { from: 0, perPage: 10, search: 'rao' })
      return { customer, found: found.total }
    }
    return { city, interests, load }
  }

  test('has what is empty filled', async () => {
    const { city, interests, load } = await existing()
    const { customer, found } = await load(false)
    expect(customer).toMatchObject({ name: 'Asha', instaId: '@asha', twitterId: '$literal' })
    expect(customer.data).toEqual([
      { id: city.id, value: 'Pune' },
      { id: interests.id, value: ['News', 'Offers'] },
    ])
    expect(found).toBe(0)
  })

  test('is overwritten where replacing is asked for, by empty values too', async () => {
    const { interests, load } = await existing()
    const { customer, found } = await load(true)
    expect(customer).toMatchObject({ name: 'Asha Rao', instaId: '@rao', twitterId: '$literal' })
    expect(customer.data).toEqual([{ id: interests.id, value: ['News', 'Offers'] }])
    expect(found).toBe(1)
  })
})

test('definitions as they were when the import was started decide', async () => {
  const { tenant, token } = await signedIn(app)
  const city = await fields.save(tenant, field('city'))
  const id = await startImport(app, token, 'phone,name,city\n9876543210,Asha,Pune 1\n')
  await fields.save(tenant, { ...field('town'), id: city.id, inputType: 'Alphabets', mandatory: true })
  await work(tenant, id)
  expect(await shown(app, token, id)).toMatchObject({ acceptedLines: 1, errorLines: 0 })
})

test('a file that shows late that it is not UTF-8 is read as what it is', async () => {
  const { tenant, token } = await signedIn(app)
  const plain = Array.from({ length: 9_000 }, (_, n) => `${9_800_000_000 + n},A name of twenty letters\n`).join('')
  const file = Buffer.concat([
    Buffer.from(`phone,name\n${plain}`),
    iconv.encode('9876543210,José\n123,Zoë\n', 'windows-1252'),
  ])
  const id = await startImport(app, token, file)
  await work(tenant, id)
  expect(await shown(app, token, id)).toMatchObject({ state: 'COMPLETED', totalLines: 9_002, errorLines: 1 })
  expect((await customers.list(tenant, { from: 0, perPage: 1, search: 'josé' })).total).toBe(1)
  const [line] = await ImportLine.find({ enterpriseId: tenant.enterpriseId }).lean()
  expect(line?.lineStr).toBe('123,Zoë')
})

test('a damaged line of a UTF-8 file is refused, the others are not', async () => {
  const { tenant, token } = await signedIn(app)
  const file = Buffer.concat([
    Buffer.from('phone,name\n9876543210,नेहा\n9876543211,J'),
    Buffer.from([0xe9]),
    Buffer.from('an\n'),
  ])
  const id = await startImport(app, token, file)
  await work(tenant, id)
  expect(await shown(app, token, id)).toMatchObject({ acceptedLines: 1, errorLines: 1 })
})

test.each([
  ['NUL bytes', '\u0000', 'it holds bytes that are no text'],
  ['an open quotation mark', '9876543210,"Asha\n', 'a quotation mark that opens in line 60001 is never closed'],
])('%s far into a file fail it with a sentence', async (_, end, reason) => {
  const { tenant, token } = await signedIn(app)
  const id = await startImport(app, token, `phone,name\n${'9876543210,Asha\n'.repeat(60_000)}${end}`)
  await work(tenant, id)
  expect(await shown(app, token, id)).toMatchObject({
    state: 'ERROR',
    phase: 'failed',
    error: expect.stringContaining(reason),
  })
  expect(await book(tenant.enterpriseId)).toEqual([])
  // and that is the end of it
  await work(tenant, id)
  expect((await shown(app, token, id)).phase).toBe('failed')
})

test('a group that is deleted meanwhile ends the import with a sentence', async () => {
  const { tenant, token } = await signedIn(app)
  const group = await groups.save(tenant, 'groups', { name: 'Gold' })
  const id = await startImport(app, token, 'phone,name\n9876543210,Asha\n', { groupId: group.id })
  await groups.remove(tenant, 'groups', group.id)
  await work(tenant, id)
  expect(await shown(app, token, id)).toMatchObject({ state: 'ERROR', error: messages.groupOfImportDeleted })
  expect(
    await Customer.countDocuments({ enterpriseId: tenant.enterpriseId, groups: new Types.ObjectId(group.id) }),
  ).toBe(0)
})

test('an import that was deleted ends quietly', async () => {
  const { tenant, token } = await signedIn(app)
  const id = await startImport(app, token, 'phone,name\n9876543210,Asha\n')
  await ImportModel.deleteOne({ enterpriseId: tenant.enterpriseId, _id: new Types.ObjectId(id) })
  await work(tenant, id)
  expect(await book(tenant.enterpriseId)).toEqual([])
})

test('a worker that was thought dead changes the import no more', async () => {
  const { tenant, token } = await signedIn(app)
  const id = await startImport(app, token, 'phone,name\n9876543210,Asha\n')
  const stale = await take(tenant, id)
  await work(tenant, id)
  await expect(stale?.end({ state: 'ERROR', phase: 'failed' })).rejects.toThrow()
  expect(await shown(app, token, id)).toMatchObject({ state: 'COMPLETED', createdCustomers: 1 })
})

test('told to stop, it stops at a good place and goes on from there', async () => {
  const { tenant, token } = await signedIn(app)
  for (const one of demoFields) await fields.save(tenant, one)
  const { text, expected } = demoCsv({ rows: 6_000, bad: 60, repeated: 30 })
  const id = await startImport(app, token, text, { replace: true })
  const stop = new AbortController()
  const { _id, enterpriseId } = { _id: new Types.ObjectId(id), enterpriseId: tenant.enterpriseId }
  const running = work(tenant, id, stop.signal)
  running.catch(() => {})
  const row = () => ImportModel.findOne({ _id, enterpriseId }).lean()
  await expect.poll(async () => (await row())?.cursor, { timeout: 15_000 }).toBeGreaterThan(0)
  stop.abort()
  await expect(running).rejects.toThrow(Stopped)
  const stopped = await row()
  expect(stopped).toMatchObject({ state: 'WAITING', phase: 'writing', failures: 0 })
  expect(stopped?.cursor).toBeLessThan(6_000)
  // what a person does in between stays
  const first = '+917000000000'
  const edited = await Customer.findOneAndUpdate({ enterpriseId, phoneNumber: first }, { name: 'Edited' }).lean()
  expect(edited?.importLine).toBe(1)
  await ImportModel.updateOne({ _id, enterpriseId }, { cursor: 0 })
  await work(tenant, id)
  const { last, refused, customers: size, ...totals } = expected
  expect(await shown(app, token, id)).toMatchObject({
    ...totals,
    createdCustomers: size,
    updatedCustomers: 0,
    state: 'COMPLETED',
  })
  const rows = await Customer.find({ enterpriseId }).lean()
  expect(rows).toHaveLength(size)
  for (const { phoneNumber, name, importLine } of rows) {
    const line = last.get(phoneNumber)
    expect([name, importLine]).toEqual([phoneNumber === first ? 'Edited' : line?.name, line?.line])
  }
})

test('sockets hear of it, a few times a second and at its end', async () => {
  const { tenant, token } = await signedIn(app)
  const listener = openRedis('test')
  const heard: { type: string; id: string; state: contract.Import }[] = []
  listener.on('message', (_channel, message) => heard.push(JSON.parse(message)))
  await listener.subscribe(`${redisSettings().prefix}:t:${tenant.enterpriseId}`)
  const id = await startImport(app, token, demoCsv({ rows: 3_000, bad: 30 }).text)
  const begun = Date.now()
  await work(tenant, id)
  await expect.poll(() => heard.at(-1)?.state.phase).toBe('done')
  listener.disconnect()
  expect(heard.every(message => message.type === 'import' && message.id === id)).toBe(true)
  expect(heard.at(-1)?.state).toEqual(await shown(app, token, id))
  expect(heard.length).toBeLessThanOrEqual(3 + ((Date.now() - begun) / 1_000) * 4)
  const seen = heard.map(message => message.state.progress)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

test('refused lines carry the message of what is wrong with them', async () => {
  const { tenant, token } = await signedIn(app)
  for (const one of demoFields) await fields.save(tenant, one)
  const { text, expected } = demoCsv({ rows: 400, bad: 20 })
  const id = await startImport(app, token, text)
  await work(tenant, id)
  const query = { entryId: id, perPage: '100' }
  const { customers: page } = (await app.call(contract.listUploadErrors, { token, query })).body.data
  expect(page.customers).toHaveLength(20)
  for (const [index, { line, errors }] of page.customers.entries()) {
    const wrong = expected.refused[index]
    expect([line, errors.length]).toEqual([wrong?.line, 1])
    expect(errors[0]?.message).toContain(wrong?.message)
  }
})
