import { ListFilter, Plus, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { Group } from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { useQuery } from '../query.ts'
import { useMayI } from '../session.ts'
import { Button, ButtonLink, ConfirmDialog, PageHeader, Panel, SidePanel } from '../ui/index.ts'
import { CustomerTable } from './customer-table.tsx'
import { NameDialog, PutDialog } from './group-dialogs.tsx'
import { GroupPanel } from './group-panel.tsx'
import { type Chosen, deleteNamed, type Kind, kinds, useGroups } from './groups.ts'
import { places } from './places.ts'
import { SelectionBar } from './selection-bar.tsx'

/** At most one of them is open. */
type Open =
  | { dialog: 'name'; kind: Kind; given?: Group }
  | { dialog: 'put'; kind: Kind }
  | { dialog: 'delete'; kind: Kind; given: Group }

/** The phone book: groups and labels, and the customers of the active one or all. */
export function PhoneBook() {
  const { get, from, set } = useQuery()
  const [path] = useLocation()
  const mayI = useMayI()
  const search = get('search')
  const groupId = get('group')
  const tagId = get('tag')
  const chosen = useMemo(() => chosenOf(groupId, tagId), [groupId, tagId])
  const [open, setOpen] = useState<Open | null>(null)
  const [drawer, setDrawer] = useState(false)
  const [selected, setSelected] = useState(new Set<string>())
  const [place, setPlace] = useState('')
  const here = `${search} ${chosen?.id}`
  // what is checked belongs to the list that is shown
  if (place !== here) {
    setPlace(here)
    setSelected(new Set())
  }

  const { data: named } = useGroups(chosen?.kind ?? 'groups')
  const name = named?.find(({ id }) => id === chosen?.id)?.name
  const close = () => setOpen(null)
  // kept, so that checking a row does not draw a thousand groups
  const panel = useMemo(
    () => ({
      chosen,
      hrefOf: (to: Chosen | null) => addressOf(path, search, to),
      onCreate: (kind: Kind) => setOpen({ dialog: 'name', kind }),
      onRename: (kind: Kind, given: Group) => setOpen({ dialog: 'name', kind, given }),
      onDelete: (kind: Kind, given: Group) => setOpen({ dialog: 'delete', kind, given }),
    }),
    [chosen, path, search],
  )
  return (
    <>
      <PageHeader
        title="Contacts"
        actions={
          mayI('CUSTOMER.EDIT') && (
            <>
              {/* with a group or label chosen, the table's own button imports into it */}
              {!chosen && (
                <ButtonLink href={places.upload} icon={Upload}>
                  Import CSV
                </ButtonLink>
              )}
              <ButtonLink href={places.createCustomer} icon={Plus} variant="primary">
                Create Contact
              </ButtonLink>
            </>
          )
        }
      />
      <div className="grid items-start gap-6 pb-16 lg:grid-cols-[208px_minmax(0,1fr)]">
        <nav aria-label="Groups and labels" className="hidden lg:block">
          <GroupPanel {...panel} />
        </nav>
        <Panel>
          <div className="border-b p-3 lg:hidden">
            <Button icon={ListFilter} onClick={() => setDrawer(true)} className="w-full">
              <span className="truncate">
                {chosen ? `${kinds[chosen.kind].label}: ${name ?? ''}` : 'Groups and labels'}
              </span>
            </Button>
          </div>
          <CustomerTable
            search={search}
            from={from}
            chosen={chosen}
            chosenName={name}
            selected={selected}
            onSelect={setSelected}
            set={set}
          />
        </Panel>
      </div>
      <SelectionBar
        selected={selected}
        chosen={chosen}
        chosenName={name}
        onPut={kind => setOpen({ dialog: 'put', kind })}
        onClear={() => setSelected(new Set())}
      />
      {drawer && (
        <SidePanel title="Groups and labels" onClose={() => setDrawer(false)}>
          <GroupPanel {...panel} onGo={() => setDrawer(false)} />
        </SidePanel>
      )}
      {open?.dialog === 'name' && <NameDialog kind={open.kind} given={open.given} onClose={close} />}
      {open?.dialog === 'put' && (
        <PutDialog
          kind={open.kind}
          customerIds={[...selected]}
          onCreate={() => setOpen({ dialog: 'name', kind: open.kind })}
          onDone={() => {
            close()
            setSelected(new Set())
          }}
          onClose={close}
        />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={kinds[open.kind].remove}
          text={
            <>
              {messages.deleteConfirm}
              <span className="mt-1 block break-words text-muted">{open.given.name}. Its contacts stay.</span>
            </>
          }
          onYes={async () => {
            await deleteNamed({ kind: open.kind, id: open.given.id })
            if (open.given.id === chosen?.id) set({ group: null, tag: null, from: 0 })
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function chosenOf(groupId: string, tagId: string): Chosen | null {
  if (groupId) return { kind: 'groups', id: groupId }
  return tagId ? { kind: 'tags', id: tagId } : null
}

function addressOf(path: string, search: string, chosen: Chosen | null): string {
  const values = new URLSearchParams()
  if (search) values.set('search', search)
  if (chosen) values.set(chosen.kind === 'groups' ? 'group' : 'tag', chosen.id)
  return values.size ? `${path}?${values}` : path
}
