import { pino } from 'pino'

/** Headers and keys that must never be read in a log. */
const secrets = [
  'authentication-token',
  'authorization',
  'cookie',
  'token',
  'password',
  'accessToken',
  'appSecret',
  'verifyToken',
]

/** JSON lines on stdout with request and job ids; tokens are blanked. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: { pid: process.pid },
  redact: {
    paths: secrets.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
    censor: '[hidden]',
  },
})
export type Log = typeof log
