import { CircleCheck, CircleX } from 'lucide-react'
import { Link } from 'wouter'
import type { Import } from '#contracts/contacts.ts'
import { useMayI } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { count, fileName, moment } from '../ui/format.ts'
import { Panel } from '../ui/page-header.tsx'
import { ProgressBar, Status } from '../ui/status.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Latest } from './latest.ts'

const columns: readonly Column<Import>[] = [
  { key: 'file', header: 'File', cell: row => <span title={row.file.name}>{fileName(row.file.name)}</span> },
  { key: 'accepted', header: 'Accepted', align: 'end', width: '90px', cell: row => count(row.acceptedLines) },
  {
    key: 'errors',
    header: 'Errors',
    align: 'end',
    width: '80px',
    wideOnly: true,
    cell: row => <span className={row.errorLines ? 'text-bad' : 'text-muted'}>{count(row.errorLines)}</span>,
  },
  {
    key: 'started',
    header: 'Started',
    width: '180px',
    wideOnly: true,
    cell: row => <span className="whitespace-nowrap text-muted">{moment(row.startedTimeStr)}</span>,
  },
  { key: 'status', header: 'Status', width: '130px', cell: row => <State row={row} /> },
]

function State({ row }: { row: Import }) {
  if (row.state === 'WAITING') return <ProgressBar value={row.progress} label={`Import of ${row.file.name}`} />
  if (row.state === 'COMPLETED')
    return (
      <Status tone="good" icon={CircleCheck}>
        Completed
      </Status>
    )
  return (
    <Status tone="bad" icon={CircleX}>
      {row.phase === 'cancelled' ? 'Cancelled' : 'Failed'}
    </Status>
  )
}

/** The newest imports with their progress. */
export function LatestImports({ rows, error, reload }: Latest<Import>) {
  const mayI = useMayI()
  return (
    <Panel
      title="Latest imports"
      actions={
        <Link href="/customer-master/uploads" className="rounded text-sm font-medium text-accent-text hover:underline">
          My Uploads
        </Link>
      }
    >
      <Table
        label="Latest imports"
        columns={columns}
        rows={rows}
        rowId={row => row.uploadId}
        href={row => `/customer-master/error/${row.uploadId}`}
        error={error}
        onRetry={reload}
        skeletonRows={3}
        empty={
          <EmptyState
            title="No imports yet"
            text="Bring your customers in from a CSV file."
            action={
              mayI('CUSTOMER.EDIT') && <ButtonLink href="/customer-master/uploadfile">Import contacts</ButtonLink>
            }
          />
        }
      />
    </Panel>
  )
}
