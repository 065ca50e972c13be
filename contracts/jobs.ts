import { z } from 'zod'
import { Id } from './reply.ts'

interface Job<P extends z.ZodType> {
  payload: P
  /** tries in all, by the queue; a job that the sweep can find again needs few */
  attempts: number
  /** first pause of an exponential back-off */
  backoffMs: number
}
const job = <P extends z.ZodType>(declared: Job<P>) => declared

/** Job name → payload, attempts, back-off. Payloads carry ids; a job reads its row again and tolerates its absence. */
export const jobs = {
  /** parses, checks and writes one CSV */
  'import-customers': job({ payload: z.object({ enterpriseId: Id, importId: Id }), attempts: 5, backoffMs: 1_000 }),
  /** writes a broadcast's recipients and seals their count */
  'prepare-broadcast': job({ payload: z.object({ enterpriseId: Id, broadcastId: Id }), attempts: 5, backoffMs: 1_000 }),
  /** sends what is due of one channel's number, then delays itself */
  'send-lane': job({ payload: z.object({ enterpriseId: Id, channelId: Id }), attempts: 5, backoffMs: 1_000 }),
  /** applies the kept events of one channel */
  'receive-webhook': job({ payload: z.object({ enterpriseId: Id, channelId: Id }), attempts: 5, backoffMs: 500 }),
  /** repeats: puts back on a queue what the database says is unfinished */
  sweep: job({ payload: z.object({}), attempts: 1, backoffMs: 1_000 }),
} as const

export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]['payload']>
