import { z } from 'zod'
import { errorCodes } from './errors.ts'
import { type FateName, isFateName } from './fates.ts'

const fateName = z.string().refine((name): name is FateName => isFateName(name), 'no such fate: see fates.ts')

/** Faults asked for by a test. What is left out behaves well. */
export const Plan = z.strictObject({
  /** Number, last digits of numbers, or '*' for all → fate. */
  fates: z.record(z.string().regex(/^(\d{1,15}|\*)$/), fateName).default({}),
  /** Every nth send is refused with `rejectCode`. */
  rejectEvery: z.int().min(1).optional(),
  rejectCode: z.literal(errorCodes).default(131016),
  /** Before each answer to a send. */
  latencyMs: z.int().min(0).max(60_000).default(0),
  /** Shortest and longest time between two reports of a message. */
  delaysMs: z.tuple([z.int().min(0), z.int().min(0)]).default([100, 300]),
  /** In which order the reports of a message arrive. */
  order: z.enum(['normal', 'reversed', 'shuffled']).default('normal'),
  /** Every report arrives twice. */
  duplicate: z.boolean().default(false),
  /** Reports are kept back until the plan says otherwise. */
  pauseWebhooks: z.boolean().default(false),
  /** Every call of the provider's API is answered 503. */
  down: z.boolean().default(false),
})
export type Plan = z.infer<typeof Plan>

/** The plan without faults. */
export const noFaults = (): Plan => Plan.parse({})
