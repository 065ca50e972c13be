import { expect, test } from 'vitest'
import { z } from 'zod'
import './account.ts'
import './broadcast.ts'
import './contacts.ts'
import './enterprise.ts'
import { administrator, groups, groupsNotConfigurable, may, permissions, roleIds, roles } from './permissions.ts'
import { route, routes } from './route.ts'
import { screenNeeds } from './screens.ts'

test('a body refuses keys that it does not name, at every depth', () => {
  const { body } = route('POST', '/test/strict', {
    needs: 'public',
    summary: 'test',
    body: z.object({
      list: z.array(z.object({ name: z.string() })).max(1),
      either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]).optional(),
      deep: z.object({ inner: z.object({ n: z.int() }).nullable() }).optional(),
      given: z.object({ n: z.int() }).default({ n: 1 }),
    }),
  })
  routes.pop()
  const good = { list: [{ name: 'x' }] }
  expect(body.parse(good)).toEqual({ ...good, given: { n: 1 } })
  const bad = [
    { ...good, $where: '1' },
    { list: [{ name: 'x', extra: 1 }] },
    { list: [{ name: 'x' }, { name: 'y' }] },
    { ...good, either: { a: 'x', $gt: '' } },
    { ...good, deep: { inner: { n: 1, m: 2 } } },
    { ...good, given: { n: 1, m: 2 } },
    { list: { $ne: [] } },
  ]
  for (const input of bad) expect(body.safeParse(input).success, JSON.stringify(input)).toBe(false)
})

test('no two calls share an address, and each says what it needs', () => {
  const addresses = routes.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const { needs, path } of routes) {
    const named = typeof needs === 'string' ? [needs] : needs
    for (const one of named) expect([...permissions, 'public', 'session'], path).toContain(one)
  }
})

test('the calls that anyone may make are these', () => {
  const open = routes.filter(({ needs }) => needs === 'public').map(({ method, path }) => `${method} ${path}`)
  expect(open.sort()).toEqual([
    'GET /account/captcha/generate',
    'GET /webhooks/whatsapp/:channel',
    'POST /account/enterprise/login/twoFactorAuth',
    'POST /webhooks/whatsapp/:channel',
  ])
})

test('the administrator may do everything, and every role and closed group is of permissions that exist', () => {
  expect(roles[administrator].permissions).toEqual(permissions)
  expect(roleIds.map(id => roles[id].label)).toEqual(Object.values(roles).map(({ label }) => label))
  for (const id of roleIds) for (const one of roles[id].permissions) expect(permissions).toContain(one)
  for (const group of groupsNotConfigurable) expect(Object.keys(groups)).toContain(group)
})

test('someone who handles chats sends quickly but sees no contacts; an administrator sees all', () => {
  const agent = roles[3].permissions
  expect(may(agent, 'CHAT.HANDLE')).toBe(true)
  expect(may(agent, 'CUSTOMER.VIEW')).toBe(false)
  for (const path of ['/campaigns/broadcast/create', '/campaigns/broadcast', '/customer-master/customers'])
    expect(may(roles[1].permissions, screenNeeds(path) ?? [])).toBe(true)
  expect(screenNeeds('/customer-master/customers/view/1')).toBe('CUSTOMER.VIEW')
  expect(screenNeeds('/customer-master/customers/create')).toBe('CUSTOMER.EDIT')
})
