import { CircleCheck, CirclePause, CircleStop } from 'lucide-react'
import { Link } from 'wouter'
import type { Broadcast } from '#contracts/broadcast.ts'
import { needs } from '#contracts/permissions.ts'
import { useMayI } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { count, moment } from '../ui/format.ts'
import { Panel } from '../ui/page-header.tsx'
import { ProgressBar, Status } from '../ui/status.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Latest } from './latest.ts'

const columns: readonly Column<Broadcast>[] = [
  { key: 'name', header: 'Name', cell: row => row.name },
  {
    key: 'total',
    header: 'Recipients',
    align: 'end',
    width: '100px',
    wideOnly: true,
    cell: row => count(row.counts.total),
  },
  {
    key: 'delivered',
    header: 'Delivered',
    align: 'end',
    width: '90px',
    cell: row => count(row.counts.delivered + row.counts.read),
  },
  {
    key: 'failed',
    header: 'Failed',
    align: 'end',
    width: '80px',
    wideOnly: true,
    cell: row => <span className={row.counts.failed ? 'text-bad' : 'text-muted'}>{count(row.counts.failed)}</span>,
  },
  {
    key: 'created',
    header: 'Created',
    width: '180px',
    wideOnly: true,
    cell: row => <span className="whitespace-nowrap text-muted">{moment(row.createdOn)}</span>,
  },
  { key: 'status', header: 'Status', width: '130px', cell: row => <State row={row} /> },
]

const ended = {
  COMPLETED: { tone: 'good', icon: CircleCheck, label: 'Completed' },
  PAUSED: { tone: 'warn', icon: CirclePause, label: 'Paused' },
  STOPPED: { tone: 'bad', icon: CircleStop, label: 'Stopped' },
} as const

function State({ row: { status, name, counts } }: { row: Broadcast }) {
  if (status === 'PREPARING' || status === 'SENDING') {
    const percent = counts.total ? (1 - (counts.queued + counts.sending) / counts.total) * 100 : 0
    return <ProgressBar value={percent} label={`Sending of ${name}`} />
  }
  const { tone, icon, label } = ended[status]
  return (
    <Status tone={tone} icon={icon}>
      {label}
    </Status>
  )
}

/** The newest broadcasts with their counts. */
export function LatestBroadcasts({ rows, error, reload }: Latest<Broadcast>) {
  const mayI = useMayI()
  return (
    <Panel
      title="Latest broadcasts"
      actions={
        <Link href="/campaigns/broadcast" className="rounded text-sm font-medium text-accent-text hover:underline">
          All broadcasts
        </Link>
      }
    >
      <Table
        label="Latest broadcasts"
        columns={columns}
        rows={rows}
        rowId={row => row.id}
        href={row => `/campaigns/broadcast/${row.id}`}
        error={error}
        onRetry={reload}
        skeletonRows={3}
        empty={
          <EmptyState
            title="No broadcasts yet"
            text="Send an approved template to numbers, a group or a label."
            action={
              mayI(needs.broadcastSend) && <ButtonLink href="/campaigns/broadcast/create">Send a template</ButtonLink>
            }
          />
        }
      />
    </Panel>
  )
}
