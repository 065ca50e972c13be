import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const good = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017/parley',
  REDIS_URL: 'redis://127.0.0.1:6379',
  APP_SECRET: 'x'.repeat(32),
}

test('what is not set gets its default; an empty value is not set', () => {
  expect(readEnv({ ...good, PORT: '' })).toMatchObject({ PORT: 8080, CAPTCHA: 'on', NODE_ENV: 'development' })
})

test('a wrong value is told by its name, without its value', () => {
  expect(() => readEnv({ ...good, APP_SECRET: 'short', REDIS_URL: 'http://x' })).toThrow(/REDIS_URL.*APP_SECRET/)
  expect(() => readEnv({ ...good, APP_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
  expect(() => readEnv({})).toThrow(/MONGODB_URI/)
})

test('production refuses to run without captchas or with a sandbox', () => {
  const production = { ...good, NODE_ENV: 'production' }
  expect(() => readEnv(production)).not.toThrow()
  expect(() => readEnv({ ...production, CAPTCHA: 'off' })).toThrow(/CAPTCHA must not be off/)
  expect(() => readEnv({ ...production, SANDBOX_ORIGIN: 'http://127.0.0.1:8081' })).toThrow(/SANDBOX_ORIGIN/)
})
