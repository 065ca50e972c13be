import { Check, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { messages } from '#contracts/messages.ts'
import { cx } from './cx.ts'
import type { FieldControl } from './field.tsx'
import { control } from './input.tsx'
import { type Option, type OptionSource, useOptions } from './options.ts'
import { usePopover } from './popover.ts'

interface Shared extends Partial<FieldControl> {
  /** A list, or a function that loads a page. Keep a function the same between renders (useCallback, or outside). */
  source: OptionSource
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
}

interface ComboboxProps extends Shared {
  value: Option | null
  onChange: (value: Option | null) => void
}

/** One of many options, found by typing. */
export function Combobox({ value, onChange, ...shared }: ComboboxProps) {
  return (
    <Picker
      {...shared}
      chosen={value ? [value] : []}
      shownText={value?.label ?? ''}
      onPick={option => onChange(option)}
      onClear={value ? () => onChange(null) : undefined}
      closesOnPick
    />
  )
}

interface MultiSelectProps extends Shared {
  value: readonly Option[]
  onChange: (value: Option[]) => void
}

/** Several of many options, found by typing; the chosen ones stand before the text. */
export function MultiSelect({ value, onChange, ...shared }: MultiSelectProps) {
  const remove = (option: Option) => onChange(value.filter(one => one.id !== option.id))
  return (
    <Picker
      {...shared}
      chosen={value}
      shownText=""
      onPick={option => (value.some(one => one.id === option.id) ? remove(option) : onChange([...value, option]))}
      onBackspace={() => onChange(value.slice(0, -1))}
      chips={value.map(option => (
        <span key={option.id} className="inline-flex h-6 items-center gap-1 rounded bg-hover pl-2 text-sm">
          <span className="max-w-40 truncate">{option.label}</span>
          <button
            type="button"
            aria-label={`Remove ${option.label}`}
            disabled={shared.disabled}
            className="flex size-6 items-center justify-center rounded text-muted hover:text-text"
            onClick={() => remove(option)}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
    />
  )
}

interface PickerProps extends Shared {
  chosen: readonly Option[]
  /** what the closed box reads */
  shownText: string
  chips?: ReactNode
  closesOnPick?: boolean
  onPick: (option: Option) => void
  onBackspace?: () => void
  onClear?: () => void
}

function Picker(props: PickerProps) {
  const { source, placeholder, disabled, chosen, shownText, chips, closesOnPick, onPick, onBackspace, onClear } = props
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const { options, more, loading, error, loadMore } = useOptions(source, search, open)
  const at = Math.min(active, options.length - 1)

  const close = () => {
    setOpen(false)
    setSearch('')
    setActive(0)
  }
  const popup = usePopover<HTMLDivElement>(open, { anchor: box, matchWidth: true, onClose: close })
  useEffect(() => {
    if (open) popup.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [open, at, popup])

  const pick = (option: Option) => {
    onPick(option)
    if (closesOnPick) close()
    else setSearch('')
    input.current?.focus()
  }
  const typed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      const next = at + (event.key === 'ArrowDown' ? 1 : -1)
      if (next >= options.length) loadMore()
      setActive(Math.max(0, Math.min(next, options.length - 1)))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      const option = options[at]
      if (option) pick(option)
    } else if (event.key === 'Backspace' && !search) onBackspace?.()
    else if (event.key === 'Tab') close()
  }

  return (
    <div
      ref={box}
      className={cx(
        'relative flex flex-wrap items-center gap-1',
        control,
        'min-h-8 py-[3px] pr-8',
        'has-[input:focus-visible]:border-accent-text has-[input:focus-visible]:outline has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-accent-text',
        'has-[[aria-invalid=true]]:border-bad',
        disabled && '!border-line !bg-canvas text-muted',
      )}
    >
      {chips}
      <input
        ref={input}
        id={props.id}
        role="combobox"
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required']}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && options[at] ? `${listId}${at}` : undefined}
        autoComplete="off"
        disabled={disabled}
        placeholder={chosen.length && !closesOnPick ? '' : shownText || placeholder}
        value={open ? search : shownText}
        onChange={event => {
          setOpen(true)
          setSearch(event.target.value)
          setActive(0)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={typed}
        className="h-6 min-w-16 flex-1 bg-transparent focus-visible:outline-none disabled:cursor-not-allowed"
      />
      {onClear && !disabled ? (
        <button
          type="button"
          aria-label="Clear"
          className="absolute right-1 top-[3px] flex size-6 items-center justify-center rounded text-muted hover:text-text"
          onClick={onClear}
        >
          <X size={14} aria-hidden />
        </button>
      ) : (
        <ChevronDown size={15} aria-hidden className="pointer-events-none absolute right-2.5 top-2 text-muted" />
      )}
      {open && (
        <div ref={popup} className="rounded-md border-0 bg-raised p-1 text-sm text-text shadow-float">
          <div
            role="listbox"
            id={listId}
            aria-multiselectable={!closesOnPick || undefined}
            aria-label="Options"
            onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
              if (scrollTop + clientHeight > scrollHeight - 48) loadMore()
            }}
            className="max-h-60 overflow-y-auto"
          >
            {options.map((option, n) => {
              const isChosen = chosen.some(one => one.id === option.id)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the combobox has the focus and the keys
                <div
                  key={option.id}
                  id={`${listId}${n}`}
                  data-at={n}
                  role="option"
                  aria-selected={isChosen}
                  onClick={() => pick(option)}
                  onPointerMove={() => setActive(n)}
                  className={cx('flex cursor-pointer items-center gap-2 rounded px-2 py-1.5', n === at && 'bg-hover')}
                >
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  {option.hint && <span className="shrink-0 text-muted">{option.hint}</span>}
                  <Check size={14} aria-hidden className={cx('shrink-0', !isChosen && 'invisible')} />
                </div>
              )
            })}
          </div>
          <p role="status" className="px-2 text-muted">
            {error ??
              (loading ? 'Loading …' : !options.length ? messages.noRecordFound : more ? 'Scroll for more' : '')}
          </p>
        </div>
      )}
    </div>
  )
}
