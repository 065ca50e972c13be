import { expect, test } from 'vitest'
import { Audit } from '#common/audit.ts'
import * as contract from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { field } from '#test/contacts.ts'
import { nowhere, signedIn, testApp } from '#test/factories.ts'
import * as customers from './customers.ts'
import * as fields from './fields.ts'
import * as groups from './groups.ts'
import { byPhone, countRecipients, recipients } from './public.ts'

const app = await testApp()
const blank = { groups: [], tags: [], data: [] }
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('a customer is created, read, changed and deleted', async () => {
  const { tenant, token } = await signedIn(app)
  const city = await fields.save(tenant, field('city', { fieldLabel: 'City' }))
  const group = await groups.save(tenant, 'groups', { name: 'Gold' })
  const data = [{ id: city.id, value: ' Pune ' }]
  const created = await app.call(contract.saveCustomer, {
    token,
    body: { name: ' Asha Rao ', phoneNumber: '98765 43210', instaId: ' @asha ', groups: [group.id], data },
  })
  expect(created.body.message).toBe(messages.customerSaved)
  const { customer } = created.body.data
  expect(customer).toMatchObject({
    name: 'Asha Rao',
    phoneNumber: '+919876543210',
    instaId: '@asha',
    groups: [group.id],
    data: [{ id: city.id, value: 'Pune' }],
  })
  const params = { id: customer.id }
  expect((await app.call(contract.getCustomer, { token, params })).body.data.customer).toEqual(customer)
  const changed = await app.call(contract.saveCustomer, {
    token,
    body: { id: customer.id, name: 'Asha Roy', phoneNumber: '9999999999' },
  })
  expect(changed.body.data.customer).toMatchObject({
    name: 'Asha Roy',
    phoneNumber: '+919876543210',
    groups: [],
    data: [],
  })
  expect((await app.call(contract.deleteCustomer, { token, params })).body.message).toBe(messages.customerDeleted)
  expect((await app.call(contract.getCustomer, { token, params })).status).toBe(404)
  const trail = await Audit.find({ enterpriseId: tenant.enterpriseId, action: /^customer\./ })
    .sort({ at: 1 })
    .lean()
  expect(trail.map(entry => entry.action)).toEqual(['customer.save', 'customer.save', 'customer.delete'])
  expect(trail[1]).toMatchObject({
    userName: tenant.user?.name,
    before: { name: 'Asha Rao' },
    after: { name: 'Asha Roy' },
  })
})

test('everything that is wrong is told at once', async () => {
  const { tenant, token } = await signedIn(app)
  await fields.save(tenant, field('points', { fieldLabel: 'Points', inputType: 'Number', mandatory: true }))
  const answer = await app.call(contract.saveCustomer, {
    token,
    body: { name: ' ', phoneNumber: '123', data: [{ id: nowhere(), value: 'x' }] },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.errors?.map(error => error.message).sort()).toEqual([
    'Minimum length must be 10 characters.',
    'Points is required',
    messages.fieldNotFound,
    'Whitespace only present in the field - Name',
  ])
})

test('one number is one customer, also for ten saves at once', async () => {
  const { tenant, token } = await signedIn(app)
  const body = { name: 'Asha', phoneNumber: '9876543210' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.call(contract.saveCustomer, { token, body })))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  const refused = answers.find(answer => answer.status !== 200)
  expect(refused?.body).toMatchObject({ message: messages.phoneTaken, errors: [{ field: 'phoneNumber' }] })
  expect((await customers.list(tenant, { from: 0, perPage: 10 })).total).toBe(1)
})

test('the phone book is searched, filtered and paged, newest first', async () => {
  const { tenant, token } = await signedIn(app)
  const city = await fields.save(tenant, field('city', { fieldLabel: 'City' }))
  const { id } = await groups.save(tenant, 'groups', { name: 'Gold' })
  for (const [index, name] of ['Asha Rao', 'Ravi Ashok', 'Zoë Müller', 'नेहा शर्मा'].entries())
    await customers.save(tenant, {
      ...blank,
      name,
      phoneNumber: `987654321${index}`,
      groups: index < 2 ? [id] : [],
      data: [{ id: city.id, value: `City ${index}` }],
    })
  const search = async (query: Record<string, string>) => {
    const { customers: page } = (await app.call(contract.listCustomers, { token, query })).body.data
    return page.customers.map(one => one.name)
  }
  const all = (await app.call(contract.listCustomers, { token })).body.data.customers
  expect(all).toMatchObject({ total: 4, hasMore: false, headers: [{ name: 'City' }] })
  expect(all.customers[0]).toMatchObject({ name: 'नेहा शर्मा', details: [{ value: 'City 3' }] })
  expect(await search({ search: 'ASH' })).toEqual(['Ravi Ashok', 'Asha Rao'])
  expect(await search({ search: 'rao ash' })).toEqual(['Asha Rao'])
  expect(await search({ search: 'नेहा' })).toEqual(['नेहा शर्मा'])
  expect(await search({ search: 'zoë m' })).toEqual(['Zoë Müller'])
  expect(await search({ search: 'sha' })).toEqual([])
  for (const number of ['+91 98765 43212', '098765-43212', '9876543212', '919876543212'])
    expect(await search({ search: number })).toEqual(['Zoë Müller'])
  expect(await search({ search: '.*' })).toHaveLength(4)
  expect(await search({ groups: id, search: 'ash' })).toEqual(['Ravi Ashok', 'Asha Rao'])
  expect(await search({ groups: id, from: '1', perPage: '1' })).toEqual(['Asha Rao'])
  const page = (await app.call(contract.listCustomers, { token, query: { perPage: '3' } })).body.data.customers
  expect([page.customers.length, page.hasMore]).toEqual([3, true])
  expect((await app.call(contract.listCustomers, { token, query: { perPage: '0' } })).status).toBe(400)
})

test('who sends quickly may pick customers, and see no more of them', async () => {
  const { tenant } = await signedIn(app)
  await customers.save(tenant, { ...blank, name: 'Asha', phoneNumber: '9876543210' })
  const { token } = await signedIn(app, { roles: [3], enterpriseId: tenant.enterpriseId })
  const picked = await app.call(contract.pickCustomers, { token, query: { search: 'ash' } })
  expect(picked.body.data).toEqual({
    customers: [{ id: expect.any(String), name: 'Asha', phoneNumber: '+919876543210' }],
    hasMore: false,
  })
  expect((await app.call(contract.listCustomers, { token })).status).toBe(403)
})

test('a customer of another enterprise is not found', async () => {
  const other = await signedIn(app)
  const theirs = await customers.save(other.tenant, { ...blank, name: 'Theirs', phoneNumber: '9876543210' })
  const { tenant, token } = await signedIn(app)
  const params = { id: theirs.id }
  expect((await app.call(contract.getCustomer, { token, params })).status).toBe(404)
  expect((await app.call(contract.deleteCustomer, { token, params })).status).toBe(404)
  const body = { id: theirs.id, name: 'Mine', phoneNumber: '9876543210' }
  expect((await app.call(contract.saveCustomer, { token, body })).status).toBe(404)
  expect((await app.call(contract.listCustomers, { token })).body.data.customers.total).toBe(0)
  expect((await app.call(contract.pickCustomers, { token })).body.data.customers).toEqual([])
  expect(await countRecipients(tenant, { customerIds: [theirs.id] })).toBe(0)
  expect((await byPhone(tenant, ['+919876543210'])).size).toBe(0)
  expect((await customers.get(other.tenant, theirs.id)).name).toBe('Theirs')
})

test('recipients come each once, in order, with their fields by name; a later start leaves out who was before', async () => {
  const { tenant } = await signedIn(app)
  const city = await fields.save(tenant, field('city'))
  const group = await groups.save(tenant, 'groups', { name: 'Gold' })
  const tag = await groups.save(tenant, 'tags', { name: 'New' })
  const ids: string[] = []
  for (let index = 0; index < 5; index++)
    ids.push(
      (
        await customers.save(tenant, {
          ...blank,
          name: `Asha ${index}`,
          phoneNumber: `987654321${index}`,
          groups: index < 2 ? [group.id] : [],
          tags: index === 1 ? [tag.id] : [],
          data: index === 0 ? [{ id: city.id, value: 'Pune' }] : [],
        })
      ).id,
    )
  const audience = { customerIds: [ids[3] ?? ''], groupIds: [group.id], tagIds: [tag.id] }
  const all = await collect(recipients(tenant, audience))
  expect(all.map(one => one.id)).toEqual([ids[0], ids[1], ids[3]])
  expect(all[0]?.fields).toEqual({ name: 'Asha 0', phoneNumber: '+919876543210', city: 'Pune' })
  expect(await countRecipients(tenant, audience)).toBe(3)
  expect((await collect(recipients(tenant, audience, ids[0]))).map(one => one.id)).toEqual([ids[1], ids[3]])
  expect(await countRecipients(tenant, { all: true })).toBe(5)
  expect(await collect(recipients(tenant, { groupIds: [] }))).toEqual([])
  expect([...(await byPhone(tenant, ['+919876543214', '+911111111111'])).keys()]).toEqual(['+919876543214'])
})
