import { limits } from '#contracts/limits.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment (ISO string) in the reader's zone, as `3 Nov 2026 04:07 PM`, or `04:07:09 PM`; an empty text for none. */
export function moment(iso: string | undefined, precision: 'minutes' | 'seconds' = 'minutes'): string {
  if (!iso) return ''
  const at = new Date(iso)
  const hours = at.getHours()
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`
  const seconds = precision === 'seconds' ? `:${two(at.getSeconds())}` : ''
  return `${day} ${two(hours % 12 || 12)}:${two(at.getMinutes())}${seconds} ${hours < 12 ? 'AM' : 'PM'}`
}

/** A number in short, with two decimals from a thousand on: `950`, `1.25K`, `3.00M`, `7.10B`. */
export function compact(value: number): string {
  const units = ['', 'K', 'M', 'B']
  let unit = 0
  let size = Math.abs(value)
  // 999,995 would be written 1000.00K
  while (unit < units.length - 1 && size >= (unit === 0 ? 1_000 : 999.995)) {
    size /= 1_000
    unit += 1
  }
  return `${value < 0 ? '-' : ''}${unit ? size.toFixed(2) : size}${units[unit]}`
}

const grouped = new Intl.NumberFormat('en')
/** A whole number with its thousands grouped: `20,000`. */
export const count = (value: number) => grouped.format(value)

/** A count with its noun: `1 row`, `20,000 rows`. */
export const counted = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`

/** A size in bytes as `512 B`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let unit = 0
  let size = bytes
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  return `${unit ? size.toFixed(1) : size} ${units[unit]}`
}

/** A file name of at most `max` characters that keeps its beginning and its extension. */
export function fileName(name: string, max: number = limits.fileNameShown): string {
  if (name.length <= max) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : ''
  return `${name.slice(0, max - extension.length - 1)}…${extension}`
}

/** How long something takes, in words: `45 s`, `3 min`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`
}
