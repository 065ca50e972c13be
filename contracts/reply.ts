import { z } from 'zod'
import { limits } from './limits.ts'

/** Envelope codes that a client may act on. */
export const codes = { ok: 100, refused: 101, accessDenied: 1403 } as const

/** One thing that is wrong with what was sent; `field` is a path like `validations.0.value`. */
export const FieldError = z.object({ field: z.string().optional(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** Every refusal, whatever its HTTP status. */
export const Refusal = z.object({
  status: z.literal(false),
  code: z.number(),
  message: z.string(),
  errors: z.array(FieldError).optional(),
  login_required: z.literal(true).optional(),
  /** names the request in the server's log */
  requestId: z.string().optional(),
})
export type Refusal = z.infer<typeof Refusal>

/** Every success: `data` has the shape that its route declares as `reply`. */
export const success = <R extends z.ZodType>(data: R) =>
  z.object({ status: z.literal(true), code: z.number(), message: z.string().optional(), data })

export const Id = z.string().regex(/^[0-9a-f]{24}$/, 'This is not an id')
export const IdParams = z.object({ id: Id })
/** A text a person typed: trimmed, not blank. */
export const Text = (max: number) => z.string().trim().min(1, 'This field is required').max(max)
/** A moment, as an ISO string in UTC. */
export const Moment = z.iso.datetime({ offset: true })
/** An offset in a list, from a query string. */
export const From = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .default(0)
/** A page's size, from a query string; at most what limits.maxPage allows. */
export const PerPage = (size: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .refine(n => n >= 1 && n <= limits.maxPage, `At most ${limits.maxPage} a page`)
    .default(size)
export const Search = z.string().trim().max(limits.search).optional()
/** Several ids in one query value, separated by commas. */
export const Ids = z
  .string()
  .transform(text => text.split(',').filter(Boolean))
  .pipe(z.array(Id).max(100))
  .optional()

/** What travels instead of a file's bytes. */
export const FileRef = z.object({ id: Id, name: z.string(), mime: z.string(), size: z.int() })
export type FileRef = z.infer<typeof FileRef>
