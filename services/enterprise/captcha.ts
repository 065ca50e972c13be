import mongoose, { Schema } from 'mongoose'
import svgCaptcha from 'svg-captcha'
import { env } from '#common/env.ts'
import { failField } from '#common/errors.ts'
import { plain } from '#common/mongo.ts'
import { hashToken, newToken } from '#common/secrets.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'

const schema = new Schema(
  {
    _id: { type: String, required: true },
    answerHash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { ...plain, collection: 'captchas' },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
const Captcha = mongoose.model('Captcha', schema)

const hashed = (id: string, answer: string) => hashToken(`${id}:${answer.toLowerCase()}`)

/** A new captcha as an SVG image; with CAPTCHA=off an empty one, which means that none is asked for. */
export async function newCaptcha(): Promise<{ captchaId: string; image: string }> {
  if (env().CAPTCHA === 'off') return { captchaId: '', image: '' }
  const { text, data } = svgCaptcha.create({ size: 5, noise: 2, ignoreChars: '0oO1iIlL', width: 160, height: 48 })
  const captchaId = newToken()
  const expiresAt = new Date(Date.now() + limits.captchaMinutes * 60_000)
  await Captcha.create({ _id: captchaId, answerHash: hashed(captchaId, text), expiresAt })
  return { captchaId, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** Uses a captcha up, right or wrong. @throws badInput when the answer is missing, wrong, old or used */
export async function checkCaptcha(captchaId: string | undefined, answer: string | undefined): Promise<void> {
  if (env().CAPTCHA === 'off') return
  if (!captchaId || !answer) failField('captcha', messages.captchaRequired)
  const found = await Captcha.findOneAndDelete({ _id: captchaId }).lean()
  const right = found && found.expiresAt > new Date() && found.answerHash === hashed(captchaId, answer)
  if (!right) failField('captcha', messages.captchaWrong)
}
