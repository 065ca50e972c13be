import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** The menu at phone width: over the page, closed by Escape and by a tap beside it. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way
    <dialog
      ref={dialog}
      aria-label="Menu"
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === dialog.current && onClose()}
      className="m-0 h-dvh max-h-dvh w-64 bg-canvas p-0 text-text shadow-float"
    >
      {children}
    </dialog>
  )
}
