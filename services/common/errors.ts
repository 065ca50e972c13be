import { type ErrorCode, errors } from '#contracts/errors.ts'
import type { FieldError } from '#contracts/reply.ts'

/** A refusal with a public text; `detail` stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields?: FieldError[]
  readonly detail?: unknown
  constructor(code: ErrorCode, message?: string, more: { errors?: FieldError[]; detail?: unknown } = {}) {
    super(message ?? errors[code].message)
    this.code = code
    this.fields = more.errors
    this.detail = more.detail
  }
}

/** Refuses: the one error handler (app.ts) makes the reply. */
export function fail(code: ErrorCode, message?: string, more?: { errors?: FieldError[]; detail?: unknown }): never {
  throw new AppError(code, message, more)
}

/** Refuses one field of what was sent. */
export function failField(field: string, message: string): never {
  throw new AppError('badInput', message, { errors: [{ field, message }] })
}
