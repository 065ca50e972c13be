const two = (n: number) => String(n).padStart(2, '0')

/** The reader's day `daysAgo` days before now, as date inputs have it: `2026-11-21`. */
export function day(daysAgo = 0, now = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The first moment of the reader's day, as an ISO string; undefined for an empty text. */
export function startOfDay(date: string): string | undefined {
  return date ? new Date(`${date}T00:00:00.000`).toISOString() : undefined
}

/** The last moment of the reader's day, as an ISO string; undefined for an empty text. */
export function endOfDay(date: string): string | undefined {
  return date ? new Date(`${date}T23:59:59.999`).toISOString() : undefined
}
