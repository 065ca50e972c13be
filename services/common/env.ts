import { z } from 'zod'

const flag = z.enum(['on', 'off'])
const Env = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().default('127.0.0.1'),
    /** what this process runs */
    SERVICES: z
      .string()
      .default('enterprise,contacts,broadcast,gateway')
      .transform(names => names.split(',').map(name => name.trim())),
    MONGODB_URI: z.url({ protocol: /^mongodb(\+srv)?$/, error: 'must be a mongodb:// address' }),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }),
    /** keys in Redis begin with it, so that several installations may share one */
    REDIS_PREFIX: z.string().min(1).default('parley'),
    APP_SECRET: z.string().min(32, 'must be at least 32 characters, for example from: openssl rand -hex 32'),
    /** where browsers and providers reach this installation */
    PUBLIC_URL: z.url().optional(),
    CAPTCHA: flag.default('on'),
    /** the simulator, for channels in the sandbox environment */
    SANDBOX_ORIGIN: z.url().optional(),
    WHATSAPP_ORIGIN: z.url().default('https://graph.facebook.com'),
    WEB_DIST: z.string().optional(),
    /** where the worker process answers health and metrics */
    WORKERS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** bearer token that /metrics asks for; without one it answers loopback alone */
    METRICS_TOKEN: z.string().min(16).optional(),
    /** reverse proxies in front whose X-Forwarded-For is believed, as a number of hops */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  })
  .refine(env => env.NODE_ENV !== 'production' || env.CAPTCHA === 'on', {
    path: ['CAPTCHA'],
    error: 'must not be off in production',
  })
  .refine(env => env.NODE_ENV !== 'production' || !env.SANDBOX_ORIGIN, {
    path: ['SANDBOX_ORIGIN'],
    error: 'must not be set in production',
  })

export type Env = z.infer<typeof Env>

let current: Env | undefined

/** The settings of this process; there once openStores has run. */
export function env(): Env {
  if (!current) throw new Error('openStores was not called')
  return current
}
export function setEnv(settings: Env): void {
  current = settings
}

/**
 * The process's settings, checked once at boot.
 * @throws Error with one sentence that names every variable that is wrong
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(present)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`)
  throw new Error(`The environment is not right: ${wrong.join('; ')}. See .env.example.`)
}
