import type { JobContext } from '#common/queues.ts'
import { systemTenant } from '#common/tenant.ts'
import { prepare } from '#services/broadcast/prepare.ts'

/** Writes a broadcast's recipients and seals their count. */
export async function run({ payload, signal, again }: JobContext<'prepare-broadcast'>): Promise<void> {
  const result = await prepare(systemTenant(payload.enterpriseId), payload.broadcastId, signal)
  if (result === 'interrupted') await again(0)
}
