import type { Broadcast } from '#contracts/broadcast.ts'

interface Filter {
  from: number
  perPage: number
  name: string
  /** ISO moments */
  fromDate?: string
  toDate?: string
}

/**
 * A page of the list as it is now: its rows with their newest state, and on the first page, in their place, broadcasts
 * that began after the page was loaded and fit its filter.
 */
export function mergeLive(
  page: readonly Broadcast[],
  live: Readonly<Record<string, Broadcast>>,
  { from, perPage, name, fromDate, toDate }: Filter,
): Broadcast[] {
  const rows = page.map(row => live[row.id] ?? row)
  if (from > 0) return rows
  const newest = Math.max(0, ...page.map(row => Date.parse(row.createdOn)))
  const known = new Set(page.map(row => row.id))
  const begun = Object.values(live).filter(row => {
    const at = Date.parse(row.createdOn)
    if (known.has(row.id) || at < newest) return false
    if ((fromDate && at < Date.parse(fromDate)) || (toDate && at > Date.parse(toDate))) return false
    return row.name.toLowerCase().includes(name.toLowerCase())
  })
  return [...begun.sort((a, b) => Date.parse(b.createdOn) - Date.parse(a.createdOn)), ...rows].slice(0, perPage)
}
