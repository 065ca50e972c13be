import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** What a control inside a Field spreads onto itself. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string
  required?: boolean
  /** beside the label, at the right */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, and what is wrong with it or helps with it: `<Field label="Name">{c => <Input {...c} />}</Field>`. */
export function Field({ label, hint, error, required, aside, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}note`
  const note = error || hint
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
          {required && (
            <span aria-hidden className="text-bad">
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required,
      })}
      {note && (
        <p id={noteId} className={error ? 'mt-1 text-sm text-bad' : 'mt-1 text-sm text-muted'}>
          {note}
        </p>
      )}
    </div>
  )
}

/** Everything that is wrong with a form, above it; read out when it appears. */
export function FormErrors({ problems }: { problems: readonly string[] }) {
  if (!problems.length) return null
  return (
    <div role="alert" className="flex gap-2 rounded bg-bad-soft px-3 py-2 text-sm text-bad">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <ul>
        {problems.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}
