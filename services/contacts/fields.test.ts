import { expect, test } from 'vitest'
import { Audit } from '#common/audit.ts'
import * as contract from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { field } from '#test/contacts.ts'
import { signedIn, testApp } from '#test/factories.ts'
import * as customers from './customers.ts'
import * as fields from './fields.ts'

const app = await testApp()
const names = (list: { fieldName: string }[]) => list.map(one => one.fieldName)

test('a definition is created, read, changed and deleted', async () => {
  const { tenant, token } = await signedIn(app)
  const created = await app.call(contract.saveField, {
    token,
    body: field(' city ', { validations: [{ id: 'minValue', value: 2 }] }),
  })
  expect(created.body).toMatchObject({ message: messages.fieldSaved, data: { fieldName: 'city', index: 0 } })
  const { id } = created.body.data
  const changed = await app.call(contract.saveField, { token, body: { ...field('city'), id, fieldLabel: 'Town' } })
  expect(changed.body.data).toMatchObject({ id, fieldLabel: 'Town', index: 0 })
  const read = await app.call(contract.getField, { token, params: { id } })
  expect(read.body.data.inputFieldDefinition.fieldLabel).toBe('Town')
  expect((await app.call(contract.deleteField, { token, params: { id } })).body.message).toBe(messages.fieldDeleted)
  expect((await app.call(contract.listFields, { token })).body.data.inputFieldDefinitions).toEqual([])
  const trail = await Audit.find({ enterpriseId: tenant.enterpriseId, action: /^field\./ })
    .sort({ at: 1 })
    .lean()
  expect(trail.map(entry => entry.action)).toEqual(['field.save', 'field.save', 'field.delete'])
  expect(trail[1]).toMatchObject({ before: { fieldLabel: 'city' }, after: { fieldLabel: 'Town' } })
})

test.each([
  ['no input type', { inputType: undefined }, 'inputType'],
  ['a number in a text area', { fieldType: 'textarea', inputType: 'Number' }, 'inputType'],
  ['no options', { fieldType: 'selectbox-singlevalue', defaultValue: ' , ' }, 'defaultValue'],
  ['an option twice', { fieldType: 'selectbox-singlevalue', defaultValue: 'A,a' }, 'defaultValue'],
  ['an option with the separator', { fieldType: 'selectbox-multiplevalue', defaultValue: 'A|B' }, 'defaultValue'],
  [
    'a minimum above the maximum',
    {
      validations: [
        { id: 'minValue', value: 3 },
        { id: 'maxValue', value: 2 },
      ],
    },
    'validations',
  ],
  ['a name of a standard column', { fieldName: 'PhoneNumber' }, 'fieldName'],
  ['a name of a social column', { fieldName: 'INSTAID' }, 'fieldName'],
] as const)('%s is refused', async (_, more, wrong) => {
  const { token } = await signedIn(app)
  const answer = await app.call(contract.saveField, {
    token,
    body: { ...field('city'), ...structuredClone(more) } as never,
  })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ message: messages.fieldSaveFailed, errors: [{ field: wrong }] })
})

test('blank names are refused', async () => {
  const { token } = await signedIn(app)
  const answer = await app.call(contract.saveField, { token, body: field('  ') })
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'fieldName'])
})

test('what a kind of field has no use for is dropped', async () => {
  const { tenant } = await signedIn(app)
  const rules: contract.Validation[] = [
    { id: 'minValue', value: 2 },
    { id: 'allowedChars', value: [' - ', ' '] },
  ]
  const select = await fields.save(
    tenant,
    field('plan', {
      fieldType: 'selectbox-singlevalue',
      defaultValue: 'A,B',
      validations: [{ id: 'minValue', value: 2 }],
    }),
  )
  expect([select.inputType, select.validations]).toEqual([undefined, []])
  const number = await fields.save(
    tenant,
    field('points', { inputType: 'Number', defaultValue: 'A', validations: rules }),
  )
  expect([number.defaultValue, number.validations]).toEqual([undefined, [{ id: 'allowedChars', value: ['-'] }]])
})

test('of ten definitions of one name saved at once, one stays', async () => {
  const { tenant } = await signedIn(app)
  const saves = Array.from({ length: 10 }, (_, n) => fields.save(tenant, field(n % 2 ? 'City' : 'city')))
  const outcomes = await Promise.allSettled(saves)
  expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
  expect(await fields.list(tenant)).toHaveLength(1)
})

test('places stay dense and whole under moves, saves and deletions at once', async () => {
  const { tenant, token } = await signedIn(app)
  for (const name of 'abcdef') await fields.save(tenant, field(name))
  const last = (await fields.list(tenant)).at(-1)
  await Promise.all([
    app.call(contract.moveField, { token, body: { from: 0, to: 4 } }),
    fields.move(tenant, 3, 1),
    fields.move(tenant, 2, 2),
    fields.save(tenant, field('g', { index: 1 })),
    fields.remove(tenant, last?.id ?? ''),
  ])
  const list = await fields.list(tenant)
  expect(list.map(one => one.index)).toEqual([0, 1, 2, 3, 4, 5])
  expect(names(list).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
})

test('a move puts a definition where it is told, and nowhere else', async () => {
  const { tenant, token } = await signedIn(app)
  for (const name of 'abcd') await fields.save(tenant, field(name))
  const moved = await app.call(contract.moveField, { token, body: { from: 3, to: 1 } })
  expect(names(moved.body.data.inputFieldDefinitions)).toEqual(['a', 'd', 'b', 'c'])
  expect((await app.call(contract.moveField, { token, body: { from: 0, to: 4 } })).status).toBe(400)
  expect((await app.call(contract.moveField, { token, body: { from: 4, to: 0 } })).status).toBe(400)
})

test('the values of a deleted definition go with it', async () => {
  const { tenant } = await signedIn(app)
  const { id } = await fields.save(tenant, field('city'))
  const saved = await customers.save(tenant, {
    name: 'Asha',
    phoneNumber: '9876543210',
    groups: [],
    tags: [],
    data: [{ id, value: 'Pune' }],
  })
  await fields.remove(tenant, id)
  expect((await customers.get(tenant, saved.id)).data).toEqual([])
})

test('a definition of another enterprise is not found', async () => {
  const other = await signedIn(app)
  const { id } = await fields.save(other.tenant, field('city'))
  const { token } = await signedIn(app)
  expect((await app.call(contract.getField, { token, params: { id } })).status).toBe(404)
  expect((await app.call(contract.deleteField, { token, params: { id } })).status).toBe(404)
  expect((await app.call(contract.saveField, { token, body: { ...field('x'), id } })).status).toBe(404)
  expect((await app.call(contract.listFields, { token })).body.data.inputFieldDefinitions).toEqual([])
  expect(names(await fields.list(other.tenant))).toEqual(['city'])
})
