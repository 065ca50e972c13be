import { type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ConfirmDialog } from '../ui/index.ts'

/**
 * Asks before this page is left while `active`, whichever way: a link, the back button, closing the tab. Render
 * `dialog`; call `release` before leaving on purpose.
 */
export function useLeaveGuard(active: boolean, text: string): { dialog: ReactNode; release: () => void } {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const armed = useRef(false)
  const release = () => {
    armed.current = false
  }

  useEffect(() => {
    armed.current = active
    if (!active) return
    const closing = (event: BeforeUnloadEvent) => {
      if (armed.current) event.preventDefault()
    }
    const leaving = (event: NavigateEvent) => {
      const { url, key, sameDocument } = event.destination
      const to = new URL(url)
      if (!armed.current || !event.cancelable || !sameDocument || to.pathname === location.pathname) return
      event.preventDefault()
      const isBack = event.navigationType === 'traverse'
      setLeave(() => () => (isBack ? navigation.traverseTo(key) : navigate(to.pathname + to.search)))
    }
    // an older browser guards the tab alone
    const line = 'navigation' in window ? navigation : null
    addEventListener('beforeunload', closing)
    line?.addEventListener('navigate', leaving)
    return () => {
      removeEventListener('beforeunload', closing)
      line?.removeEventListener('navigate', leaving)
    }
  }, [active])

  const dialog = leave && (
    <ConfirmDialog
      title="Leave this page?"
      text={text}
      yes="Leave"
      no="Stay"
      onYes={() => {
        release()
        leave()
      }}
      onClose={() => setLeave(null)}
    />
  )
  return { dialog, release }
}
