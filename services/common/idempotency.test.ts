import { expect, test } from 'vitest'
import { AppError, fail } from '#common/errors.ts'
import { saveGroup } from '#contracts/contacts.ts'
import { signedIn, testApp } from '#test/factories.ts'
import { once } from './idempotency.ts'

const app = await testApp()

test('a hundred calls under one key at once have one effect, and all get its answer', async () => {
  const { tenant } = await signedIn(app)
  let effects = 0
  const call = () =>
    once(tenant, { key: 'double-click', request: { name: 'a' } }, async () => {
      effects++
      return { effect: effects }
    })
  const answers = await Promise.all(Array.from({ length: 100 }, call))
  expect(effects).toBe(1)
  expect(answers.every(answer => answer.effect === 1)).toBe(true)
})

test('a key used for another request is a conflict', async () => {
  const { tenant } = await signedIn(app)
  await once(tenant, { key: 'same', request: 1 }, async () => 'first')
  await expect(once(tenant, { key: 'same', request: 2 }, async () => 'second')).rejects.toThrow(AppError)
})

test('a refused call may be tried again under its key', async () => {
  const { tenant } = await signedIn(app)
  const call = { key: 'retry-me', request: 1 }
  await expect(once(tenant, call, async () => fail('refused'))).rejects.toThrow(AppError)
  expect(await once(tenant, call, async () => 'now')).toBe('now')
})

test('a call that broke half way may be tried again at once', async () => {
  const { tenant } = await signedIn(app)
  const call = { key: 'broken', request: 1 }
  await expect(once(tenant, call, () => Promise.reject(new Error('the database went away')))).rejects.toThrow()
  expect(await once(tenant, call, async () => 'done')).toBe('done')
})

test('the same key of another user or enterprise is another key', async () => {
  const { tenant } = await signedIn(app)
  const colleague = await signedIn(app, { enterpriseId: tenant.enterpriseId })
  const stranger = await signedIn(app)
  const answers = [tenant, colleague.tenant, stranger.tenant].map((who, n) =>
    once(who, { key: 'shared', request: 1 }, async () => n),
  )
  expect(await Promise.all(answers)).toEqual([0, 1, 2])
})

test('a retried POST answers as the first one did; a malformed key is refused', async () => {
  const { token } = await signedIn(app)
  const post = (key: string, name = 'VIP') =>
    app.call(saveGroup, { token, body: { name }, headers: { 'idempotency-key': key } })
  const [first, second] = [await post('key-0001'), await post('key-0001')]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect((await post('key-0001', 'another')).status).toBe(409)
  expect((await post('no spaces, please')).status).toBe(400)
})
