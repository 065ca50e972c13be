import type { JobContext } from '#common/queues.ts'
import { systemTenant } from '#common/tenant.ts'
import { drainEvents } from '#services/broadcast/webhook-events.ts'

/** Applies the kept events of one channel. */
export async function run({ payload, signal }: JobContext<'receive-webhook'>): Promise<void> {
  await drainEvents(systemTenant(payload.enterpriseId), payload.channelId, signal)
}
