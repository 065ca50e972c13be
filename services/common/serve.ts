import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { limits } from '#contracts/limits.ts'
import { may } from '#contracts/permissions.ts'
import { codes, success } from '#contracts/reply.ts'
import type { Needs, Route } from '#contracts/route.ts'
import { fail } from './errors.ts'
import { once } from './idempotency.ts'
import type { Tenant } from './tenant.ts'

/** Who is behind a token: the tenant with the permissions of this moment, and the session. */
export interface Identity {
  tenant: Tenant
  sessionId: string
}
/** Given by the service that owns accounts (enterprise/public.ts). */
export type Identify = (token: string) => Promise<Identity | null>

declare module 'fastify' {
  interface FastifyInstance {
    identify: Identify
  }
  interface FastifyRequest {
    identity?: Identity
  }
}

type Signed<N extends Needs> = N extends 'public' ? { tenant?: undefined; sessionId?: undefined } : Identity
type Input<N extends Needs, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Signed<N> & {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler may answer beside the data: a sentence for the person. */
const told = Symbol('told')
interface Told<T> {
  [told]: true
  data: T
  message: string
}
/** The data of an answer together with its `message`. */
export function say<T>(message: string, data: T): Told<T> {
  return { [told]: true, data, message }
}
const isTold = <T>(answer: T | Told<T>): answer is Told<T> =>
  typeof answer === 'object' && answer !== null && told in answer

type Answer<R extends z.ZodType> = z.input<R> | Told<z.input<R>>

/**
 * Puts a declared route on a server: guard, validation, envelope. The handler translates between the route and a rule.
 * A handler of a route that `produces` a file sends it through `reply` itself.
 */
export function serve<
  N extends Needs,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  route: Route<N, P, Q, B, R>,
  handler: (input: Input<N, P, Q, B>) => Promise<Answer<R> | FastifyReply>,
): void {
  if (route.kind === 'raw')
    app.register(async scope => {
      // a signature is over the bytes as they came
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
      add(scope)
    })
  else add(app)

  function add(scope: FastifyInstance) {
    const hasJson = route.kind === 'json' && (route.method === 'POST' || route.method === 'PUT')
    scope.route({
      method: route.method,
      url: route.path,
      bodyLimit: route.kind === 'raw' ? limits.webhookBytes : limits.bodyBytes,
      schema: {
        summary: route.summary,
        tags: [area(route.path)],
        security: route.needs === 'public' ? [] : [{ token: [] }],
        description: needsText(route.needs),
        params: route.params,
        querystring: route.query,
        ...(hasJson && { body: route.body }),
        ...(route.kind === 'multipart' && { consumes: ['multipart/form-data'] }),
        ...(route.produces ? {} : { response: { 200: success(route.reply) } }),
      },
      config: {
        rateLimit: {
          max: route.perMinute ?? (route.needs === 'public' ? limits.publicCallsPerMinute : limits.callsPerMinute),
          // a made-up token must not make somebody another caller
          ...(route.needs === 'public' && { keyGenerator: (request: FastifyRequest) => request.ip }),
        },
      },
      // before the body is read: who may not call does not get to send
      onRequest: async request => {
        if (route.needs !== 'public') request.identity = await identityOf(request, route.needs)
      },
      // a call whose body has no required field may come without one
      preValidation: async request => {
        if (hasJson) request.body ??= {}
      },
      handler: async (request, reply) => {
        const { identity } = request
        const input = {
          ...identity,
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          reply,
        } as Input<N, P, Q, B>
        const act = async () => envelope(await handler(input), reply)
        const key = request.headers['idempotency-key']
        if (route.method !== 'POST' || !hasJson || !identity || typeof key !== 'string') return act()
        if (!/^[\w-]{8,100}$/.test(key)) fail('badInput', 'An Idempotency-Key has 8 to 100 letters, digits, _ or -')
        if (identity.tenant.from) identity.tenant.from.idempotencyKey = `${route.path}:${key}`
        return once(identity.tenant, { key: `${route.path}:${key}`, request: [request.params, request.body] }, act)
      },
    })
  }
}

function envelope<T>(answer: T | Told<T> | FastifyReply, reply: FastifyReply) {
  if (answer === reply || reply.sent) return reply
  const { data, message } = isTold(answer) ? answer : { data: answer, message: undefined }
  return { status: true, code: codes.ok, message, data }
}

async function identityOf(request: FastifyRequest, needs: Exclude<Needs, 'public'>): Promise<Identity> {
  const token = request.headers['authentication-token']
  const found = typeof token === 'string' ? await request.server.identify(token) : null
  if (!found) fail('unauthenticated')
  if (needs !== 'session' && !may(found.tenant.permissions, needs)) fail('forbidden')
  return { ...found, tenant: { ...found.tenant, from: { ip: request.ip, requestId: request.id } } }
}

/** What a call is listed under in the document. */
function area(path: string): string {
  const [first = '', , third] = path.split('/').filter(Boolean)
  return first === 'chatbird' && third ? third : first
}

function needsText(needs: Needs): string {
  if (needs === 'public') return 'Needs no session.'
  if (needs === 'session') return 'Needs a session.'
  return `Needs ${typeof needs === 'string' ? needs : needs.join(' or ')}.`
}
