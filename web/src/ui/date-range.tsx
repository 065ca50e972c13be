import { useId } from 'react'
import { control } from './input.tsx'

/** Days as `2026-11-21`, or an empty text. */
export interface Days {
  from: string
  to: string
}

interface DateRangeProps {
  value: Days
  onChange: (value: Days) => void
  startLabel?: string
  endLabel?: string
}

/** A first and a last day. */
export function DateRange({ value, onChange, startLabel = 'Start date', endLabel = 'End date' }: DateRangeProps) {
  const id = useId()
  const input = `${control} h-8 !w-auto tabular-nums`
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <legend className="sr-only">Days</legend>
      <label htmlFor={`${id}from`} className="sr-only">
        {startLabel}
      </label>
      <input
        id={`${id}from`}
        type="date"
        className={input}
        max={value.to || undefined}
        value={value.from}
        onChange={event => onChange({ ...value, from: event.target.value })}
      />
      <span aria-hidden>to</span>
      <label htmlFor={`${id}to`} className="sr-only">
        {endLabel}
      </label>
      <input
        id={`${id}to`}
        type="date"
        className={input}
        min={value.from || undefined}
        value={value.to}
        onChange={event => onChange({ ...value, to: event.target.value })}
      />
    </fieldset>
  )
}
