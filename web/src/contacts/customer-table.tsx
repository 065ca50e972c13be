import { Plus, Trash2, Upload, Users, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type CustomerRow, deleteCustomer, listCustomers } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { callTold } from '../api.ts'
import { useData } from '../data.ts'
import type { useQuery } from '../query.ts'
import { useMayI } from '../session.ts'
import {
  Button,
  ButtonLink,
  type Column,
  ConfirmDialog,
  counted,
  EmptyState,
  IconButton,
  Pager,
  SearchBox,
  Skeleton,
  Table,
} from '../ui/index.ts'
import { type Chosen, done, kinds } from './groups.ts'
import { places } from './places.ts'

interface CustomerTableProps {
  search: string
  from: number
  chosen: Chosen | null
  chosenName?: string
  selected: ReadonlySet<string>
  onSelect: (selected: Set<string>) => void
  set: ReturnType<typeof useQuery>['set']
}

/** Search, table and pages of the customers of the active group or label, or of all. */
export function CustomerTable({ search, from, chosen, chosenName, selected, onSelect, set }: CustomerTableProps) {
  const mayI = useMayI()
  const [asked, setAsked] = useState<CustomerRow | null>(null)
  const { data, error, loading, reload } = useData(listCustomers, {
    query: { from, search, ...(chosen && { [chosen.kind]: [chosen.id] }) },
  })
  const page = data?.customers
  const rows = page?.customers
  useEffect(() => {
    // the last row of the last page went away
    if (!loading && rows?.length === 0 && from > 0) set({ from: from - limits.customersPage })
  }, [loading, rows, from, set])

  const columns: Column<CustomerRow>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: row => (
        <>
          <Cell text={row.name} />
          {/* on a phone there is room for one column */}
          <span className="block text-xs tabular-nums text-muted sm:hidden">{row.phoneNumber}</span>
        </>
      ),
    },
    { key: 'phone', header: 'Phone Number', width: '150px', wideOnly: true, cell: row => row.phoneNumber },
    ...(page?.headers ?? []).map(
      ({ name }, n): Column<CustomerRow> => ({
        key: `${n}`,
        header: <Cell text={name} />,
        cell: row => <Cell text={row.details[n]?.value ?? ''} />,
      }),
    ),
  ]
  if (mayI('CUSTOMER.DELETE'))
    columns.push({
      key: 'action',
      header: <span className="sr-only">Action</span>,
      align: 'end',
      width: '48px',
      pinned: true,
      cell: row => (
        <span className="-my-1.5 flex justify-end">
          <IconButton icon={Trash2} label={`Delete ${row.name}`} onClick={() => setAsked(row)} />
        </span>
      ),
    })

  const isAll = !search && !chosen
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b p-3">
        <SearchBox
          value={search}
          onChange={text => set({ search: text, from: 0 })}
          label="Search contacts"
          placeholder="Search by name or number"
          className="w-full sm:w-64"
        />
        <p role="status" className="min-w-0 text-sm tabular-nums text-muted">
          {page ? counted(page.total, 'contact') : error === undefined && <Skeleton className="h-4 w-20" />}
        </p>
        {chosen && (
          <div className="ml-auto flex min-w-0 items-center gap-2">
            <span className="inline-flex h-8 min-w-0 items-center gap-1 rounded bg-accent-soft pl-2.5 text-sm font-medium text-accent-text">
              <span className="max-w-40 truncate">{chosenName ?? kinds[chosen.kind].one}</span>
              <IconButton
                icon={X}
                size={14}
                label={`Leave this ${kinds[chosen.kind].one}`}
                onClick={() => set({ group: null, tag: null, from: 0 }, { push: true })}
                className="text-accent-text"
              />
            </span>
            {mayI('CUSTOMER.EDIT') && (
              <ButtonLink href={kinds[chosen.kind].upload(chosen.id)} icon={Upload}>
                Upload
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      <Table
        label="Contacts"
        columns={columns}
        rows={rows}
        rowId={row => row.id}
        href={row => places.customer(row.id)}
        selection={mayI('CUSTOMER.EDIT') ? { selected, onChange: onSelect, label: ({ name }) => name } : undefined}
        loading={loading}
        error={error}
        onRetry={reload}
        skeletonRows={limits.customersPage}
        empty={
          isAll ? (
            <Nobody />
          ) : (
            <EmptyState
              icon={Users}
              title={messages.noRecordFound}
              text={search ? 'Try the beginning of a name or of a number.' : chosen && kinds[chosen.kind].nobody}
              action={
                search ? (
                  <Button onClick={() => set({ search: '', from: 0 })}>Clear the search</Button>
                ) : (
                  chosen &&
                  mayI('CUSTOMER.EDIT') && (
                    <ButtonLink href={kinds[chosen.kind].upload(chosen.id)} icon={Upload}>
                      Upload
                    </ButtonLink>
                  )
                )
              }
            />
          )
        }
      />
      {page && page.total > 0 && (
        <Pager
          from={from}
          perPage={limits.customersPage}
          shown={page.customers.length}
          hasMore={page.hasMore}
          total={page.total}
          onChange={to => set({ from: to }, { push: true })}
        />
      )}
      {asked && (
        <ConfirmDialog
          title="Delete contact"
          text={
            <>
              {messages.deleteConfirm}
              <span className="mt-1 block break-words text-muted">
                {asked.name}, {asked.phoneNumber}
              </span>
            </>
          }
          onYes={async () => {
            const { message } = await callTold(deleteCustomer, { params: { id: asked.id } })
            onSelect(new Set([...selected].filter(id => id !== asked.id)))
            done(message)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const Cell = ({ text }: { text: string }) => (
  <span className="block max-w-56 truncate" title={text}>
    {text}
  </span>
)

/** The whole phone book is empty. */
function Nobody() {
  const mayEdit = useMayI()('CUSTOMER.EDIT')
  return (
    <EmptyState
      icon={Users}
      title={messages.noRecordFound}
      text={
        mayEdit
          ? 'Bring your customers in from a CSV file, or enter the first one by hand.'
          : 'Nobody has added a contact yet.'
      }
      action={
        mayEdit && (
          <>
            <ButtonLink href={places.upload} icon={Upload} variant="primary">
              Import CSV
            </ButtonLink>
            <ButtonLink href={places.createCustomer} icon={Plus}>
              Create Contact
            </ButtonLink>
          </>
        )
      }
    />
  )
}
