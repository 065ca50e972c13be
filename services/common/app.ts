import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { type ErrorCode, errors } from '#contracts/errors.ts'
import { limits } from '#contracts/limits.ts'
import type { FieldError, Refusal } from '#contracts/reply.ts'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import { health } from './health.ts'
import { log } from './log.ts'
import { httpSeconds } from './metrics.ts'
import { duplicateIndex } from './mongo.ts'
import { key, redis } from './redis.ts'
import type { Identify } from './serve.ts'
import { webClient } from './web-client.ts'

/** A Fastify plugin that puts one service's routes on the server. */
export type Service = (app: FastifyInstance, env: Env) => Promise<void>

/** The server with everything that all services share, and the given ones on it. Listening is the caller's. */
export async function buildApp(env: Env, identify: Identify, services: readonly Service[]): Promise<FastifyInstance> {
  // pino's own type has more than Fastify asks for, and would make every plugin's type another one
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    genReqId: request => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    },
    // one line a request of our own, in onResponse
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < env.TRUST_PROXY,
    bodyLimit: limits.bodyBytes,
    connectionTimeout: 60_000,
    // a 2 GB upload over a slow line must be able to end
    requestTimeout: 900_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('identify', identify)
  app.decorateRequest('identity', undefined)
  refusals(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    httpSeconds.observe(
      { method: request.method, route: url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
    // the route's pattern, not the address: an address may carry a token
    request.log.info(
      { method: request.method, route: url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })

  await app.register(helmet, { contentSecurityPolicy: contentSecurity })
  await app.register(compress, { threshold: 1_024, encodings: ['gzip', 'identity'] })
  await app.register(multipart, {
    limits: { files: 1, fields: 20, fieldSize: 64_000, fileSize: limits.uploadBytes + 1 },
  })
  await app.register(rateLimit, {
    max: limits.callsPerMinute,
    timeWindow: 60_000,
    redis: redis(),
    nameSpace: key('rate', ''),
    skipOnError: true,
    keyGenerator: request => {
      const token = request.headers['authentication-token']
      return typeof token === 'string' ? token.slice(0, 16) : request.ip
    },
    errorResponseBuilder: () => new AppError('tooMany'),
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: '1',
        description: 'Every answer is an envelope {status, code, message, data}.',
      },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'authentication-token' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/docs' })
  await app.register(health, { env })
  for (const service of services) await app.register(async scope => service(scope, env))
  await app.register(webClient, { dist: env.WEB_DIST })
  return app
}

const contentSecurity = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'", 'ws:', 'wss:'],
    objectSrc: ["'none'"],
    frameAncestors: ["'self'"],
    upgradeInsecureRequests: null,
  },
}

/** The one place where an error becomes an answer. The text of an unexpected one stays in the log. */
function refusals(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const { destroyed, complete } = request.raw
    // who hung up in the middle of a call reads no answer, and nothing of ours has failed
    const isCutOff = destroyed && !complete
    const { code, message, fields } = isCutOff ? cutOff : readError(error)
    const { status, code: number } = errors[code]
    if (isCutOff) request.log.info({ err: error }, 'cut off by the caller')
    else if (status >= 500) request.log.error({ err: error }, 'failed')
    else if (error instanceof AppError && error.detail) request.log.info({ detail: error.detail }, message)
    const refusal: Refusal = { status: false, code: number, message, requestId: request.id }
    if (fields?.length) refusal.errors = fields
    if (code === 'unauthenticated') refusal.login_required = true
    return reply.code(status).type('application/json').serializer(JSON.stringify).send(refusal)
  })
}

const cutOff: ReturnType<typeof readError> = { code: 'badInput', message: 'The connection was closed before the end' }

/** Does the database not answer? It may be back in a moment. */
const isAway = (error: Error) => /^Mongo\w*(ServerSelection|Network|NotConnected|PoolCleared)/.test(error.name)

function readError(error: FastifyError | AppError): { code: ErrorCode; message: string; fields?: FieldError[] } {
  if (error instanceof AppError) return { code: error.code, message: error.message, fields: error.fields }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(issue => ({
      field: issue.instancePath.slice(1).replaceAll('/', '.') || undefined,
      message: issue.message ?? errors.badInput.message,
    }))
    return { code: 'badInput', message: fields[0]?.message ?? errors.badInput.message, fields }
  }
  if (isAway(error)) return { code: 'unavailable', message: errors.unavailable.message }
  if (duplicateIndex(error) !== null) return { code: 'conflict', message: errors.conflict.message }
  const known: Record<number, ErrorCode> = { 400: 'badInput', 413: 'tooLarge', 415: 'unsupported', 429: 'tooMany' }
  const code = known[error.statusCode ?? 500]
  // the framework's own sentences about a body (malformed JSON, a missing type) are safe to show
  if (code) return { code, message: code === 'badInput' ? error.message : errors[code].message }
  return { code: 'internal', message: errors.internal.message }
}
