import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { type HeaderMapping, previewCsv } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { call } from '../api.ts'
import { Button, counted, cx, EmptyState, Panel, Skeleton } from '../ui/index.ts'

type Preview = z.infer<typeof previewCsv.reply>
type PreviewRow = Preview['rows'][number]

/** How the first rows of the file turn out under the mapping: what would be written, and what refused and why. */
export function ImportPreview({ uploadId, pairs }: { uploadId: string; pairs: HeaderMapping }) {
  const { preview, error, loading, retry } = usePreview(uploadId, pairs)
  const refused = preview?.rows.filter(({ errors }) => errors.length).length ?? 0
  return (
    <Panel
      title="Preview"
      actions={
        preview && (
          <p role="status" className="text-sm text-muted">
            {refused
              ? `${refused} of the first ${counted(preview.rows.length, 'row')} would be refused`
              : `The first ${counted(preview.rows.length, 'row')} can be imported`}
          </p>
        )
      }
    >
      {!pairs.length ? (
        <EmptyState title="Nothing is mapped" text="Choose a field for a column to see how the first rows turn out." />
      ) : error ? (
        <EmptyState title={error} action={<Button onClick={retry}>Try again</Button>} />
      ) : preview ? (
        <PreviewTable preview={preview} loading={loading} />
      ) : (
        <div aria-busy="true" className="space-y-4 p-3">
          {['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2'].map(width => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function PreviewTable({ preview: { headers, rows }, loading }: { preview: Preview; loading: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label="First rows" tabIndex={0} className="overflow-x-auto">
      <table
        aria-busy={loading}
        className={cx('w-full border-collapse text-sm tabular-nums transition-opacity', loading && 'opacity-60')}
      >
        <thead>
          <tr className="border-b text-left text-xs text-muted">
            <th scope="col" className="w-16 py-2 pl-3 font-medium">
              Row
            </th>
            {headers.map(({ name, label, mandatory }) => (
              <th key={name} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                {label}
                {mandatory && ' *'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row key={row.line} row={row} headers={headers} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ row, headers }: { row: PreviewRow; headers: Preview['headers'] }) {
  const { line, values, errors } = row
  const isRefused = errors.length > 0
  const Icon = isRefused ? CircleX : CircleCheck
  const ofRow = errors.filter(({ field }) => !headers.some(({ name }) => name === field))
  return (
    <>
      <tr className={cx('align-top', isRefused && 'bg-bad-soft', !ofRow.length && 'border-b last:border-b-0')}>
        <td className="py-2 pl-3">
          <span className="inline-flex items-center gap-1.5">
            <Icon
              size={15}
              aria-label={isRefused ? 'Refused' : 'Can be imported'}
              className={isRefused ? 'text-bad' : 'text-good'}
            />
            {line}
          </span>
        </td>
        {headers.map(({ name }, n) => {
          const wrong = errors.filter(({ field }) => field === name)
          return (
            <td key={name} className="px-3 py-2">
              <span className={cx('block max-w-56 truncate', wrong.length > 0 && 'font-medium')} title={values[n]}>
                {values[n] || (wrong.length > 0 && <span className="text-muted">empty</span>)}
              </span>
              {wrong.map(({ message }) => (
                <span key={message} className="block min-w-36 max-w-56 text-xs text-bad">
                  {message}
                </span>
              ))}
            </td>
          )
        })}
      </tr>
      {ofRow.length > 0 && (
        <tr className="border-b bg-bad-soft last:border-b-0">
          <td />
          <td colSpan={headers.length} className="px-3 pb-2 text-xs text-bad">
            {ofRow.map(({ message }) => message).join(' ')}
          </td>
        </tr>
      )}
    </>
  )
}

function usePreview(uploadId: string, pairs: HeaderMapping) {
  const [preview, setPreview] = useState<Preview>()
  const [error, setError] = useState<string>()
  const [loading, setLoading] = useState(true)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    if (!pairs.length) return
    const abort = new AbortController()
    setLoading(true)
    const timer = setTimeout(async () => {
      try {
        setPreview(await call(previewCsv, { body: { uploadId, headerMapping: pairs }, signal: abort.signal }))
        setError(undefined)
      } catch (thrown) {
        if (abort.signal.aborted) return
        setError(thrown instanceof Error ? thrown.message : messages.wrong)
      }
      setLoading(false)
    }, limits.searchDebounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [uploadId, pairs, tries])
  return { preview, error, loading, retry: () => setTries(tries + 1) }
}
