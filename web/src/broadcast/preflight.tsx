import { useEffect, useState } from 'react'
import type { z } from 'zod'
import {
  type Preflight,
  type SendBroadcast,
  sendBroadcast,
  type Template,
  validateBroadcast,
} from '#contracts/broadcast.ts'
import { messages } from '#contracts/messages.ts'
import type { FieldError } from '#contracts/reply.ts'
import { useAction } from '../action.ts'
import { ApiError, call, callTold } from '../api.ts'
import { Button, count, cx, Dialog, FormErrors, toast } from '../ui/index.ts'
import type { PreviewMedia } from '../ui/template-preview.tsx'
import { Invalid, Missing, Numbers, Sample } from './preflight-report.tsx'

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
