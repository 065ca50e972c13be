import { useEffect, useRef, useState } from 'react'
import { DeliveryState, listMessages, type MessageRow } from '#contracts/broadcast.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { useData } from '../data.ts'
import { useQuery } from '../query.ts'
import { DeliveryStatus, deliveryLooks } from '../ui/delivery-status.tsx'
import { Button, type Column, EmptyState, moment, Pager, Panel, SearchBox, Select, Table } from '../ui/index.ts'
import { MessageStatus } from '../ui/message-status.tsx'
import { useQuietReload } from './quiet-reload.ts'

const perPage = limits.messagesPage
/** States that last; a message is being sent for moments only. */
const filters = (['queued', 'accepted', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const).map(value => ({
  value,
  label: deliveryLooks[value].label,
}))

interface RecipientsTableProps {
  broadcastId: string
  /** changes with the counts: the rows are then loaded again */
  mark: string
}

/** Everyone a broadcast goes to, with where each message is. */
export function RecipientsTable({ broadcastId, mark }: RecipientsTableProps) {
  const query = useQuery()
  const search = query.get('search')
  const wanted = DeliveryState.safeParse(query.get('status'))
  const status = wanted.success ? wanted.data : undefined
  const input = { broadcastId, from: query.from, perPage, status, search }
  const { data, error, loading, reload } = useData(listMessages, { query: input })
  useQuietReload(reload, mark)
  const isOtherPage = useIsOtherPage(JSON.stringify(input), loading)

  const [opened, setOpened] = useState<MessageRow | null>(null)
  const shown = opened && (data?.message.find(({ id }) => id === opened.id) ?? opened)
  const isFiltered = Boolean(search || status)
  return (
    <Panel title="Recipients">
      <div className="flex flex-wrap items-center gap-2 border-b p-3">
        <SearchBox
          value={search}
          label="Search by number"
          debounceMs={limits.searchDebounceMs}
          onChange={text => query.set({ search: text, from: null })}
          className="w-full sm:w-60"
        />
        <Select
          aria-label="Status"
          className="w-40"
          placeholder="All statuses"
          options={filters}
          value={status ?? ''}
          onChange={event => query.set({ status: event.target.value, from: null })}
        />
      </div>
      <Table
        label="Recipients"
        columns={columns}
        rows={data?.message}
        rowId={row => row.id}
        onRow={setOpened}
        loading={isOtherPage}
        error={error}
        onRetry={reload}
        empty={
          <EmptyState
            title={messages.noRecord}
            text={
              isFiltered ? 'No recipient has this number or status.' : 'Recipients appear here as they are written.'
            }
            action={
              isFiltered && (
                <Button onClick={() => query.set({ search: null, status: null, from: null })}>Show all</Button>
              )
            }
          />
        }
      />
      {data && (
        <Pager
          from={query.from}
          perPage={perPage}
          shown={data.message.length}
          hasMore={data.more}
          onChange={from => query.set({ from }, { push: true })}
        />
      )}
      {shown && <MessageStatus message={shown} onClose={() => setOpened(null)} />}
    </Panel>
  )
}

/** Is another page than the one shown under way? Loading the same one again is nobody's concern. */
function useIsOtherPage(page: string, loading: boolean): boolean {
  const [loaded, setLoaded] = useState(page)
  const latest = useRef(page)
  latest.current = page
  useEffect(() => {
    if (!loading) setLoaded(latest.current)
  }, [loading])
  return loading && page !== loaded
}

const columns: readonly Column<MessageRow>[] = [
  {
    key: 'to',
    header: 'To',
    cell: ({ to, name }) => (
      <>
        <span className="whitespace-nowrap">{to}</span>
        {name && <span className="block max-w-44 truncate text-xs font-normal text-muted">{name}</span>}
      </>
    ),
  },
  {
    key: 'from',
    header: 'From',
    wideOnly: true,
    cell: ({ from }) => <span className="whitespace-nowrap text-muted">{from}</span>,
  },
  {
    key: 'date',
    header: 'Sent Date',
    wideOnly: true,
    cell: ({ currentDeliveryStatusTime }) => (
      <span className="whitespace-nowrap text-muted">{moment(currentDeliveryStatusTime)}</span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '40%',
    cell: ({ currentDeliveryStatus, currentDeliveryStatusTime, reason }) => (
      <>
        <DeliveryStatus state={currentDeliveryStatus} />
        {reason && <span className="block text-xs text-bad">{reason}</span>}
        <span className="block text-xs text-muted sm:hidden">{moment(currentDeliveryStatusTime)}</span>
      </>
    ),
  },
]
