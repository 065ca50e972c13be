import { useSnapshot } from 'valtio'
import { type Broadcast, listBroadcasts } from '#contracts/broadcast.ts'
import { type Import, listUploads } from '#contracts/contacts.ts'
import { useData } from '../data.ts'
import { live } from '../socket.ts'

export interface Latest<T> {
  /** undefined until they are there */
  rows: T[] | undefined
  error: unknown
  reload: () => void
}

const shown = 5

/** The list as it was fetched with what the socket told since, newest first. */
function merge<T>(fetched: readonly T[], told: readonly T[], id: (row: T) => string, at: (row: T) => string): T[] {
  const rows = new Map(fetched.map(row => [id(row), row]))
  for (const row of told) rows.set(id(row), row)
  return [...rows.values()].sort((a, b) => at(b).localeCompare(at(a))).slice(0, shown)
}

/** The newest imports, changing as they go on. */
export function useLatestImports(allowed: boolean): Latest<Import> {
  const { data, error, reload } = useData(listUploads, allowed ? { query: { perPage: shown } } : null)
  const told = Object.values(useSnapshot(live).imports)
  const rows =
    data &&
    merge<Import>(
      data.customerCSVs,
      told,
      row => row.uploadId,
      row => row.startedTimeStr,
    )
  return { rows, error, reload }
}

/** The newest broadcasts, changing as they go on. */
export function useLatestBroadcasts(allowed: boolean): Latest<Broadcast> {
  const { data, error, reload } = useData(listBroadcasts, allowed ? { query: { perPage: shown } } : null)
  const told = Object.values(useSnapshot(live).broadcasts)
  const rows =
    data &&
    merge<Broadcast>(
      data.broadcastList,
      told,
      row => row.id,
      row => row.createdOn,
    )
  return { rows, error, reload }
}
