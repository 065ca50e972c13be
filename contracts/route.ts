import { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * What a caller must hold: `public` needs nothing, `session` needs a signed-in user, otherwise the one permission,
 * or one of several.
 */
export type Needs = 'public' | 'session' | Permission | readonly Permission[]
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** `json` has a JSON body; `multipart` streams files; `raw` gives the handler the bytes as they came (signed webhooks). */
export type BodyKind = 'json' | 'multipart' | 'raw'

const nothing = z.strictObject({})
type Nothing = typeof nothing

interface Options<N extends Needs, P, Q, B, R> {
  needs: N
  /** one line for the API's document */
  summary: string
  params?: P
  query?: Q
  body?: B
  /** shape of `data` in the answer */
  reply?: R
  kind?: BodyKind
  /** calls per minute and caller (session or address), where the default of limits.ts does not fit */
  perMinute?: number
  /** the answer is not JSON but a file of this type */
  produces?: string
}

export interface Route<
  N extends Needs = Needs,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: Method
  /** path with `:name` parameters, as Fastify reads it */
  path: string
  needs: N
  summary: string
  params: P
  query: Q
  body: B
  reply: R
  kind: BodyKind
  perMinute?: number
  produces?: string
}

/** Every declared route, for the server's document and for tests that walk all of them. */
export const routes: Route[] = []

/**
 * Declares one call: the server validates by it, the web client is typed by it, OpenAPI is made of it.
 * params, query and body refuse unknown keys at every depth; a reply is stripped to its shape.
 */
export function route<
  N extends Needs,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  R extends z.ZodType = Nothing,
>(method: Method, path: string, options: Options<N, P, Q, B, R>): Route<N, P, Q, B, R> {
  const declared = {
    method,
    path,
    needs: options.needs,
    summary: options.summary,
    params: strict(options.params ?? nothing) as P,
    query: strict(options.query ?? nothing) as Q,
    body: strict(options.body ?? nothing) as B,
    reply: (options.reply ?? z.object({})) as R,
    kind: options.kind ?? 'json',
    perMinute: options.perMinute,
    produces: options.produces,
  }
  routes.push(declared)
  return declared
}

/** The same schema with every object in it refusing keys it does not name. */
function strict(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape).map(([key, value]) => [key, strict(value)]))
    return keepChecks(schema, z.strictObject(shape))
  }
  if (schema instanceof z.ZodArray) return keepChecks(schema, z.array(strict(schema.element)))
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap()).optional()
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap()).nullable()
  if (schema instanceof z.ZodDefault) return strict(schema.unwrap()).default(schema.def.defaultValue)
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion)
    return keepChecks(schema, z.union(schema.options.map(strict)))
  if (schema instanceof z.ZodRecord) return keepChecks(schema, z.record(schema.keyType, strict(schema.valueType)))
  if (schema instanceof z.ZodPipe) return keepChecks(schema, z.pipe(strict(schema.in), schema.out))
  return schema as z.ZodType
}

/** Refinements and lengths sit on the outer schema and must survive its rebuilding. */
function keepChecks(from: z.ZodType, to: z.ZodType): z.ZodType {
  const checks = (from.def.checks ?? []) as z.core.$ZodCheck<unknown>[]
  return checks.length ? to.check(...checks) : to
}
