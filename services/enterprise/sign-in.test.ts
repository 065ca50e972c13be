import { expect, test } from 'vitest'
import { generateCaptcha, me, signIn, signOut } from '#contracts/account.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { password, signedIn, testApp } from '#test/factories.ts'

const app = await testApp()
const attempt = (email: string, given: string) => app.call(signIn, { body: { email, password: given } })

test('the right address and password open a session that knows its user, roles and permissions', async () => {
  const { token, emailId } = await signedIn(app, { roles: [3] })
  const { status, body } = await app.call(me, { token })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ emailId, roles: [3], permissions: ['CHAT.HANDLE'] })
})

test('an e-mail address signs in whatever its case and the spaces around it', async () => {
  const { emailId } = await signedIn(app)
  expect((await attempt(`  ${emailId.toUpperCase()} `, password)).status).toBe(200)
})

test('an unknown address and a wrong password are refused with the same words', async () => {
  const { emailId } = await signedIn(app)
  const wrong = await attempt(emailId, 'not the password')
  const unknown = await attempt('nobody@test.example', 'not the password')
  expect([wrong.status, wrong.body.message]).toEqual([400, messages.credentialsWrong])
  expect([unknown.status, unknown.body.message]).toEqual([wrong.status, wrong.body.message])
})

test('no token, a made-up token and one that was signed out are refused alike, and say login_required', async () => {
  const { token } = await signedIn(app)
  expect((await app.call(signOut, { token })).body.message).toBe(messages.signedOut)
  for (const bad of [undefined, 'made-up', token]) {
    const { status, body } = await app.call(me, { token: bad })
    expect([status, body.login_required]).toEqual([401, true])
  }
})

test('removeExistingSession ends the sessions opened before', async () => {
  const { token, emailId } = await signedIn(app)
  const { body } = await app.call(signIn, { body: { email: emailId, password, removeExistingSession: true } })
  expect((await app.call(me, { token })).status).toBe(401)
  expect((await app.call(me, { token: body.data.token })).status).toBe(200)
})

test('an account is closed to guessing after its limit, also for the right password and for parallel tries', async () => {
  const { emailId } = await signedIn(app)
  const tries = await Promise.all(
    Array.from({ length: limits.signInTriesPerAccount + 5 }, () => attempt(emailId, 'a guess')),
  )
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(limits.signInTriesPerAccount)
  expect((await attempt(emailId, password)).status).toBe(429)
})

test('what is not an address, an operator or an extra field is refused before anything is looked up', async () => {
  const bodies = [
    { email: 'no address', password: 'x' },
    { email: { $ne: null }, password: { $ne: null } },
    { email: 'a@test.example', password: 'x', isAdmin: true },
    {},
  ]
  for (const payload of bodies) {
    const answer = await app.server.inject({ method: 'POST', url: signIn.path, payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.length).toBeGreaterThan(0)
  }
})

test('without captchas none is asked for', async () => {
  expect((await app.call(generateCaptcha)).body.data).toEqual({ captchaId: '', image: '' })
})
