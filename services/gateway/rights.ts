import { sessionsAlive } from '#common/session.ts'
import { permissionsOf } from '#services/enterprise/public.ts'

/** How many ids one query asks for. */
const idsAtOnce = 1_000

interface Holder {
  readonly enterpriseId: string
  readonly userId: string
  readonly sessionId: string
}

/** What each may do now; null where the session has ended or the user is not active any more. */
export async function readRights<H extends Holder>(holders: readonly H[]): Promise<Map<H, readonly string[] | null>> {
  const alive = new Set<string>()
  for (const ids of chunks(holders.map(holder => holder.sessionId)))
    for (const id of await sessionsAlive(ids)) alive.add(id)
  const users = new Map<string, { enterpriseId: string; permissions: string[] }>()
  for (const ids of chunks(holders.map(holder => holder.userId)))
    for (const [id, user] of await permissionsOf(ids)) users.set(id, user)
  return new Map(
    holders.map(holder => {
      const user = users.get(holder.userId)
      const holds = alive.has(holder.sessionId) && user?.enterpriseId === holder.enterpriseId
      return [holder, holds ? user.permissions : null]
    }),
  )
}

function chunks(ids: readonly string[]): string[][] {
  const distinct = [...new Set(ids)]
  return Array.from({ length: Math.ceil(distinct.length / idsAtOnce) }, (_, i) =>
    distinct.slice(i * idsAtOnce, (i + 1) * idsAtOnce),
  )
}
