import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Types } from 'mongoose'
import { afterAll } from 'vitest'
import type { z } from 'zod'
import { buildApp } from '#common/app.ts'
import { readEnv } from '#common/env.ts'
import { ensureFileIndexes } from '#common/files.ts'
import { ensureIndexes } from '#common/mongo.ts'
import { closeStores, openStores } from '#common/process.ts'
import type { Tenant } from '#common/tenant.ts'
import type { Role } from '#contracts/permissions.ts'
import type { Refusal } from '#contracts/reply.ts'
import type { Needs, Route } from '#contracts/route.ts'
import * as enterprise from '#services/enterprise/public.ts'
import { services } from '#services/services.ts'
import { freshDatabase } from './stores.ts'

type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  token?: string
  params?: z.input<P>
  query?: Partial<Record<keyof z.input<Q>, string>>
  body?: z.input<B>
  headers?: Record<string, string>
}
/** An answer as it came: `data` and `message` of a success, or a refusal. */
export interface Answer<R extends z.ZodType> {
  status: number
  body: { status: boolean; code: number; message?: string; data: z.output<R> } & Pick<
    Refusal,
    'errors' | 'login_required' | 'requestId'
  >
}

export interface TestApp {
  server: FastifyInstance
  /** the environment of child processes that work on the same stores */
  env: Record<string, string>
  call<N extends Needs, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    route: Route<N, P, Q, B, R>,
    input?: Input<P, Q, B>,
  ): Promise<Answer<R>>
}

/** All services on a database and a Redis prefix of their own. Call it at the top of a test file, with `await`. */
export async function testApp(more: Record<string, string> = {}): Promise<TestApp> {
  const { mongodbUri, redisUrl, redisPrefix } = freshDatabase()
  const variables = {
    NODE_ENV: 'test',
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    APP_SECRET: 'a secret of thirty-two characters, for tests',
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    ...more,
  }
  const env = readEnv(variables)
  await openStores(env)
  await Promise.all([ensureIndexes(), ensureFileIndexes()])
  const server = await buildApp(env, enterprise.identify, Object.values(services))
  afterAll(async () => {
    await server.close()
    await closeStores()
  })
  return {
    server,
    env: variables,
    async call(route, input = {}) {
      const path = route.path.replace(/:(\w+)/g, (_, name) => String((input.params as Record<string, string>)[name]))
      const answer = await server.inject({
        method: route.method,
        url: path,
        query: input.query as Record<string, string>,
        headers: { ...(input.token && { 'authentication-token': input.token }), ...input.headers },
        ...(input.body !== undefined && { payload: input.body as object }),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

export const password = 'correct horse battery'

/** Someone signed in, in a new enterprise unless one is named. Ready to call: `tenant` for rules, `token` for routes. */
export async function signedIn(
  app: TestApp,
  input: { roles?: Role[]; enterpriseId?: Types.ObjectId } = {},
): Promise<{ tenant: Tenant; token: string; emailId: string }> {
  const name = randomBytes(4).toString('hex')
  const owner: Tenant = input.enterpriseId
    ? { enterpriseId: input.enterpriseId, permissions: [] }
    : await enterprise.createEnterprise({ name, country: 'IN', timezone: 'Asia/Kolkata' })
  const emailId = `${name}@test.example`
  await enterprise.createUser(owner, { name, emailId, password, roles: input.roles ?? [1] })
  const answer = await app.server.inject({
    method: 'POST',
    url: '/account/enterprise/login/twoFactorAuth',
    payload: { email: emailId, password },
    remoteAddress: `10.0.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
  })
  const { token } = answer.json().data
  const identity = await enterprise.identify(token)
  if (!identity) throw new Error(`not signed in: ${answer.body}`)
  return { tenant: identity.tenant, token, emailId }
}

/** A sandbox WhatsApp channel of the tenant. */
export async function channel(tenant: Tenant, more: { ratePerSecond?: number } = {}) {
  const name = randomBytes(4).toString('hex')
  const keys = { accessToken: `token-${name}`, appSecret: `secret-${name}`, verifyToken: `verify-${name}` }
  const phoneNumberId = `1${Date.now()}${Math.floor(Math.random() * 1_000)}`
  const created = await enterprise.createChannel(tenant, {
    name: `Channel ${name}`,
    type: 4,
    contactId: '+918047190000',
    vendor: 'WhatsApp Cloud API',
    environment: 0,
    phoneNumberId,
    ...keys,
    ...more,
  })
  return { ...created, ...keys, phoneNumberId }
}

/** Uploads bytes as a file through the API; answers the FileRef's id. */
export async function uploaded(
  app: TestApp,
  token: string,
  file: { name: string; mime: string; bytes: Buffer | string },
) {
  const boundary = `----${randomBytes(8).toString('hex')}`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.mime}\r\n\r\n`
  const answer = await app.server.inject({
    method: 'POST',
    url: '/e/drive/upload',
    headers: { 'authentication-token': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(file.bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json() as Answer<z.ZodAny>['body'] }
}

/** An id that nothing has. */
export const nowhere = () => new Types.ObjectId().toString()

export { until } from './until.ts'
