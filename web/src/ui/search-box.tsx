import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#contracts/limits.ts'
import { cx } from './cx.ts'
import { Input } from './input.tsx'

interface SearchBoxProps {
  value: string
  onChange: (text: string) => void
  /** read out; also the placeholder when there is none */
  label: string
  placeholder?: string
  debounceMs?: number
  className?: string
}

/** A search that tells what was typed once the typing rests; Enter tells at once. */
export function SearchBox({
  value,
  onChange,
  label,
  placeholder = label,
  debounceMs = limits.searchBoxDebounceMs,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // changed from outside, such as by going back
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])

  const tell = (next: string) => {
    clearTimeout(timer.current)
    const trimmed = next.trim()
    if (trimmed === told.current) return
    told.current = trimmed
    onChange(trimmed)
  }
  const typed = (next: string, afterMs: number) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(next), afterMs)
  }
  return (
    <search className={cx('relative block', className)}>
      <Search size={15} aria-hidden className="pointer-events-none absolute left-2.5 top-2 text-muted" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={limits.search}
        value={text}
        onChange={event => typed(event.target.value, debounceMs)}
        onKeyDown={event => event.key === 'Enter' && tell(text)}
        className="pl-8 pr-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label="Clear the search"
          className="absolute right-1 top-1 flex size-6 items-center justify-center rounded text-muted hover:text-text"
          onClick={() => typed('', 0)}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </search>
  )
}
