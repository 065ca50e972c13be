import { Upload } from 'lucide-react'
import { type Import, listUploads } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { useData } from '../data.ts'
import { useQuery } from '../query.ts'
import { useMayI } from '../session.ts'
import {
  ButtonLink,
  type Column,
  count,
  EmptyState,
  fileName,
  moment,
  PageHeader,
  Pager,
  Panel,
  Table,
} from '../ui/index.ts'
import { ImportStatus } from './import-status.tsx'
import { useLiveImports } from './live-imports.ts'
import { places } from './places.ts'

const columns: readonly Column<Import>[] = [
  { key: 'file', header: 'File Name', cell: row => <span title={row.file.name}>{fileName(row.file.name)}</span> },
  {
    key: 'total',
    header: 'Total Count',
    align: 'end',
    width: '110px',
    wideOnly: true,
    cell: row => count(row.totalLines),
  },
  { key: 'accepted', header: 'Accepted', align: 'end', width: '110px', cell: row => count(row.acceptedLines) },
  {
    key: 'error',
    header: 'Error',
    align: 'end',
    width: '100px',
    cell: row => <span className={row.errorLines ? 'text-bad' : 'text-muted'}>{count(row.errorLines)}</span>,
  },
  {
    key: 'completed',
    header: 'Completed On',
    width: '180px',
    wideOnly: true,
    cell: row => <span className="whitespace-nowrap text-muted">{moment(row.completedTimeStr)}</span>,
  },
  { key: 'status', header: 'Status', width: '232px', cell: row => <ImportStatus row={row} /> },
]

/** All imports, those under way as they go on. */
export function Uploads() {
  const { from, set } = useQuery()
  const mayUpload = useMayI()('CUSTOMER.EDIT')
  const { data, error, loading, reload } = useData(listUploads, { query: { from } })
  const rows = useLiveImports(data?.customerCSVs, reload)
  const uploadButton = mayUpload && (
    <ButtonLink href={places.upload} icon={Upload} variant="primary">
      Upload
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title="My Uploads"
        back={{ href: places.customers, label: 'Back to contacts' }}
        actions={uploadButton}
      />
      <Panel>
        <Table
          label="My Uploads"
          columns={columns}
          rows={rows}
          rowId={row => row.uploadId}
          href={row => places.errors(row.uploadId)}
          loading={loading}
          error={error}
          onRetry={reload}
          empty={
            <EmptyState
              icon={Upload}
              title={messages.noRecordFound}
              text="Files that you upload are listed here with what was accepted and what was not."
              action={uploadButton}
            />
          }
        />
        {data && (
          <Pager
            from={from}
            perPage={limits.uploadsPage}
            shown={data.customerCSVs.length}
            hasMore={data.hasMore}
            onChange={to => set({ from: to }, { push: true })}
          />
        )}
      </Panel>
    </>
  )
}
