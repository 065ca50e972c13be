import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { signIn } from '#contracts/account.ts'
import { errors } from '#contracts/errors.ts'
import { limits } from '#contracts/limits.ts'
import { routes } from '#contracts/route.ts'
import { signedIn, testApp } from '#test/factories.ts'
import { buildApp, type Service } from './app.ts'
import { env } from './env.ts'

const app = await testApp()

test('the document is OpenAPI 3.1 and has every declared call', async () => {
  const document = (await app.server.inject('/docs/json')).json()
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path } of routes) {
    const documented = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(documented, `${method} ${path}`).toBeDefined()
  }
  expect((await app.server.inject('/docs')).statusCode).toBeLessThan(400)
})

test('every refusal is an envelope with a message and the id that finds it in the log', async () => {
  const malformed = { method: 'POST', url: signIn.path, headers: { 'content-type': 'application/json' } } as const
  const refusals = [
    await app.server.inject('/no/such/address'),
    await app.server.inject('/'),
    await app.server.inject({ ...malformed, payload: '{"email":' }),
    await app.server.inject({ ...malformed, payload: JSON.stringify({ email: 'x'.repeat(limits.bodyBytes) }) }),
    await app.server.inject({
      method: 'POST',
      url: signIn.path,
      headers: { 'content-type': 'text/xml' },
      payload: '<a/>',
    }),
  ]
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([404, 404, 400, 413, 415])
  for (const refusal of refusals) {
    expect(refusal.json()).toMatchObject({ status: false, code: expect.any(Number), message: expect.any(String) })
    expect(refusal.json().requestId).toBe(refusal.headers['x-request-id'])
  }
})

test('a database that is away is said to be so, and what broke stays in the log', async () => {
  const breaking: Service = async scope => {
    scope.get('/away', async () => {
      throw new mongoose.mongo.MongoServerSelectionError('10.1.2.3:27017 refused', { servers: new Map() } as never)
    })
    scope.get('/broken', async () => {
      throw new Error('an inside detail')
    })
  }
  const server = await buildApp(env(), async () => null, [breaking])
  const away = await server.inject('/away')
  const broken = await server.inject('/broken')
  expect([away.statusCode, away.json().message]).toEqual([503, errors.unavailable.message])
  expect([broken.statusCode, broken.json().message]).toEqual([500, errors.internal.message])
  await server.close()
})

test('a request id that the caller gives is kept; one that could forge a log line is not', async () => {
  const ask = (id: string) => app.server.inject({ url: '/healthz', headers: { 'x-request-id': id } })
  expect((await ask('abcd-1234')).headers['x-request-id']).toBe('abcd-1234')
  expect((await ask('a" injected')).headers['x-request-id']).not.toContain('injected')
})

test('health, readiness and metrics answer on loopback', async () => {
  expect((await app.server.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.server.inject('/readyz')).json()).toEqual({ status: 'ready', mongodb: true, redis: true })
  const metrics = (await app.server.inject('/metrics')).body
  for (const name of [
    'parley_http_request_seconds',
    'parley_job_seconds',
    'parley_sockets',
    'nodejs_eventloop_lag_p99',
  ])
    expect(metrics).toContain(name)
  expect((await app.server.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(403)
})

test('answers carry the headers that keep a browser safe', async () => {
  const { headers } = await app.server.inject('/healthz')
  expect(headers['content-security-policy']).toContain("default-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('one caller over the limit is told to wait; another is not', async () => {
  const ask = (remoteAddress: string) => app.server.inject({ url: '/account/captcha/generate', remoteAddress })
  const answers = await Promise.all(Array.from({ length: limits.publicCallsPerMinute + 3 }, () => ask('198.51.100.1')))
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBe(3)
  expect(answers.find(({ statusCode }) => statusCode === 429)?.json().code).toBe(429)
  expect((await ask('198.51.100.2')).statusCode).toBe(200)
  const madeUp = { 'authentication-token': 'another caller, allegedly' }
  const again = { url: '/account/captcha/generate', remoteAddress: '198.51.100.1', headers: madeUp }
  expect((await app.server.inject(again)).statusCode).toBe(429)
})

/** Ids of the right form, so that the guard alone decides. */
const filled = (path: string) => path.replace(/:\w+/g, '0'.repeat(24))

for (const { method, path, needs } of routes.filter(({ needs }) => needs !== 'public'))
  test(`${method} ${path} without a session is refused before its body is read`, async () => {
    const answer = await app.server.inject({
      method,
      url: filled(path),
      headers: { 'authentication-token': 'made-up' },
    })
    expect([answer.statusCode, answer.json().login_required]).toEqual([401, true])
    if (needs === 'session') return
    const { token } = await signedIn(app, { roles: [] })
    const powerless = await app.server.inject({ method, url: filled(path), headers: { 'authentication-token': token } })
    expect([powerless.statusCode, powerless.json().code]).toEqual([403, 1403])
  })
