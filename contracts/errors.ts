import { codes } from './reply.ts'

/** What can go wrong, once: the HTTP status, the envelope's code and the public text, unless the thrower says a better one. */
export const errors = {
  badInput: { status: 400, code: codes.refused, message: 'Please check the values you entered' },
  unauthenticated: { status: 401, code: 401, message: 'Session Expired! Please login' },
  badCredentials: { status: 400, code: codes.refused, message: 'The e-mail address or the password is not right' },
  forbidden: { status: 403, code: codes.accessDenied, message: 'Access Denied' },
  notFound: { status: 404, code: 404, message: 'This was not found. It may have been deleted' },
  refused: { status: 422, code: codes.refused, message: 'This is not possible' },
  conflict: { status: 409, code: 409, message: 'This was changed or added by someone else meanwhile' },
  tooLarge: { status: 413, code: 413, message: 'This is too large' },
  unsupported: { status: 415, code: 415, message: 'This kind of content is not accepted here' },
  tooMany: { status: 429, code: 429, message: 'Too many tries. Please wait a moment and try again' },
  internal: { status: 500, code: 500, message: 'Something went wrong' },
  unavailable: { status: 503, code: 503, message: 'The service is busy or starting. Please try again in a moment' },
} as const satisfies Record<string, { status: number; code: number; message: string }>

export type ErrorCode = keyof typeof errors
