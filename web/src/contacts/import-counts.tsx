import type { Import } from '#contracts/contacts.ts'
import { count, cx } from '../ui/index.ts'

/** What became of the lines of an import. */
export function ImportCounts({ row }: { row: Import }) {
  const cells = [
    { label: 'Total', value: row.totalLines },
    { label: 'Accepted', value: row.acceptedLines },
    { label: 'Error', value: row.errorLines, bad: row.errorLines > 0 },
    {
      label: 'Duplicates',
      value: row.duplicateLines,
      title: 'Accepted lines that a later line of the same number replaces',
    },
    { label: 'Created', value: row.createdCustomers },
    { label: 'Updated', value: row.updatedCustomers },
  ]
  return (
    <dl className="grid grid-cols-3 gap-x-4 gap-y-3 sm:grid-cols-6">
      {cells.map(({ label, value, title, bad }) => (
        <div key={label} title={title}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className={cx('text-lg font-medium tabular-nums', bad && 'text-bad')}>{count(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
