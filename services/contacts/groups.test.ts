import { describe, expect, test } from 'vitest'
import { Audit } from '#common/audit.ts'
import * as contract from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { nowhere, signedIn, testApp } from '#test/factories.ts'
import * as customers from './customers.ts'
import * as groups from './groups.ts'

const app = await testApp()
const someone = { name: 'Asha', groups: [], tags: [], data: [] }

describe.each([
  {
    kind: 'groups',
    save: contract.saveGroup,
    remove: contract.deleteGroup,
    told: [messages.groupSaved, messages.groupDeleted],
    list: async (token: string, search = '') =>
      (await app.call(contract.listGroups, { token, query: { search } })).body.data.groups,
  },
  {
    kind: 'tags',
    save: contract.saveTag,
    remove: contract.deleteTag,
    told: [messages.tagSaved, messages.tagDeleted],
    list: async (token: string, search = '') =>
      (await app.call(contract.listTags, { token, query: { search } })).body.data.tags,
  },
] as const)('$kind', ({ kind, save, remove, told, list }) => {
  test('are created, found, renamed and deleted', async () => {
    const { tenant, token } = await signedIn(app)
    const created = await app.call(save, { token, body: { name: ' Gold ' } })
    expect(created.body).toMatchObject({ message: told[0], data: { name: 'Gold', count: 0 } })
    const { id } = created.body.data
    await app.call(save, { token, body: { name: 'Silver' } })
    expect((await list(token)).map(one => one.name)).toEqual(['Gold', 'Silver'])
    expect((await list(token, 'SILV')).map(one => one.name)).toEqual(['Silver'])
    expect((await app.call(save, { token, body: { id, name: 'gold' } })).body.data).toEqual({
      id,
      name: 'gold',
      count: 0,
    })
    expect((await app.call(remove, { token, params: { id } })).body.message).toBe(told[1])
    expect((await list(token)).map(one => one.name)).toEqual(['Silver'])
    const trail = await Audit.find({ enterpriseId: tenant.enterpriseId, action: /^(group|tag)\./ }).lean()
    expect(trail.map(entry => entry.action.split('.')[1]).sort()).toEqual(['delete', 'save', 'save', 'save'])
  })

  test('a name is taken whatever its case', async () => {
    const { token } = await signedIn(app)
    await app.call(save, { token, body: { name: 'Gold' } })
    const { id } = (await app.call(save, { token, body: { name: 'Silver' } })).body.data
    for (const body of [{ name: 'GOLD' }, { id, name: 'gold' }]) {
      const answer = await app.call(save, { token, body })
      expect([answer.status, answer.body.message]).toEqual([400, messages.nameTaken])
    }
    expect((await app.call(save, { token, body: { name: '  ' } })).body.errors?.[0]?.message).toBe(messages.required)
  })

  test('of ten with one name saved at once, one stays', async () => {
    const { tenant, token } = await signedIn(app)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => groups.save(tenant, kind, { name: 'Gold' })),
    )
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect(await list(token)).toHaveLength(1)
  })

  test('count their customers, who stay when one is deleted', async () => {
    const { tenant, token } = await signedIn(app)
    const [a, b] = [await groups.save(tenant, kind, { name: 'A' }), await groups.save(tenant, kind, { name: 'B' })]
    const one = await customers.save(tenant, { ...someone, phoneNumber: '9876543210', [kind]: [a.id, b.id] })
    const two = await customers.save(tenant, { ...someone, phoneNumber: '9876543211' })
    const ids = kind === 'groups' ? { groupIds: [a.id] } : { tagIds: [a.id] }
    const body = { target: kind, ...ids, customerIds: [one.id, two.id] }
    expect((await app.call(contract.mapCustomers, { token, body })).body.data).toEqual({ changed: 1 })
    expect((await list(token)).map(group => group.count)).toEqual([2, 1])
    expect((await app.call(contract.mapCustomers, { token, body: { ...body, remove: true } })).body.data.changed).toBe(
      2,
    )
    expect((await list(token)).map(group => group.count)).toEqual([0, 1])
    await app.call(remove, { token, params: { id: b.id } })
    expect((await customers.get(tenant, one.id))[kind]).toEqual([])
  })

  test('those of another enterprise are not found, in any place', async () => {
    const other = await signedIn(app)
    const { id } = await groups.save(other.tenant, kind, { name: 'Theirs' })
    const theirs = await customers.save(other.tenant, { ...someone, phoneNumber: '9876543210', [kind]: [id] })
    const { tenant, token } = await signedIn(app)
    const mine = await customers.save(tenant, { ...someone, phoneNumber: '9876543210' })
    const own = await groups.save(tenant, kind, { name: 'Mine' })
    expect((await app.call(save, { token, body: { id, name: 'x' } })).status).toBe(404)
    expect((await app.call(remove, { token, params: { id } })).status).toBe(404)
    const map = (group: string, customerIds: string[]) =>
      app.call(contract.mapCustomers, {
        token,
        body: { target: kind, ...(kind === 'groups' ? { groupIds: [group] } : { tagIds: [group] }), customerIds },
      })
    expect((await map(id, [mine.id])).status).toBe(404)
    expect((await map(own.id, [theirs.id, nowhere()])).body.data).toEqual({ changed: 0 })
    const saved = await app.call(contract.saveCustomer, {
      token,
      body: { name: 'Ravi', phoneNumber: '9876543219', [kind]: [id] },
    })
    expect(saved.status).toBe(404)
    const found = await app.call(contract.listCustomers, { token, query: { [kind]: id } })
    expect(found.body.data.customers.total).toBe(0)
    // and nothing of theirs has changed
    expect(await groups.list(other.tenant, kind)).toEqual([{ id, name: 'Theirs', count: 1 }])
  })
})

test('a mapping says what it maps to', async () => {
  const { token } = await signedIn(app)
  const body = { target: 'groups' as const, tagIds: [nowhere()], customerIds: [nowhere()] }
  expect((await app.call(contract.mapCustomers, { token, body })).status).toBe(400)
})
