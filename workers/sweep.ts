import { enqueue, type JobContext } from '#common/queues.ts'
import { sweepBroadcasts } from '#services/broadcast/public.ts'
import { unfinishedImports } from '#services/contacts/public.ts'

/** Puts back on a queue what the database says is unfinished. What is on its queue already stays as it is. */
export async function run({ log }: JobContext<'sweep'>): Promise<void> {
  const parts = { broadcasts: sweepBroadcasts, imports: sweepImports }
  // one part that fails must not keep the other from running
  for (const [part, sweep] of Object.entries(parts))
    await sweep().catch(error => log.error({ err: error, part }, 'sweep failed'))
}

async function sweepImports(): Promise<void> {
  for (const one of await unfinishedImports()) await enqueue('import-customers', one, { id: one.importId })
}
