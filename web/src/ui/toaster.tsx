import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { cx } from './cx.ts'
import { toast, toastMs, toasts } from './toast.ts'

const looks = {
  success: { icon: CircleCheck, tone: 'text-good' },
  error: { icon: CircleAlert, tone: 'text-bad' },
  info: { icon: Info, tone: 'text-accent-text' },
} as const

/** Shows the one toast at the top right, over dialogs too; it stays while it is pointed at. */
export function Toaster() {
  const { current } = useSnapshot(toasts)
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!current || held) return
    const timer = setTimeout(toast.dismiss, toastMs(current.kind))
    return () => clearTimeout(timer)
  }, [current, held])
  useLayoutEffect(() => {
    if (!current) return setHeld(false)
    // shown last, it lies on top of a dialog that opened before
    box.current?.setAttribute('popover', 'manual')
    box.current?.showPopover()
  }, [current])

  const { icon: Icon, tone } = looks[current?.kind ?? 'info']
  return (
    <section aria-label="Messages">
      <p role="status" className="sr-only">
        {current?.text}
      </p>
      {current && (
        <div
          key={current.id}
          ref={box}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          className="fixed inset-auto right-4 top-4 m-0 flex w-fit max-w-[min(24rem,calc(100vw-32px))] items-start gap-2 rounded-md border-0 bg-raised py-2 pl-3 pr-2 text-sm text-text shadow-float"
        >
          <Icon size={17} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
          <p className="min-w-0 break-words py-px">
            {current.text}
            {current.link && (
              <Link
                href={current.link.href}
                onClick={toast.dismiss}
                className="ml-2 whitespace-nowrap rounded font-medium text-accent-text hover:underline"
              >
                {current.link.label}
              </Link>
            )}
          </p>
          <button
            type="button"
            aria-label="Close the message"
            onClick={toast.dismiss}
            className="flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      )}
    </section>
  )
}
