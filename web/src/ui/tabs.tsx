import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'

interface TabsProps {
  label: string
  tabs: readonly { id: string; label: ReactNode }[]
  value: string
  onChange: (id: string) => void
  /** the panel of the chosen tab */
  children: ReactNode
}

/** Views of the same thing, one at a time; arrow keys go between them. */
export function Tabs({ label, tabs, value, onChange, children }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const typed = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    const at = tabs.findIndex(tab => tab.id === value)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className="flex gap-4 overflow-x-auto border-b">
        {tabs.map(tab => {
          const chosen = tab.id === value
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              data-tab={tab.id}
              id={`${id}${tab.id}`}
              aria-selected={chosen}
              aria-controls={`${id}panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.id)}
              onKeyDown={typed}
              className={cx(
                '-mb-px whitespace-nowrap border-b-2 py-2 text-sm font-medium outline-offset-[-2px]',
                chosen ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
              )}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`} className="pt-4">
        {children}
      </div>
    </div>
  )
}
