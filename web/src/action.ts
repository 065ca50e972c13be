import { useCallback, useRef, useState } from 'react'
import { ApiError, fieldErrors } from './api.ts'
import { toast } from './ui/toast.ts'

/**
 * Something a person starts: `run` does it once at a time and answers whether it succeeded. What goes wrong is in
 * `problems` (all messages, for FormErrors) and `fields` (the first message of each field, by its path), or with
 * `told: 'toast'` is a toast.
 */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<void>,
  { told = 'form' }: { told?: 'form' | 'toast' } = {},
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const running = useRef(false)
  const latest = useRef(act)
  latest.current = act

  const run = useCallback(
    async (...args: A): Promise<boolean> => {
      if (running.current) return false
      running.current = true
      setBusy(true)
      setError(null)
      try {
        await latest.current(...args)
        return true
      } catch (thrown) {
        if (told === 'toast') toast.error(thrown)
        else if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) setError(thrown)
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [told],
  )
  const clear = useCallback(() => setError(null), [])
  return { run, busy, problems: problemsOf(error), fields: fieldErrors(error), clear }
}

/** Every message of a failure, each once. */
function problemsOf(error: unknown): string[] {
  if (!error) return []
  const detailed = error instanceof ApiError ? error.errors.map(({ message }) => message) : []
  const all = detailed.length ? detailed : [error instanceof Error ? error.message : String(error)]
  return [...new Set(all)]
}
