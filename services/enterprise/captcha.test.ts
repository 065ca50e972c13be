import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { hashToken } from '#common/secrets.ts'
import { generateCaptcha, signIn } from '#contracts/account.ts'
import { messages } from '#contracts/messages.ts'
import { password, testApp } from '#test/factories.ts'

const app = await testApp({ CAPTCHA: 'on' })

/** Captchas are pictures: the test puts one of its own beside them. */
async function knownCaptcha(answer: string, expiresAt = new Date(Date.now() + 60_000)) {
  const { body } = await app.call(generateCaptcha)
  const { captchaId } = body.data
  const answerHash = hashToken(`${captchaId}:${answer.toLowerCase()}`)
  await mongoose.connection
    .collection<{ _id: string }>('captchas')
    .updateOne({ _id: captchaId }, { $set: { answerHash, expiresAt } })
  return captchaId
}
const tryWith = (captchaId?: string, captcha?: string) =>
  app.call(signIn, { body: { email: 'someone@test.example', password, captchaId, captcha } })

test('a captcha is a picture that does not tell its answer, and differs each time', async () => {
  const [first, second] = [await app.call(generateCaptcha), await app.call(generateCaptcha)]
  const svg = Buffer.from(first.body.data.image.split(',')[1] ?? '', 'base64').toString()
  expect(svg).toMatch(/^<svg/)
  expect(svg).not.toMatch(/<text/)
  expect(first.body.data.captchaId).not.toBe(second.body.data.captchaId)
})

test('sign-in without the captcha asks for it', async () => {
  expect((await tryWith()).body.errors).toEqual([{ field: 'captcha', message: messages.captchaRequired }])
})

test('a right answer is good once, in either case', async () => {
  const id = await knownCaptcha('aBcDe')
  expect((await tryWith(id, 'AbCdE')).body.message).toBe(messages.credentialsWrong)
  expect((await tryWith(id, 'aBcDe')).body.message).toBe(messages.captchaWrong)
})

test('a wrong answer uses the captcha up', async () => {
  const id = await knownCaptcha('right')
  expect((await tryWith(id, 'wrong')).body.message).toBe(messages.captchaWrong)
  expect((await tryWith(id, 'right')).body.message).toBe(messages.captchaWrong)
})

test('an expired captcha is refused', async () => {
  const id = await knownCaptcha('right', new Date(Date.now() - 1))
  expect((await tryWith(id, 'right')).body.message).toBe(messages.captchaWrong)
})

test('twenty uses of one captcha at once let one pass', async () => {
  const id = await knownCaptcha('right')
  const answers = await Promise.all(Array.from({ length: 20 }, () => tryWith(id, 'right')))
  expect(answers.filter(({ body }) => body.message !== messages.captchaWrong)).toHaveLength(1)
})
