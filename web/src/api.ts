import type { z } from 'zod'
import { messages } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import type { Method, Route } from '#contracts/route.ts'
import { answered, keyFor } from './idempotency.ts'
import { session, sessionExpired } from './session.ts'
import { toast } from './ui/toast.ts'

/**
 * What `call` needs of a route. Every route of contracts/ is one; a page that must stay without zod writes method and
 * path itself and takes the types: `const signIn: Callable<typeof contract.signIn> = { method: 'POST', path: '…' }`.
 */
export interface Target<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  method: Method
  path: string
  params?: P
  query?: Q
  body?: B
  reply?: R
}
export type Callable<T> = T extends Route<infer _N, infer P, infer Q, infer B, infer R> ? Target<P, Q, B, R> : never

/** In a query a number may be given for its text, and a list for one separated by commas. */
type QueryValue<T> = string extends NonNullable<T> ? T | number | readonly string[] : T
type QueryOf<Q extends z.ZodType> = { [K in keyof z.input<Q>]: QueryValue<z.input<Q>[K]> }
type Part<K extends string, T> = Record<string, never> extends T ? { [key in K]?: T } : { [key in K]: T }
export type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Part<'params', z.input<P>> &
  Part<'query', QueryOf<Q>> &
  Part<'body', z.input<B>>

export interface CallOptions {
  signal?: AbortSignal
  /** Names the user's action, where the default (one key for the same body until it is answered) does not fit. */
  idempotencyKey?: string
  /** Show no 'Access Denied' toast: the screen says it itself. */
  quiet?: boolean
}

/** A refused or failed call. `message` is for a person; `status` is 0 when no answer came. */
export class ApiError extends Error {
  status: number
  code: number
  errors: FieldError[]

  constructor(status: number, code: number, message: string, errors: FieldError[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
  }
}

const unreachable = 'The server cannot be reached. Please try again in a moment'
/** The error of a call that no answer came for. */
export const noAnswer = () => new ApiError(0, 0, navigator.onLine ? unreachable : messages.offline)

/** What is wrong with each field, by its path; the first message of each. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    error.errors.flatMap(({ field, message }) => (field ? [[field, message] as const] : [])).reverse(),
  )
}

/** Calls a route and answers its `data`. @throws ApiError, or the signal's AbortError */
export async function call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  target: Target<P, Q, B, R>,
  input: Input<P, Q, B> & CallOptions,
): Promise<z.output<R>> {
  return (await callTold(target, input)).data
}

/** Like `call`, with the sentence that the server has for the person. */
export async function callTold<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  target: Target<P, Q, B, R>,
  input: Input<P, Q, B> & CallOptions,
): Promise<{ data: z.output<R>; message?: string }> {
  const response = await send(target, input)
  const answer: { data: z.output<R>; message?: string } = await response.json()
  return answer
}

interface Given extends CallOptions {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** The route's address with its parameters and query filled in. */
export function address(path: string, { params, query }: Given): string {
  const values = new Map(Object.entries(params ?? {}))
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(values.get(name) ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '') search.set(name, text)
  }
  return search.size ? `${filled}?${search}` : filled
}

/** Sends a call and answers the response when it is a success; refusals are thrown. */
export async function send(target: { method: Method; path: string }, given: Given): Promise<Response> {
  const { token } = session
  const url = address(target.path, given)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers['authentication-token'] = token
  let body: string | undefined
  if (target.method === 'POST' || target.method === 'PUT') {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(given.body ?? {})
  }
  const action = target.method === 'POST' ? `${url} ${body}` : null
  if (action) headers['idempotency-key'] = given.idempotencyKey ?? keyFor(action)
  const response = await fetch(url, { method: target.method, headers, body, signal: given.signal }).catch(error => {
    if (given.signal?.aborted) throw error
    throw noAnswer()
  })
  // what a proxy says does not tell whether the action happened
  if (action && response.status < 502) answered(action)
  if (response.ok) return response
  throw refusal(response.status, await response.text(), { token, quiet: given.quiet })
}

interface RefusalText {
  code?: number
  message?: string | { message?: string }
  errors?: FieldError[]
  login_required?: boolean
}

/** The error that a refusal's text stands for. Ends the session, or says 'Access Denied', where it says so. */
export function refusal(
  status: number,
  text: string,
  { token, quiet }: { token: string | null; quiet?: boolean },
): ApiError {
  const said = read(text)
  const told = typeof said.message === 'object' ? said.message.message : said.message
  if (status === 401 || said.login_required) {
    sessionExpired(token)
    return new ApiError(status, said.code ?? status, messages.sessionExpired)
  }
  if (status === 403) {
    if (!quiet) toast.error(messages.accessDenied)
    return new ApiError(status, said.code ?? status, told ?? messages.accessDenied)
  }
  return new ApiError(status, said.code ?? status, told ?? (status > 501 ? unreachable : messages.wrong), said.errors)
}

function read(text: string): RefusalText {
  try {
    const parsed: RefusalText | null = JSON.parse(text)
    return parsed ?? {}
  } catch {
    return {}
  }
}
