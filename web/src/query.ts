import { useCallback } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/**
 * A screen's place, kept in the address: search, filters, page. `set` changes the given values (an empty text, 0 or null
 * takes one out) in place; with `push` the browser's back button returns to what was before.
 */
export function useQuery() {
  const search = useSearch()
  const values = new URLSearchParams(search)
  const set = useCallback(
    (changes: Record<string, string | number | null>, { push = false }: { push?: boolean } = {}) => {
      const next = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '' || value === 0) next.delete(name)
        else next.set(name, String(value))
      }
      const text = next.toString()
      navigate(location.pathname + (text && `?${text}`), { replace: !push })
    },
    [],
  )
  return {
    /** an empty text when it is not there */
    get: (name: string) => values.get(name) ?? '',
    /** the offset of the page that is shown */
    from: Math.max(0, Math.floor(Number(values.get('from')) || 0)),
    set,
  }
}
