import { useEffect, useState } from 'react'
import type { z } from 'zod'
import {
  type Preflight,
  type SendBroadcast,
  sendBroadcast,
  type Template,
  validateBroadcast,
} from '#contracts/broadcast.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { useAction } from '../action.ts'
import { ApiError, call, callTold } from '../api.ts'
import { Button, count, cx, Dialog, duration, FormErrors, Skeleton, toast } from '../ui/index.ts'
import { type PreviewMedia, TemplatePreview } from '../ui/template-preview.tsx'

export type SendBody = z.input<typeof SendBroadcast>
export interface Sent {
  id: string
  message: string | undefined
}

interface PreflightProps {
  body: SendBody
  template: Template
  media: PreviewMedia | undefined
  /** what is wrong belongs beside the fields */
  onRefused: (errors: FieldError[]) => void
  onRemove: (invalid: string[]) => void
  onSent: (sent: Sent) => void
  onClose: () => void
}

/** What a send would do, and the button that does it. */
export function PreflightDialog({ body, template, media, onRefused, onRemove, onSent, onClose }: PreflightProps) {
  const { result, failed, checking, again } = useCheck(body, onRefused)
  const { run, busy, problems } = useAction(async () => {
    try {
      const { data, message } = await callTold(sendBroadcast, { body })
      onSent({ id: data.id, message })
    } catch (thrown) {
      toast.error(thrown)
      if (thrown instanceof ApiError && thrown.errors.some(({ field }) => field)) onRefused(thrown.errors)
      else throw thrown
    }
  })
  const sendable = result ? result.recipients - result.missingCount : 0
  const isReady = Boolean(result && !checking && sendable > 0 && result.invalidCount === 0)
  return (
    <Dialog
      size="large"
      title="Send this message?"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={busy} disabled={!isReady} onClick={() => run()}>
            {isReady ? `Send to ${count(sendable)}` : 'Send'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_280px]" aria-busy={checking}>
        <div className="min-w-0 space-y-4">
          <FormErrors problems={failed ? [failed] : problems} />
          {failed && <Button onClick={again}>Check again</Button>}
          <div className={cx('space-y-4 transition-opacity', checking && result && 'opacity-60')}>
            <Numbers result={result} failed={Boolean(failed)} />
            {result && <Invalid result={result} onRemove={onRemove} />}
            {result && <Missing result={result} />}
          </div>
        </div>
        <Sample template={template} media={media} result={result} />
      </div>
    </Dialog>
  )
}

/** The server's answer to what a send would do; it is asked again when the request changes. */
function useCheck(body: SendBody, onRefused: (errors: FieldError[]) => void) {
  const [result, setResult] = useState<Preflight>()
  const [failed, setFailed] = useState<string>()
  const [checking, setChecking] = useState(true)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again; who is told does not change the question
  useEffect(() => {
    const { signal, abort } = controller()
    setChecking(true)
    setFailed(undefined)
    call(validateBroadcast, { body, signal })
      .then(answer => {
        if (signal.aborted) return
        if (answer.errors.length) onRefused(answer.errors)
        else setResult(answer)
      })
      .catch(thrown => {
        if (signal.aborted) return
        if (thrown instanceof ApiError && thrown.errors.some(({ field }) => field)) onRefused(thrown.errors)
        else setFailed(thrown instanceof Error ? thrown.message : messages.wrong)
      })
      .finally(() => {
        if (!signal.aborted) setChecking(false)
      })
    return abort
  }, [body, tries])
  return { result, failed, checking, again: () => setTries(tries + 1) }
}

function controller() {
  const made = new AbortController()
  return { signal: made.signal, abort: () => made.abort() }
}

function Numbers({ result, failed }: { result: Preflight | undefined; failed: boolean }) {
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

function Invalid({ result, onRemove }: { result: Preflight; onRemove: (invalid: string[]) => void }) {
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

function Missing({ result }: { result: Preflight }) {
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

/** The message as the first recipient would read it. */
function Sample({ template, media, result }: Pick<PreflightProps, 'template' | 'media'> & { result?: Preflight }) {
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
