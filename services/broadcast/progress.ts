import { setTimeout as pause } from 'node:timers/promises'
import type { Types } from 'mongoose'
import { publish } from '#common/events.ts'
import { log } from '#common/log.ts'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import { BroadcastModel, light } from './broadcast-row.ts'
import { present } from './broadcasts.ts'

const waiting = new Map<string, { again: boolean }>()
/** counting may take a tenth of the time */
const restPerWork = 9

/**
 * Tells the enterprise's sockets how a broadcast stands, soon: at most limits.progressPerSecond times a second, less
 * often where counting takes long. The last call is never dropped.
 */
export function tell(tenant: Tenant, broadcastId: Types.ObjectId): void {
  const id = broadcastId.toString()
  const told = waiting.get(id)
  if (told) told.again = true
  else tellNow(tenant, broadcastId, id).catch(error => log.warn({ err: error, broadcast: id }, 'progress not told'))
}

async function tellNow(tenant: Tenant, _id: Types.ObjectId, id: string): Promise<void> {
  const state = { again: true }
  waiting.set(id, state)
  try {
    while (state.again) {
      state.again = false
      const startMs = Date.now()
      const row = await BroadcastModel.findOne({ enterpriseId: tenant.enterpriseId, _id }).select(light).lean()
      if (!row) return
      await publish(tenant, { type: 'broadcast', id, state: await present(tenant, row) })
      await pause(Math.max(1_000 / limits.progressPerSecond, (Date.now() - startMs) * restPerWork))
    }
  } finally {
    waiting.delete(id)
  }
}
