import { Check, ChevronDown, Eye, EyeOff, Minus } from 'lucide-react'
import {
  forwardRef,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cx } from './cx.ts'

/** What every control that takes text looks like. */
export const control = cx(
  'w-full rounded border border-edge bg-surface px-2.5 text-base text-text transition-colors sm:text-sm',
  'hover:border-muted focus-visible:border-accent-text focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-[invalid=true]:border-bad disabled:cursor-not-allowed disabled:border-line disabled:bg-canvas disabled:text-muted',
  '[&[readonly]]:bg-canvas',
)

export const Input = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function Input(
  { className, ...rest },
  ref,
) {
  return <input ref={ref} className={cx(control, 'h-8', className)} {...rest} />
})

/** A password that can be looked at. */
export const PasswordInput = forwardRef<HTMLInputElement, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>>(
  function PasswordInput(props, ref) {
    const [shown, setShown] = useState(false)
    const Icon = shown ? EyeOff : Eye
    return (
      <span className="relative block">
        <Input ref={ref} {...props} type={shown ? 'text' : 'password'} className={cx('pr-9', props.className)} />
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded text-muted hover:text-text"
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} aria-hidden />
        </button>
      </span>
    )
  },
)

export const Textarea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(function Textarea(
  { className, rows = 4, ...rest },
  ref,
) {
  return <textarea ref={ref} rows={rows} className={cx(control, 'block py-1.5', className)} {...rest} />
})

type SelectProps = {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** shown while nothing is chosen; choosing it again clears */
  placeholder?: string
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'>

/** A choice among few options; the platform's own, which phones show best. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { options, placeholder, className, ...rest },
  ref,
) {
  return (
    <span className={cx('relative block', className)}>
      <select ref={ref} className={cx(control, 'h-8 appearance-none pr-8')} {...rest}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown size={15} aria-hidden className="pointer-events-none absolute right-2.5 top-2 text-muted" />
    </span>
  )
})

type CheckboxProps = { label?: ReactNode; hint?: ReactNode; indeterminate?: boolean } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type'
>

/** A checkbox with its label; one without needs an `aria-label`. */
export function Checkbox({ label, hint, indeterminate = false, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  const Mark = indeterminate ? Minus : Check
  const box = (
    <span className="relative flex size-4 shrink-0">
      <input
        ref={input}
        type="checkbox"
        className="peer size-4 cursor-pointer appearance-none rounded-[4px] border border-muted bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
        {...rest}
      />
      <Mark
        size={12}
        strokeWidth={3}
        aria-hidden
        className="pointer-events-none absolute left-0.5 top-0.5 hidden text-on-accent peer-checked:block peer-indeterminate:block"
      />
    </span>
  )
  if (label === undefined) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside it
    <label className={cx('flex cursor-pointer items-start gap-2 text-sm', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <span>
        {label}
        {hint && <span className="block text-muted">{hint}</span>}
      </span>
    </label>
  )
}

type SwitchProps = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting that takes effect at once. */
export function Switch({ label, checked, onChange, disabled }: SwitchProps) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-2 text-sm">
      <span className="relative inline-flex h-[18px] w-8 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={event => onChange(event.target.checked)}
          className="peer h-[18px] w-8 cursor-pointer appearance-none rounded-full bg-muted transition-colors checked:bg-accent disabled:opacity-50"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute left-0.5 top-0.5 size-3.5 rounded-full bg-on-accent transition-transform peer-checked:translate-x-3.5"
        />
      </span>
      {label}
    </label>
  )
}
