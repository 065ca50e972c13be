import { Ellipsis, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from 'wouter'
import type { Group } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { useMayI } from '../session.ts'
import { count, cx, IconButton, Menu, type MenuItem, SearchBox, Skeleton } from '../ui/index.ts'
import { type Chosen, type Kind, kinds, useGroups } from './groups.ts'

export interface GroupPanelProps {
  chosen: Chosen | null
  /** address of the phone book of one group or label, or of all customers */
  hrefOf: (chosen: Chosen | null) => string
  onCreate: (kind: Kind) => void
  onRename: (kind: Kind, group: Group) => void
  onDelete: (kind: Kind, group: Group) => void
  onGo?: () => void
}

/** Groups and labels, of which one at most is active. */
export const GroupPanel = memo(function GroupPanel(props: GroupPanelProps) {
  return (
    <div className="space-y-5">
      <Link
        href={props.hrefOf(null)}
        onClick={props.onGo}
        aria-current={props.chosen ? undefined : 'page'}
        className={cx(look, props.chosen ? 'hover:bg-hover' : active, 'px-2')}
      >
        <Users size={15} aria-hidden className="mr-2 shrink-0" />
        All contacts
      </Link>
      <Section kind="groups" {...props} />
      <Section kind="tags" {...props} />
    </div>
  )
})

const look = 'flex h-8 min-w-0 items-center rounded text-sm transition-colors'
const active = 'bg-accent-soft font-medium text-accent-text'

function Section({ kind, ...props }: GroupPanelProps & { kind: Kind }) {
  const { title, one, create } = kinds[kind]
  const [search, setSearch] = useState('')
  const { data, error, reload } = useGroups(kind, search)
  const mayI = useMayI()
  return (
    <section aria-label={title}>
      <div className="mb-1 flex h-8 items-center justify-between pl-2">
        <h2 className="text-sm font-semibold">{title}</h2>
        {mayI('CUSTOMER.EDIT') && <IconButton icon={Plus} label={create} onClick={() => props.onCreate(kind)} />}
      </div>
      <SearchBox
        value={search}
        onChange={setSearch}
        label={`Search ${title.toLowerCase()}`}
        debounceMs={limits.searchDebounceMs}
        className="mb-1"
      />
      {!data && !error && <Skeletons />}
      {error !== undefined && !data && (
        <p role="alert" className="px-2 py-1.5 text-sm text-muted">
          {error instanceof Error ? error.message : messages.wrong}{' '}
          <button type="button" className="rounded font-medium text-accent-text hover:underline" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {data?.length === 0 && (
        <p className="px-2 py-1.5 text-sm text-muted">{search ? messages.noRecordFound : `No ${one} yet`}</p>
      )}
      {data && data.length > 0 && (
        <ul className="max-h-72 overflow-y-auto">
          {data.map(group => (
            <Entry key={group.id} kind={kind} group={group} {...props} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({ kind, group, ...props }: GroupPanelProps & { kind: Kind; group: Group }) {
  const mayI = useMayI()
  const isActive = props.chosen?.kind === kind && props.chosen.id === group.id
  const items: MenuItem[] = []
  if (mayI('CUSTOMER.EDIT')) items.push({ label: 'Rename', icon: Pencil, onSelect: () => props.onRename(kind, group) })
  if (mayI('CUSTOMER.DELETE'))
    items.push({ label: 'Delete', icon: Trash2, danger: true, onSelect: () => props.onDelete(kind, group) })
  return (
    <li
      className={cx(
        look,
        isActive ? active : 'hover:bg-hover',
        'group pr-1 [contain-intrinsic-size:32px] [content-visibility:auto]',
      )}
    >
      <Link
        href={props.hrefOf({ kind, id: group.id })}
        onClick={props.onGo}
        aria-current={isActive ? 'page' : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded pl-2 -outline-offset-2"
      >
        <span className="min-w-0 flex-1 truncate" title={group.name}>
          {group.name}
        </span>
        <span className={cx('shrink-0 text-xs tabular-nums', !isActive && 'text-muted')}>{count(group.count)}</span>
      </Link>
      {items.length > 0 ? (
        <Menu
          label={`Actions for ${group.name}`}
          items={items}
          className="ml-1 size-6 shrink-0 justify-center text-muted opacity-0 -outline-offset-2 focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 [@media(hover:none)]:opacity-100"
          trigger={<Ellipsis size={15} aria-hidden />}
        />
      ) : (
        <span className="w-1" />
      )}
    </li>
  )
}

function Skeletons() {
  return (
    <div aria-busy="true" className="space-y-3 px-2 py-2">
      {['w-3/4', 'w-1/2', 'w-2/3'].map(width => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
