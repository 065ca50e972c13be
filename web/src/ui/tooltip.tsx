import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePopover } from './popover.ts'

const delayMs = 350

/** A short text that appears over what it explains when pointed at or focused. The content names itself; this only shows. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const popup = usePopover<HTMLSpanElement>(shown, { anchor, align: 'center', gap: 6, onClose: () => setShown(false) })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows what the content's own label says
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={event => {
        if (event.pointerType !== 'touch') timer.current = setTimeout(() => setShown(true), delayMs)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={event => setShown(event.target.matches(':focus-visible'))}
      onBlur={hide}
    >
      {children}
      {shown && (
        <span
          ref={popup}
          aria-hidden
          className="pointer-events-none max-w-64 rounded border-0 bg-text px-2 py-1 text-xs font-medium text-canvas"
        >
          {text}
        </span>
      )}
    </span>
  )
}
