import { Megaphone, Send } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Broadcast, listBroadcasts } from '#contracts/broadcast.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { needs } from '#contracts/permissions.ts'
import { useData } from '../data.ts'
import { useQuery } from '../query.ts'
import { useMayI } from '../session.ts'
import { live } from '../socket.ts'
import {
  Button,
  ButtonLink,
  type Column,
  DateRange,
  type Days,
  day,
  EmptyState,
  endOfDay,
  moment,
  PageHeader,
  Pager,
  Panel,
  ProgressBar,
  SearchBox,
  startOfDay,
  Table,
} from '../ui/index.ts'
import { mergeLive } from './merge.ts'
import { BroadcastState, broadcastStates, Count, progressOf } from './status.tsx'

const perPage = limits.broadcastsPage

/** Broadcasts with how far they are, live. */
export function BroadcastList() {
  const query = useQuery()
  const mayI = useMayI()
  const name = query.get('name')
  const standard = { from: day(limits.broadcastDefaultDays), to: day() }
  const days = { from: query.get('start') || standard.from, to: query.get('end') || standard.to }
  const filter = { from: query.from, perPage, name, fromDate: startOfDay(days.from), toDate: endOfDay(days.to) }
  const { data, error, loading, reload } = useData(listBroadcasts, { query: filter })

  const { broadcasts } = useSnapshot(live)
  const rows = data && mergeLive(data.broadcastList, broadcasts, filter)
  const isFiltered = Boolean(name || query.get('start') || query.get('end'))
  const maySend = mayI(needs.broadcastSend)
  const send = (
    <ButtonLink href="/campaigns/broadcast/create" variant="primary" icon={Send}>
      Send Template
    </ButtonLink>
  )

  return (
    <>
      <PageHeader title="Broadcasts" actions={maySend && send} />
      <Panel>
        <div className="flex flex-wrap items-center gap-2 border-b p-3">
          <SearchBox
            value={name}
            label="Search by name"
            debounceMs={limits.searchDebounceMs}
            onChange={text => query.set({ name: text, from: null })}
            className="w-full sm:w-60"
          />
          <DaysForm
            key={`${days.from} ${days.to}`}
            value={days}
            onSubmit={({ from, to }) =>
              query.set({
                start: from === standard.from ? null : from,
                end: to === standard.to ? null : to,
                from: null,
              })
            }
          />
        </div>
        <Table
          label="Broadcasts"
          columns={columns}
          rows={rows}
          rowId={row => row.id}
          href={row => `/campaigns/broadcast/${row.id}`}
          loading={loading}
          error={error}
          onRetry={reload}
          empty={
            isFiltered ? (
              <EmptyState
                title={messages.noRecord}
                text="No broadcast fits this search and these days."
                action={
                  <Button onClick={() => query.set({ name: null, start: null, end: null, from: null })}>
                    Show the last {limits.broadcastDefaultDays} days
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={Megaphone}
                title={messages.noRecord}
                text={`Nothing was sent in the last ${limits.broadcastDefaultDays} days. Send an approved template, or look at other days.`}
                action={maySend && send}
              />
            )
          }
        />
        {data && (
          <Pager
            from={query.from}
            perPage={perPage}
            shown={rows?.length ?? 0}
            hasMore={data.more}
            onChange={from => query.set({ from }, { push: true })}
          />
        )}
      </Panel>
    </>
  )
}

/** Days take effect by Submit, as the first of two is often wrong alone. */
function DaysForm({ value, onSubmit }: { value: Days; onSubmit: (days: Days) => void }) {
  const [days, setDays] = useState(value)
  const isWrong = Boolean(days.from && days.to && days.from > days.to)
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (!isWrong) onSubmit(days)
      }}
    >
      <DateRange value={days} onChange={setDays} />
      <Button type="submit">Submit</Button>
      {isWrong && (
        <p role="alert" className="text-sm text-bad">
          The start is after the end
        </p>
      )}
    </form>
  )
}

const quiet = (text: string) => <span className="whitespace-nowrap text-muted">{text}</span>

const columns: readonly Column<Broadcast>[] = [
  {
    key: 'name',
    header: 'Template Name',
    cell: row => (
      <>
        <span className="break-words">{row.templateName}</span>
        {row.name !== row.templateName && <span className="block text-xs font-normal text-muted">{row.name}</span>}
        <span className="block text-xs font-normal text-muted sm:hidden">{moment(row.createdOn)}</span>
      </>
    ),
  },
  { key: 'user', header: 'Initiated By', wideOnly: true, cell: row => row.user.name },
  { key: 'channel', header: 'Channel', wideOnly: true, cell: row => row.channelName },
  { key: 'created', header: 'Created On', wideOnly: true, width: '172px', cell: row => quiet(moment(row.createdOn)) },
  { key: 'status', header: 'Status', width: 'clamp(190px, 32vw, 350px)', cell: row => <Progress row={row} /> },
]

const shown = ['sent', 'delivered', 'read', 'failed'] as const
const shownLabels = { sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Failed' } as const

function Progress({ row: { status, counts, name } }: { row: Broadcast }) {
  const isRunning = status === 'PREPARING' || status === 'SENDING'
  const bar = (
    <ProgressBar
      value={status === 'COMPLETED' ? 100 : progressOf(counts)}
      label={`How far ${name} is`}
      tone={isRunning ? 'accent' : broadcastStates[status].tone}
    />
  )
  return (
    <div className="min-w-[160px]">
      <div className="mb-0.5 flex items-center gap-3">
        <span className="sm:min-w-[92px]">
          <BroadcastState status={status} />
        </span>
        {/* a full bar stays, so that rows stay as they are */}
        <div className="hidden min-w-0 flex-1 sm:block">{bar}</div>
        <span className="ml-auto text-right text-muted sm:min-w-12">
          <Count value={counts.total} />
        </span>
      </div>
      <div className="mb-1 sm:hidden">{bar}</div>
      <dl className="grid grid-cols-[auto_auto] gap-x-2 whitespace-nowrap text-xs text-muted sm:grid-cols-[1fr_1.3fr_1fr_1fr]">
        {shown.map(state => (
          <div key={state} className={state === 'failed' && counts.failed ? 'text-bad' : undefined}>
            <dt className="inline">{shownLabels[state]} </dt>
            <dd className="inline">
              <Count value={counts[state]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
