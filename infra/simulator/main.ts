import { z } from 'zod'
import { startSimulator } from './app.ts'

const Env = z.object({
  SIMULATOR_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .default('8081'),
  HOST: z.string().min(1).default('127.0.0.1'),
  SIMULATOR_LOG: z.string().min(1).optional(),
})

const env = Env.safeParse(process.env)
if (!env.success) {
  console.error(`The simulator's environment is not valid: ${z.prettifyError(env.error)}`)
  process.exit(1)
}

const { SIMULATOR_PORT, HOST, SIMULATOR_LOG } = env.data
const simulator = await startSimulator({ port: Number(SIMULATOR_PORT), host: HOST, logPath: SIMULATOR_LOG })

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    // A fault plan may hold answers back for a minute; what was accepted is on disk already.
    setTimeout(() => process.exit(0), 3_000).unref()
    simulator.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
// last: who reads it may stop the process at once
console.log(`simulator listening on ${simulator.origin}`)
