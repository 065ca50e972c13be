import { ChevronDown, ChevronUp, GripVertical, Lock, Pencil, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type FieldDefinition, standardFields } from '#contracts/contacts.ts'
import { cx, IconButton, Skeleton } from '../ui/index.ts'
import { AttributeCells, atEnd, headers } from './attribute-cells.tsx'
import { useOrder } from './attribute-order.ts'
import { places } from './places.ts'

interface AttributeTableProps {
  /** undefined while they load */
  fields: readonly FieldDefinition[] | undefined
  mayEdit: boolean
  onDelete: (field: FieldDefinition) => void
}

/** The standard fields, which stay as they are, and the enterprise's own in an order that can be changed. */
export function AttributeTable({ fields, mayEdit, onDelete }: AttributeTableProps) {
  const [, navigate] = useLocation()
  const { rows, move } = useOrder(fields)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const table = useRef<HTMLTableElement>(null)
  const focus = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moved in the page has lost the focus
  useLayoutEffect(() => {
    const button = focus.current && table.current?.querySelector<HTMLElement>(`[data-move="${focus.current}"]`)
    if (button) button.focus()
    focus.current = null
  }, [rows])

  const put = (from: number, to: number, button?: string) => {
    const field = rows?.[from]
    if (!field || !rows || from === to || to < 0 || to >= rows.length) return
    focus.current = button ? `${field.id} ${button}` : null
    setSaid(`${field.fieldLabel} is now number ${to + 1} of ${rows.length}`)
    move(from, to)
  }
  const dropped = () => {
    if (dragged !== null && over !== null) put(dragged, over)
    setDragged(null)
    setOver(null)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label="Attributes" tabIndex={0} className="overflow-x-auto">
      <p role="status" className="sr-only">
        {said}
      </p>
      <table ref={table} aria-busy={!rows} className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr className="border-b text-left text-xs text-muted">
            <th scope="col" className="w-24 py-2 pl-3">
              <span className="sr-only">Order</span>
            </th>
            {headers.map(header => (
              <th
                key={header}
                scope="col"
                className={cx('whitespace-nowrap px-2 py-2 font-medium', atEnd(header) && 'text-right')}
              >
                {header}
              </th>
            ))}
            <th scope="col" className="sticky right-0 w-20 bg-surface px-3 py-2 text-right font-medium">
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {standardFields.map(field => (
            <tr key={field.fieldName} aria-disabled className="border-b bg-canvas text-muted">
              <td className="py-2 pl-3">
                <span className="flex h-5 items-center" title="A standard field: it stays as it is">
                  <Lock size={14} aria-label="Standard field" className="ml-1" />
                </span>
              </td>
              <AttributeCells field={{ ...field, commaIncluded: false }} />
              <td className="sticky right-0 bg-canvas" />
            </tr>
          ))}
          {rows?.map((field, n) => (
            <tr
              key={field.id}
              draggable={mayEdit}
              onDragStart={event => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', field.fieldLabel)
                setDragged(n)
              }}
              onDragOver={event => {
                if (dragged === null) return
                event.preventDefault()
                setOver(n)
              }}
              onDrop={event => {
                event.preventDefault()
                dropped()
              }}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
              className={cx(
                'group border-b last:border-b-0 hover:bg-hover',
                dragged === n && 'opacity-40',
                dragged !== null && over === n && n < dragged && 'shadow-[inset_0_2px_0_rgb(var(--accent))]',
                dragged !== null && over === n && n > dragged && 'shadow-[inset_0_-2px_0_rgb(var(--accent))]',
              )}
            >
              <td className="py-2 pl-3">
                {mayEdit && (
                  <span className="-my-1 flex items-center">
                    <GripVertical size={15} aria-hidden className="mr-1 shrink-0 cursor-grab text-muted" />
                    <Move
                      id={`${field.id} up`}
                      icon={ChevronUp}
                      label={`Move ${field.fieldLabel} up`}
                      disabled={n === 0}
                      onClick={() => put(n, n - 1, 'up')}
                    />
                    <Move
                      id={`${field.id} down`}
                      icon={ChevronDown}
                      label={`Move ${field.fieldLabel} down`}
                      disabled={n === rows.length - 1}
                      onClick={() => put(n, n + 1, 'down')}
                    />
                  </span>
                )}
              </td>
              <AttributeCells field={field} />
              <td className="sticky right-0 bg-surface px-2 py-2 group-hover:bg-hover">
                {mayEdit && (
                  <span className="-my-1.5 flex justify-end">
                    <IconButton
                      icon={Pencil}
                      label={`Edit ${field.fieldLabel}`}
                      onClick={() => navigate(places.attribute(field.id))}
                    />
                    <IconButton icon={Trash2} label={`Delete ${field.fieldLabel}`} onClick={() => onDelete(field)} />
                  </span>
                )}
              </td>
            </tr>
          )) ?? <SkeletonRows />}
        </tbody>
      </table>
    </section>
  )
}

interface MoveProps {
  id: string
  icon: typeof ChevronUp
  label: string
  disabled: boolean
  onClick: () => void
}

/** Stays reachable at the ends of the list: the focus must not get lost there. */
function Move({ id, icon: Icon, label, disabled, onClick }: MoveProps) {
  return (
    <button
      type="button"
      data-move={id}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="inline-flex size-6 items-center justify-center rounded text-muted transition-colors hover:bg-hover hover:text-text aria-disabled:cursor-default aria-disabled:opacity-30"
    >
      <Icon size={15} aria-hidden />
    </button>
  )
}

function SkeletonRows() {
  return [1, 2, 3].map(n => (
    <tr key={n} className="border-b last:border-b-0">
      <td />
      {headers.map((header, at) => (
        <td key={header} className="px-2 py-2.5">
          <Skeleton className={at ? 'h-4 w-12' : 'h-4 w-32'} />
        </td>
      ))}
      <td />
    </tr>
  ))
}
