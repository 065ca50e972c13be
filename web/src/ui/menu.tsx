import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { usePopover } from './popover.ts'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  /** one of a set of choices: whether it is the chosen one */
  checked?: boolean
  danger?: boolean
}

interface MenuProps {
  /** what opens it, drawn inside the button */
  trigger: ReactNode
  label: string
  items: readonly MenuItem[]
  /** above the items, such as who is signed in */
  header?: ReactNode
  className?: string
}

/** A button that opens a list of things to do; arrow keys go through it. */
export function Menu({ trigger, label, items, header, className }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const popup = usePopover<HTMLDivElement>(open, { anchor: button, align: 'end', onClose: close })
  useEffect(() => {
    if (open) popup.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }, [open, popup])

  const typed = (event: KeyboardEvent) => {
    const all = [...(popup.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = all.findIndex(item => item.matches(':focus'))
    const last = all.length - 1
    const to = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, Home: 0, End: last }[event.key]
    if (event.key === 'Tab') close()
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        className={cx('inline-flex items-center rounded transition-colors hover:bg-hover', className)}
      >
        {trigger}
      </button>
      {open && (
        <div ref={popup} className="min-w-44 rounded-md border-0 bg-raised p-1 text-sm text-text shadow-float">
          {header && <div className="border-b px-2 pb-2 pt-1">{header}</div>}
          <div role="menu" aria-label={label} onKeyDown={typed} className={header ? 'pt-1' : undefined}>
            {items.map(({ label, icon: Icon, onSelect, checked, danger }) => (
              <button
                key={label}
                type="button"
                {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
                tabIndex={-1}
                onClick={() => {
                  close()
                  onSelect()
                }}
                className={cx(
                  'flex w-full items-center gap-2 rounded px-2 py-1.5 text-left hover:bg-hover focus-visible:bg-hover focus-visible:outline-none',
                  danger && 'text-bad',
                  checked && 'font-medium text-accent-text',
                )}
              >
                {Icon && <Icon size={15} aria-hidden className="shrink-0" />}
                {label}
              </button>
            ))}
          </div>
        </div>
      )}
    </>
  )
}
