import type { Preflight, Template } from '#contracts/broadcast.ts'
import { limits } from '#contracts/limits.ts'
import { Button, count, cx, duration, Skeleton } from '../ui/index.ts'
import { type PreviewMedia, TemplatePreview } from '../ui/template-preview.tsx'

/** How many, and how long. */
export function Numbers({ result, failed }: { result: Preflight | undefined; failed: boolean }) {
  if (failed && !result) return null
  const numbers = [
    { label: 'Recipients', value: result && count(result.recipients), tone: '' },
    { label: 'Duplicates', value: result && count(result.duplicates), tone: '' },
    {
      label: 'Invalid numbers',
      value: result && count(result.invalidCount),
      tone: result?.invalidCount ? 'text-bad' : '',
    },
    {
      label: 'Without a value',
      value: result && count(result.missingCount),
      tone: result?.missingCount ? 'text-warn' : '',
    },
    {
      label: 'Estimated time',
      value: result && (result.estimatedSeconds ? duration(result.estimatedSeconds) : '–'),
      tone: '',
    },
  ]
  return (
    <dl className="divide-y rounded-md border">
      {numbers.map(({ label, value, tone }) => (
        <div key={label} className="flex items-center justify-between gap-4 px-3 py-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={cx('text-sm font-semibold tabular-nums', tone)}>
            {value ?? <Skeleton className="my-0.5 h-4 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Typed numbers that are none; nothing is sent while there are some. */
export function Invalid({ result, onRemove }: { result: Preflight; onRemove: (invalid: string[]) => void }) {
  const { invalid, invalidCount } = result
  if (!invalidCount) return null
  return (
    <section aria-label="Invalid numbers" className="rounded-md bg-bad-soft p-3 text-sm">
      <div className="flex items-center justify-between gap-3">
        <p className="text-bad">These cannot be sent to. Remove them, or go back and correct them.</p>
        <Button onClick={() => onRemove(invalid.map(({ value }) => value))}>Remove them</Button>
      </div>
      <Lines
        label="Invalid numbers"
        lines={invalid.map(({ value, message }) => ({ id: value, text: value, note: message }))}
        total={invalidCount}
      />
    </section>
  )
}

/** Who would be listed as failed. */
export function Missing({ result }: { result: Preflight }) {
  const { missing, missingCount } = result
  if (!missingCount) return null
  return (
    <section aria-label="Recipients without a value" className="rounded-md bg-warn-soft p-3 text-sm">
      <p className="text-warn">
        These have no value for a variable. They get no message and are listed as failed; a value for empty columns
        would send to them, too.
      </p>
      <Lines
        label="Recipients without a value"
        lines={missing.map(({ phone, variables }) => ({
          id: phone,
          text: phone,
          note: variables.map(named).join(', '),
        }))}
        total={missingCount}
      />
    </section>
  )
}

const named = (variable: string) => (/^\w+$/.test(variable) ? `{{${variable}}}` : variable)

interface LinesProps {
  label: string
  lines: { id: string; text: string; note: string }[]
  total: number
}

function Lines({ label, lines, total }: LinesProps) {
  return (
    <ul
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-2 max-h-[132px] divide-y overflow-y-auto rounded bg-surface"
    >
      {lines.map(({ id, text, note }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same text may come twice, and lines have no state
        <li key={`${id} ${n}`} className="flex flex-wrap justify-between gap-x-3 px-2.5 py-1.5">
          <span className="break-all tabular-nums">{text}</span>
          <span className="text-muted">{note}</span>
        </li>
      ))}
      {total > lines.length && <li className="px-2.5 py-1.5 text-muted">and {count(total - lines.length)} more</li>}
    </ul>
  )
}

interface SampleProps {
  template: Template
  media: PreviewMedia | undefined
  result: Preflight | undefined
}

/** The message as the first recipient would read it. */
export function Sample({ template, media, result }: SampleProps) {
  const sample = result?.sample
  const components = template.components.map(component => {
    if (sample && component.type === 'BODY') return { ...component, text: sample.body }
    if (sample?.header !== undefined && component.type === 'HEADER') return { ...component, text: sample.header }
    return component
  })
  const length = sample?.body.length ?? 0
  return (
    <div className="min-w-0">
      <p className="mb-1.5 flex justify-between gap-2 text-sm text-muted">
        <span>As {sample ? sample.phone : 'the first recipient'} reads it</span>
        {sample && (
          <span className={cx('tabular-nums', length > limits.templateBody && 'text-bad')}>
            {count(length)} / {count(limits.templateBody)}
          </span>
        )}
      </p>
      <div className="rounded-lg bg-canvas p-3">
        <TemplatePreview components={components} media={media} />
      </div>
    </div>
  )
}
