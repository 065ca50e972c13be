import { useEffect, useRef, useSyncExternalStore } from 'react'

const restMs = 2_000

/** Loads again when `mark` changes: at most every two seconds, and not while nobody looks at the page. */
export function useQuietReload(reload: () => void, mark: string): void {
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const loaded = useRef({ mark, at: Date.now() })
  useEffect(() => {
    if (!isVisible || mark === loaded.current.mark) return
    const timer = setTimeout(
      () => {
        loaded.current = { mark, at: Date.now() }
        reload()
      },
      Math.max(0, loaded.current.at + restMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [reload, mark, isVisible])
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
