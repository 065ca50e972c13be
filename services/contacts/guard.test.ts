import { expect, test } from 'vitest'
import '#contracts/contacts.ts'
import { routes } from '#contracts/route.ts'
import { nowhere, signedIn, testApp } from '#test/factories.ts'

const app = await testApp()
const mine = routes.filter(route => route.path.startsWith('/chatbird/api/customer_master'))

test('all routes are walked', () => expect(mine).toHaveLength(23))

test.each(mine.map(route => [`${route.method} ${route.path}`, route] as const))('%s is guarded', async (_, route) => {
  const { token } = await signedIn(app, { roles: [1] })
  const stranger = await signedIn(app, { roles: [5] })
  const call = (headers: Record<string, string>, more: object = {}) =>
    app.server.inject({ method: route.method, url: route.path.replace(':id', nowhere()), headers, ...more })

  const unknown = await call({})
  expect([unknown.statusCode, unknown.json().login_required]).toEqual([401, true])
  const notAllowed = await call({ 'authentication-token': stranger.token })
  expect([notAllowed.statusCode, notAllowed.json().code]).toEqual([403, 1403])
  const surplus = route.method === 'POST' ? { payload: { $where: '1' } } : { query: { $where: '1' } }
  const badInput = await call({ 'authentication-token': token }, surplus)
  expect([badInput.statusCode, badInput.json().status]).toEqual([400, false])
  if (!route.path.includes(':id')) return
  const notFound = await call({ 'authentication-token': token })
  expect([notFound.statusCode, notFound.json().code]).toEqual([404, 404])
  const noId = await app.server.inject({
    method: route.method,
    url: route.path.replace(':id', 'nonsense'),
    headers: { 'authentication-token': token },
  })
  expect(noId.statusCode).toBe(400)
})
