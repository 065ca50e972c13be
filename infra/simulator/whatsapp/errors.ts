/**
 * The Cloud API's errors that the simulator knows: the HTTP status when a request is refused with it, the title that
 * the message carries, and the details. Source: the error table of the Cloud API's documentation.
 */
export const errors = {
  100: { http: 400, title: 'Invalid parameter', details: 'The request has an unknown or misspelled parameter.' },
  190: { http: 401, title: 'Invalid OAuth access token', details: 'The access token is missing, wrong or expired.' },
  130429: { http: 429, title: 'Rate limit hit', details: 'Cloud API message throughput has been reached.' },
  131000: { http: 500, title: 'Something went wrong', details: 'Message failed to send due to an unknown error.' },
  131008: { http: 400, title: 'Required parameter is missing', details: 'A required parameter is missing.' },
  131009: { http: 400, title: 'Parameter value is not valid', details: 'One or more parameter values are invalid.' },
  131016: { http: 500, title: 'Service unavailable', details: 'A service is temporarily unavailable.' },
  131026: { http: 400, title: 'Message undeliverable', details: 'Message undeliverable.' },
  131047: {
    http: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the customer last replied to this number.',
  },
  131049: {
    http: 400,
    title: 'Meta chose not to deliver',
    details: 'This message was not delivered to maintain healthy ecosystem engagement.',
  },
  131050: {
    http: 400,
    title: 'User has stopped marketing messages',
    details: 'Unable to deliver: the recipient chose to stop receiving marketing messages from this business.',
  },
  131056: {
    http: 429,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details: 'Too many messages from this number to the same recipient in a short time.',
  },
  132000: {
    http: 400,
    title: 'Template Param Count Mismatch',
    details: 'The number of variables differs from the template.',
  },
  132001: {
    http: 404,
    title: 'Template does not exist',
    details: 'The template does not exist in the specified language or is not approved.',
  },
  132012: {
    http: 400,
    title: 'Template Parameter Format Mismatch',
    details: 'Variable parameter values are formatted incorrectly.',
  },
  132015: { http: 400, title: 'Template is Paused', details: 'The template is paused due to low quality.' },
  132016: { http: 400, title: 'Template is Disabled', details: 'The template is disabled for good.' },
} as const satisfies Record<number, { http: number; title: string; details: string }>

export type ErrorCode = keyof typeof errors

export const errorCodes = [
  100, 190, 130429, 131000, 131008, 131009, 131016, 131026, 131047, 131049, 131050, 131056, 132000, 132001, 132012,
  132015, 132016,
] as const satisfies ErrorCode[]

export interface Refusal {
  code: ErrorCode
  details: string
}

/** A refusal by its code, with the table's own details unless better ones are known. */
export function refusal(code: ErrorCode, details: string = errors[code].details): Refusal {
  return { code, details }
}

/** The body of a refused request, as the Graph API words it. */
export function errorBody({ code, details }: Refusal, traceId: string) {
  return {
    error: {
      message: `(#${code}) ${errors[code].title}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: traceId,
    },
  }
}
