import { CircleCheck, Copy, Inbox, MoreHorizontal, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  Badge,
  Button,
  Checkbox,
  Combobox,
  ConfirmDialog,
  DateRange,
  Dialog,
  EmptyState,
  Field,
  FilePicker,
  FormErrors,
  IconButton,
  Input,
  Menu,
  MultiSelect,
  type Option,
  PageHeader,
  Pager,
  Panel,
  PasswordInput,
  ProgressBar,
  SearchBox,
  Select,
  SidePanel,
  Status,
  Switch,
  Table,
  Tabs,
  Textarea,
  toast,
} from './index.ts'

const colours: Option[] = ['Amber', 'Blue', 'Crimson', 'Green', 'Indigo', 'Lime', 'Olive', 'Teal'].map(label => ({
  id: label,
  label,
  hint: `#${label.length}`,
}))
/** Twenty at a time out of a hundred, as a server would. */
async function hundred(search: string, from: number) {
  const all = Array.from({ length: 100 }, (_, n) => ({ id: String(n), label: `Option ${n}` }))
  const fits = all.filter(option => option.label.includes(search))
  return { options: fits.slice(from, from + 20), more: from + 20 < fits.length }
}
const rows = Array.from({ length: 5 }, (_, n) => ({ id: String(n), name: `Row ${n + 1}`, amount: 12_345 * (n + 1) }))

/** Every component on one page, for looking at them while they are worked on; not part of a build. */
export default function ComponentsPage() {
  const [open, setOpen] = useState<'dialog' | 'panel' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <main className="mx-auto max-w-4xl space-y-4 p-6">
      <PageHeader
        title="Components"
        aside={<Badge>dev</Badge>}
        text="Every piece, once."
        back={{ href: '/dashboard', label: 'Back' }}
        actions={
          <>
            <Button onClick={() => setOpen('panel')}>Side panel</Button>
            <Button variant="primary" icon={Plus} onClick={() => setOpen('dialog')}>
              Dialog
            </Button>
          </>
        }
      />
      <Panel title="Buttons and states">
        <div className="flex flex-wrap items-center gap-2 p-3">
          <Button variant="primary">Primary</Button>
          <Button>Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger" icon={Trash2} onClick={() => setOpen('confirm')}>
            Danger
          </Button>
          <Button busy>Busy</Button>
          <Button disabled>Disabled</Button>
          <IconButton icon={Copy} label="Copy" />
          <Button onClick={() => toast.success('Saved')}>Toast</Button>
          <Menu
            label="More"
            trigger={<MoreHorizontal size={16} aria-hidden />}
            className="size-8 justify-center"
            items={[
              { label: 'Copy', icon: Copy, onSelect: () => toast.info('Copied') },
              { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpen('confirm') },
            ]}
          />
          <Badge tone="good">good</Badge>
          <Badge tone="warn">warn</Badge>
          <Badge tone="bad">bad</Badge>
          <Badge tone="accent">accent</Badge>
          <Status tone="good" icon={CircleCheck}>
            Completed
          </Status>
          <ProgressBar value={40} label="Progress" />
        </div>
      </Panel>
      <Panel title="Controls">
        <Controls />
      </Panel>
      <Tables />
      {open === 'dialog' && (
        <Dialog
          title="Create group"
          onClose={close}
          onSubmit={close}
          footer={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" type="submit">
                Create
              </Button>
            </>
          }
        >
          <div className="space-y-4">
            <FormErrors problems={['This name is taken']} />
            <Field label="Name" required error="This field is required">
              {control => <Input {...control} />}
            </Field>
            <Chosen />
          </div>
        </Dialog>
      )}
      {open === 'panel' && (
        <SidePanel title="Add New Field" onClose={close} footer={<Button onClick={close}>Cancel</Button>}>
          <Chosen />
        </SidePanel>
      )}
      {open === 'confirm' && <ConfirmDialog onYes={() => toast.success('Deleted')} onClose={close} />}
    </main>
  )
}

function Chosen() {
  const [one, setOne] = useState<Option | null>(null)
  const [many, setMany] = useState<Option[]>(colours.slice(0, 2))
  return (
    <>
      <Field label="One of a hundred" hint="Loads twenty at a time">
        {control => <Combobox {...control} value={one} onChange={setOne} source={hundred} placeholder="Choose" />}
      </Field>
      <Field label="Several">
        {control => <MultiSelect {...control} value={many} onChange={setMany} source={colours} placeholder="Choose" />}
      </Field>
    </>
  )
}

function Controls() {
  const [on, setOn] = useState(true)
  const [days, setDays] = useState({ from: '2026-11-14', to: '2026-11-21' })
  const [tab, setTab] = useState('a')
  return (
    <div className="grid grid-cols-1 gap-4 p-3 sm:grid-cols-2">
      <Field label="Text" required hint="With a hint">
        {control => <Input {...control} placeholder="Placeholder" />}
      </Field>
      <Field label="Wrong" error="This field is required">
        {control => <Input {...control} />}
      </Field>
      <Field label="Password">{control => <PasswordInput {...control} />}</Field>
      <Field label="Select">
        {control => <Select {...control} placeholder="Choose" options={[{ value: 'a', label: 'First' }]} />}
      </Field>
      <Chosen />
      <Field label="Long text">{control => <Textarea {...control} />}</Field>
      <FilePicker label="Choose a CSV file or drop it here" hint="Up to 2 GB" accept=".csv" onFile={() => undefined} />
      <FilePicker
        label=""
        file={{ name: 'a-very-long-name-of-a-file-of-customers.csv', size: 4e6 }}
        progress={42}
        onFile={() => undefined}
        onRemove={() => undefined}
      />
      <Field label="Disabled">{control => <Input {...control} disabled value="Fixed" />}</Field>
      <div className="space-y-2">
        <Checkbox label="Replace Existing Records" hint="Values of the file overwrite" defaultChecked />
        <Checkbox label="Some" indeterminate />
        <Switch label="Live" checked={on} onChange={setOn} />
      </div>
      <DateRange value={days} onChange={setDays} />
      <Tabs
        label="Cards"
        tabs={[
          { id: 'a', label: 'Card 1' },
          { id: 'b', label: 'Card 2' },
        ]}
        value={tab}
        onChange={setTab}
      >
        Card {tab}
      </Tabs>
    </div>
  )
}

function Tables() {
  const [selected, setSelected] = useState<Set<string>>(new Set(['1']))
  const [search, setSearch] = useState('')
  const columns = [
    { key: 'name', header: 'Name', cell: (row: (typeof rows)[number]) => row.name },
    { key: 'amount', header: 'Amount', align: 'end' as const, cell: (row: (typeof rows)[number]) => row.amount },
  ]
  const shared = { columns, rowId: (row: (typeof rows)[number]) => row.id, empty: <Nothing /> }
  return (
    <>
      <Panel title="Table" actions={<SearchBox value={search} onChange={setSearch} label="Search rows" />}>
        <Table
          {...shared}
          label="Rows"
          rows={rows}
          onRow={row => toast.info(row.name)}
          selection={{ selected, onChange: setSelected, label: row => row.name }}
        />
        <Pager from={5} perPage={5} shown={5} hasMore total={1234} onChange={() => undefined} />
      </Panel>
      <Panel title="Loading">
        <Table {...shared} label="Loading rows" rows={undefined} skeletonRows={3} />
      </Panel>
      <Panel title="Empty">
        <Table {...shared} label="No rows" rows={[]} />
      </Panel>
      <Panel title="Failed">
        <Table
          {...shared}
          label="Failed rows"
          rows={undefined}
          error={new Error('Something went wrong')}
          onRetry={() => undefined}
        />
      </Panel>
    </>
  )
}

const Nothing = () => (
  <EmptyState
    icon={Inbox}
    title="No Record Found"
    text="Create the first one."
    action={<Button icon={Plus}>Create</Button>}
  />
)
