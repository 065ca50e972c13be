import type { Handling } from './provider.ts'

interface Known {
  handling: Handling
  /** for a person: what happened, and what to do where something can be done */
  text: string
  retryMs?: number
  throttled?: boolean
}

const templateWrong = 'Choose the template again: its approved form has changed.'
const blocked = 'Open the account in WhatsApp Manager, then resume the broadcast.'

/**
 * The Cloud API's error codes and what they mean for a send. Source: Meta's error table and the pywa library; what to
 * retry is our judgement. A code that is not here fails its recipient.
 */
const known: Record<number, Known> = {
  4: { handling: 'retry', text: 'The app calls WhatsApp too often.', retryMs: 2_000, throttled: true },
  80007: { handling: 'retry', text: 'The account calls WhatsApp too often.', retryMs: 2_000, throttled: true },
  130429: { handling: 'retry', text: 'The number sends faster than WhatsApp allows.', retryMs: 1_000, throttled: true },
  131048: { handling: 'retry', text: 'WhatsApp limits this number because of spam reports.', retryMs: 60_000 },
  131056: { handling: 'retry', text: 'Too many messages to this recipient in a short time.', retryMs: 6_000 },
  131016: { handling: 'retry', text: 'WhatsApp was not available.', retryMs: 1_000 },
  131000: { handling: 'retry', text: 'WhatsApp had an error of its own.', retryMs: 1_000 },
  131057: { handling: 'retry', text: 'WhatsApp maintains this account.', retryMs: 30_000 },

  190: {
    handling: 'stop',
    text: 'WhatsApp does not accept the access token of this channel. Enter a new one, then resume the broadcast.',
  },
  368: { handling: 'stop', text: `WhatsApp has blocked this account for policy violations. ${blocked}` },
  131031: { handling: 'stop', text: `WhatsApp has locked this account. ${blocked}` },
  131042: {
    handling: 'stop',
    text: 'WhatsApp could not charge this account. Correct its payment method in WhatsApp Manager, then resume the broadcast.',
  },
  131063: {
    handling: 'stop',
    text: 'Marketing messages are turned off for this account. Turn them on in WhatsApp Manager, then resume the broadcast.',
  },

  131026: {
    handling: 'fail',
    text: 'This number cannot get the message: it has no WhatsApp, or an old version of it.',
  },
  131047: {
    handling: 'fail',
    text: 'More than 24 hours have passed since the customer last wrote. Send an approved template.',
  },
  470: {
    handling: 'fail',
    text: 'More than 24 hours have passed since the customer last wrote. Send an approved template.',
  },
  131049: {
    handling: 'fail',
    text: 'WhatsApp holds back marketing messages to this customer for now. Try again after a day.',
  },
  130472: {
    handling: 'fail',
    text: 'WhatsApp holds back marketing messages to this customer as part of a test. Try again after a day.',
  },
  131050: { handling: 'fail', text: 'The customer has stopped marketing messages from you.' },
  131021: { handling: 'fail', text: 'Sender and recipient are the same number.' },
  131030: { handling: 'fail', text: 'The number is not on the list of this test account. Add it in WhatsApp Manager.' },
  130497: { handling: 'fail', text: 'This account may not send to the country of this number.' },
  131008: { handling: 'fail', text: `WhatsApp misses a value in the message. ${templateWrong}` },
  131009: { handling: 'fail', text: `WhatsApp does not accept a value in the message. ${templateWrong}` },
  132000: { handling: 'fail', text: `The number of variables differs from the template. ${templateWrong}` },
  132001: { handling: 'fail', text: 'WhatsApp has no approved template of this name and language.' },
  132005: { handling: 'fail', text: 'With its variables filled in, the message is too long. Use shorter values.' },
  132007: { handling: 'fail', text: 'The message breaks a policy of WhatsApp. Change the template.' },
  132008: { handling: 'fail', text: `A variable has the wrong format. ${templateWrong}` },
  132012: { handling: 'fail', text: `A variable or the attachment has the wrong format. ${templateWrong}` },
  132015: { handling: 'fail', text: 'WhatsApp has paused this template because of low quality. Choose another one.' },
  132016: { handling: 'fail', text: 'WhatsApp has disabled this template. Choose another one.' },
  132068: { handling: 'fail', text: 'The flow behind a button is blocked.' },
  132069: { handling: 'fail', text: 'The flow behind a button has reached its limit. Try again after an hour.' },
}

const defaultRetryMs = 1_000

/**
 * What an error code means.
 * @param code the Graph API's code, or an HTTP status where the answer had none
 * @param told the provider's own words, shown where the code is not known
 */
export function explain(code: number, told: string) {
  const found = known[code] ?? byStatus(code)
  const text = found?.text ?? (told ? `WhatsApp refused the message: ${told}` : 'WhatsApp refused the message.')
  return {
    kind: 'refused' as const,
    handling: found?.handling ?? ('fail' as const),
    code,
    text,
    retryMs: found?.retryMs ?? defaultRetryMs,
    throttled: found?.throttled ?? false,
  }
}

/** An answer without a code: too many requests, or a gateway that says that nothing behind it was reached. */
function byStatus(status: number): Known | undefined {
  if (status === 429) return known[130429]
  if (status === 503) return known[131016]
  return undefined
}
