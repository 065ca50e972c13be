import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { address, call, type Input, type Target } from './api.ts'
import { type Entry, entryOf, reload, watch } from './cache.ts'

export { invalidate } from './cache.ts'

export interface Data<T> {
  /** undefined until the first answer is there */
  data: T | undefined
  error: unknown
  /** a call is under way; `data` may still be of the page before */
  loading: boolean
  reload(): void
}

const nothing: Entry<never> = { loading: false }
const waiting: Entry<never> = { loading: true }

/**
 * The answer of a GET route, shared by all who ask the same. It is fetched when shown, and again by `reload`, by
 * `invalidate` and after the socket was away; what is known shows meanwhile. Another query of the same path (the next
 * page) keeps the data of the one before until its own is there. `null` as input fetches nothing.
 */
export function useData<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  target: Target<P, Q, B, R>,
  input: Input<P, Q, B> | null,
): Data<z.output<R>> {
  const key = input && address(target.path, input)
  const latest = useRef({ target, input })
  latest.current = { target, input }

  const subscribe = useCallback(
    (changed: () => void) => {
      if (key === null) return () => undefined
      const load = async (signal: AbortSignal) => {
        const { target, input } = latest.current
        return input && call(target, { ...input, signal })
      }
      return watch(key, load, changed)
    },
    [key],
  )
  // an address names its route, and so the shape of its answer
  const known = () => (key === null ? nothing : ((entryOf(key) as Entry<z.output<R>> | undefined) ?? waiting))
  const entry = useSyncExternalStore(subscribe, known)

  const path = key?.split('?')[0]
  const before = useRef<{ path?: string; data?: z.output<R> }>({})
  useEffect(() => {
    if (entry.data !== undefined) before.current = { path, data: entry.data }
  }, [entry, path])
  return {
    data: entry.data ?? (before.current.path === path ? before.current.data : undefined),
    error: entry.error,
    loading: entry.loading,
    reload: useCallback(() => {
      if (key !== null) reload(key)
    }, [key]),
  }
}
