/** What is known of one address. */
export interface Entry<T = unknown> {
  data?: T
  error?: unknown
  /** a call is under way; `data` may be of the call before */
  loading: boolean
}
type Load = (signal: AbortSignal) => Promise<unknown>
interface Cached {
  entry: Entry
  watchers: Set<() => void>
  load: Load
  abort?: AbortController
}

const cache = new Map<string, Cached>()
/** Answers that nobody watches are kept up to this many, to show at once when one comes back. */
const keptUnwatched = 50

/** What is known of an address now; the same object until it changes. */
export function entryOf(key: string): Entry | undefined {
  return cache.get(key)?.entry
}

/**
 * Watches an address: loads it now and tells `changed` of every change, until the function it answers is called. Watchers
 * of the same address share one call; when the last one leaves, the call is given up.
 */
export function watch(key: string, load: Load, changed: () => void): () => void {
  const cached = cache.get(key) ?? { entry: { loading: true }, watchers: new Set(), load }
  // most recently watched last, so that the oldest are forgotten first
  cache.delete(key)
  cache.set(key, cached)
  cached.load = load
  cached.watchers.add(changed)
  if (!cached.abort) void fetchAgain(cached)
  return () => {
    cached.watchers.delete(changed)
    if (cached.watchers.size) return
    cached.abort?.abort()
    cached.abort = undefined
    if (cached.entry.data === undefined) cache.delete(key)
    forgetOldest()
  }
}

/** Loads an address again, where it is watched. */
export function reload(key: string): void {
  const cached = cache.get(key)
  if (cached?.watchers.size) void fetchAgain(cached)
}

/** Loads again what is watched and forgets the rest, for every address that begins with `prefix` (default: all). */
export function invalidate(prefix = '/'): void {
  for (const [key, cached] of cache) {
    if (!key.startsWith(prefix)) continue
    if (cached.watchers.size) void fetchAgain(cached)
    else cache.delete(key)
  }
}

/** Forgets all answers: somebody else may be looking now. */
export function forgetAll(): void {
  for (const cached of cache.values()) cached.abort?.abort()
  cache.clear()
}

async function fetchAgain(cached: Cached): Promise<void> {
  cached.abort?.abort()
  const abort = new AbortController()
  cached.abort = abort
  if (!cached.entry.loading) change(cached, { ...cached.entry, loading: true })
  const entry = await cached.load(abort.signal).then(
    (data): Entry => ({ data, loading: false }),
    (error): Entry => ({ data: cached.entry.data, error, loading: false }),
  )
  // a newer call, or nobody, wants the answer now
  if (cached.abort !== abort) return
  cached.abort = undefined
  change(cached, entry)
}

function change(cached: Cached, entry: Entry): void {
  cached.entry = entry
  for (const changed of cached.watchers) changed()
}

function forgetOldest(): void {
  const unwatched = [...cache].filter(([, { watchers }]) => watchers.size === 0)
  for (const [key] of unwatched.slice(0, -keptUnwatched)) cache.delete(key)
}
