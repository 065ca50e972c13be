import type { JobContext } from '#common/queues.ts'
import { systemTenant } from '#common/tenant.ts'
import { runLane } from '#services/broadcast/lane.ts'

/** Sends what is due of one channel's number, then puts itself back while there is more. */
export async function run({ payload, signal, again }: JobContext<'send-lane'>): Promise<void> {
  const afterMs = await runLane(systemTenant(payload.enterpriseId), payload.channelId, signal)
  if (afterMs !== null) await again(afterMs)
}
