import { type MouseEvent, type ReactNode, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Checkbox } from './input.tsx'

export interface Column<T> {
  key: string
  header: ReactNode
  cell: (row: T) => ReactNode
  /** numbers and actions stand at the end */
  align?: 'end'
  /** a CSS width, for columns that should not grow with their content */
  width?: string
  /** left out at phone width */
  wideOnly?: boolean
  /** stays in view at the end while the other columns scroll */
  pinned?: boolean
}

interface TableProps<T> {
  /** names the table for those who cannot see it */
  label: string
  columns: readonly Column<T>[]
  /** undefined while the first page loads: rows of the right shape stand in */
  rows: readonly T[] | undefined
  rowId: (row: T) => string
  /** where a row leads; its first cell becomes the link */
  href?: (row: T) => string
  /** what a row opens, where it leads nowhere; its first cell becomes the button */
  onRow?: (row: T) => void
  selection?: { selected: ReadonlySet<string>; onChange: (selected: Set<string>) => void; label: (row: T) => string }
  /** rows of the page before are still shown */
  loading?: boolean
  error?: unknown
  onRetry?: () => void
  /** shown instead of rows when there are none */
  empty: ReactNode
  skeletonRows?: number
}

/** A dense table; rows are opened by click, or by keyboard through their first cell. */
export function Table<T>(props: TableProps<T>) {
  const {
    label,
    columns,
    rows,
    rowId,
    href,
    onRow,
    selection,
    loading,
    error,
    onRetry,
    empty,
    skeletonRows = 6,
  } = props
  const [, navigate] = useLocation()
  const id = useId()
  if (error && !rows) return <Failed error={error} onRetry={onRetry} />
  if (rows && !rows.length) return <>{empty}</>

  const open = (row: T) => (href ? navigate(href(row)) : onRow?.(row))
  const opens = Boolean(href || onRow)
  const clicked = (event: MouseEvent, row: T) => {
    // what is inside a row acts for itself, and marking text is not a click
    if (event.target instanceof Element && event.target.closest('a, button, input, label')) return
    if (!getSelection()?.isCollapsed) return
    open(row)
  }
  const first = (row: T, content: ReactNode) => {
    const look = 'rounded text-left font-medium hover:underline'
    if (href)
      return (
        <Link href={href(row)} className={look}>
          {content}
        </Link>
      )
    if (onRow)
      return (
        <button type="button" className={look} onClick={() => onRow(row)}>
          {content}
        </button>
      )
    return content
  }

  const ids = rows?.map(rowId) ?? []
  const chosen = ids.filter(one => selection?.selected.has(one)).length
  const choose = (which: readonly string[], on: boolean) => {
    const selected = new Set(selection?.selected)
    for (const one of which) on ? selected.add(one) : selected.delete(one)
    selection?.onChange(selected)
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto" id={id}>
      <table className="w-full border-collapse text-sm tabular-nums" aria-busy={loading || !rows}>
        <thead>
          <tr className="border-b text-left text-xs text-muted">
            {selection && (
              <th className="w-9 py-2 pl-3">
                <Checkbox
                  aria-label="Select all rows of this page"
                  disabled={!rows}
                  checked={ids.length > 0 && chosen === ids.length}
                  indeterminate={chosen > 0 && chosen < ids.length}
                  onChange={event => choose(ids, event.target.checked)}
                />
              </th>
            )}
            {columns.map(column => (
              <th
                key={column.key}
                scope="col"
                style={{ width: column.width }}
                className={cx(
                  'whitespace-nowrap px-2 py-2 font-medium first:pl-3 last:pr-3 sm:px-3',
                  place(column),
                  column.pinned && 'sticky right-0 bg-surface',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cx('transition-opacity', loading && rows && 'opacity-60')}>
          {rows?.map(row => (
            <tr
              key={rowId(row)}
              onClick={opens ? event => clicked(event, row) : undefined}
              aria-selected={selection?.selected.has(rowId(row))}
              className={cx(
                'group/row border-b last:border-b-0 hover:bg-hover aria-selected:bg-accent-soft',
                opens && 'cursor-pointer',
              )}
            >
              {selection && (
                <td className="py-2 pl-3 align-middle">
                  <Checkbox
                    aria-label={`Select ${selection.label(row)}`}
                    checked={selection.selected.has(rowId(row))}
                    onChange={event => choose([rowId(row)], event.target.checked)}
                  />
                </td>
              )}
              {columns.map((column, n) => (
                <td
                  key={column.key}
                  className={cx('px-2 py-2 first:pl-3 last:pr-3 sm:px-3', place(column), column.pinned && pinned)}
                >
                  {n === 0 ? first(row, column.cell(row)) : column.cell(row)}
                </td>
              ))}
            </tr>
          )) ?? <SkeletonRows columns={columns} rows={skeletonRows} withBox={Boolean(selection)} />}
        </tbody>
      </table>
    </section>
  )
}

// what scrolls by beneath it must not shine through
const pinned = 'sticky right-0 bg-surface group-hover/row:bg-hover group-aria-selected/row:bg-accent-soft'

const place = <T,>({ align, wideOnly }: Column<T>) =>
  cx(align === 'end' && 'text-right', wideOnly && 'hidden sm:table-cell')

function SkeletonRows<T>({
  columns,
  rows,
  withBox,
}: {
  columns: readonly Column<T>[]
  rows: number
  withBox: boolean
}) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} className="border-b last:border-b-0">
      {withBox && (
        <td className="py-2 pl-3">
          <span className="skeleton block size-4" />
        </td>
      )}
      {columns.map((column, n) => (
        <td key={column.key} className={cx('px-2 py-2 first:pl-3 last:pr-3 sm:px-3', place(column))}>
          <span
            className="skeleton inline-block h-4"
            style={{ width: `${n === 0 ? 60 : 40 + ((row * 7 + n * 13) % 30)}%` }}
          />
        </td>
      ))}
    </tr>
  ))
}

function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}
