import { CircleCheck, Download } from 'lucide-react'
import type { z } from 'zod'
import { downloadUploadErrors, type Import, type ImportError, listUploadErrors } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { useColumns } from '../columns.ts'
import { useData } from '../data.ts'
import { download } from '../files.ts'
import { useQuery } from '../query.ts'
import {
  Button,
  type Column,
  count,
  EmptyState,
  FormErrors,
  moment,
  PageHeader,
  Pager,
  Panel,
  SearchBox,
  Skeleton,
  Table,
} from '../ui/index.ts'
import { ImportCounts } from './import-counts.tsx'
import { ImportStatus } from './import-status.tsx'
import { useLiveImport } from './live-imports.ts'
import { places } from './places.ts'

type Line = z.infer<typeof ImportError>

/** An import: what became of it, and the lines that were refused and why. */
export function ErrorList({ uploadId }: { uploadId: string }) {
  const { get, from, set } = useQuery()
  const search = get('search')
  const { data, error, loading, reload } = useData(listUploadErrors, { query: { entryId: uploadId, from, search } })
  const upload = useLiveImport(data?.upload)
  const lines = data?.customers.customers
  const columns: readonly Column<Line>[] = [
    {
      key: 'number',
      header: 'S.No',
      width: '64px',
      cell: line => <span className="tabular-nums text-muted">{count(from + (lines?.indexOf(line) ?? 0) + 1)}</span>,
    },
    {
      key: 'line',
      header: 'Error row in input file',
      cell: ({ line, lineStr, errors }) => (
        <>
          <span className="block text-xs text-muted">Row {count(line)}</span>
          <code className="line-clamp-3 font-mono [overflow-wrap:anywhere] text-xs" title={lineStr}>
            {lineStr}
          </code>
          <div className="mt-1 text-bad sm:hidden">
            <Reasons errors={errors} />
          </div>
        </>
      ),
    },
    {
      key: 'errors',
      header: 'Errors',
      width: '45%',
      wideOnly: true,
      cell: ({ errors }) => <Reasons errors={errors} />,
    },
  ]
  return (
    <>
      <PageHeader
        title="Error List"
        back={{ href: places.uploads, label: 'Back to My Uploads' }}
        actions={
          upload &&
          upload.errorLines > 0 && (
            <Button
              icon={Download}
              onClick={() =>
                download(downloadUploadErrors, { params: { id: uploadId } }, `Errors of ${upload.file.name}`)
              }
            >
              Download refused rows
            </Button>
          )
        }
      />
      <div className="space-y-4">
        {(upload || !error) && <Summary row={upload} />}
        <Panel>
          {(search || (upload && upload.errorLines > 0)) && (
            <div className="border-b p-3">
              <SearchBox
                value={search}
                onChange={text => set({ search: text, from: 0 })}
                label="Search refused rows"
                className="w-full sm:w-72"
              />
            </div>
          )}
          <Table
            label="Error List"
            columns={columns}
            rows={lines}
            rowId={({ line }) => String(line)}
            loading={loading}
            error={error}
            onRetry={reload}
            empty={
              <EmptyState
                icon={CircleCheck}
                title={messages.noErrorsFound}
                text={emptyText(search, upload)}
                action={search && <Button onClick={() => set({ search: '', from: 0 })}>Clear the search</Button>}
              />
            }
          />
          {data && (
            <Pager
              from={from}
              perPage={limits.uploadErrorsPage}
              shown={data.customers.customers.length}
              hasMore={data.customers.hasMore}
              onChange={to => set({ from: to }, { push: true })}
            />
          )}
        </Panel>
        {upload && upload.errorLines > limits.csvErrorsKept && (
          <p className="text-sm text-muted">
            The first {count(limits.csvErrorsKept)} refused rows are kept; the others are counted.
          </p>
        )}
      </div>
    </>
  )
}

function Reasons({ errors }: Pick<Line, 'errors'>) {
  const columns = useColumns()
  // some of the specified texts do not say which field they are about
  const about = (field: string | undefined, message: string) => {
    const label = columns.find(({ value }) => value === field)?.label
    return label && !message.includes(label) ? `${label}: ` : ''
  }
  return (
    <ul className="space-y-0.5">
      {errors.map(({ field, message }) => (
        <li key={`${field}${message}`}>
          <span className="text-muted">{about(field, message)}</span>
          {message}
        </li>
      ))}
    </ul>
  )
}

function emptyText(search: string, upload: Import | undefined): string | undefined {
  if (search) return 'No refused row contains this text.'
  if (upload?.state === 'WAITING') return 'The import goes on. Refused rows appear here when it is done.'
}

function Summary({ row }: { row: Import | undefined }) {
  return (
    <Panel>
      <div className="space-y-4 p-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          {row ? (
            <>
              <h2 className="min-w-0 break-words text-base font-semibold">{row.file.name}</h2>
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
                <span className="text-muted">
                  {row.completedTimeStr ? moment(row.completedTimeStr) : `Started ${moment(row.startedTimeStr)}`}
                </span>
                <ImportStatus row={row} />
              </p>
            </>
          ) : (
            <Skeleton className="h-5 w-48" />
          )}
        </div>
        {row?.error && <FormErrors problems={[row.error]} />}
        {row ? <ImportCounts row={row} /> : <Skeleton className="h-24 w-full sm:h-11" />}
      </div>
    </Panel>
  )
}
