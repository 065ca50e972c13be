import { BookUser, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Group, listGroups, listTags } from '#contracts/contacts.ts'
import { useData } from '../data.ts'
import { session, useMayI } from '../session.ts'
import { Button, count, counted, Field, MultiSelect, type Option, Textarea } from '../ui/index.ts'
import { type Draft, paths } from './draft.ts'
import { typedNumbers } from './numbers.ts'

interface RecipientsProps {
  draft: Draft
  problems: Record<string, string>
  onChange: (changes: Partial<Draft>) => void
  /** opens the phone book */
  onPick: () => void
}

/** Who gets the message: typed numbers, picks of the phone book, groups and labels; together, each number once. */
export function Recipients({ draft, problems, onChange, onPick }: RecipientsProps) {
  const mayI = useMayI()
  const problem = problems[paths.numbers]
  return (
    <>
      <Field
        label="Mobile Numbers"
        required={!(draft.customers.length || draft.groups.length || draft.tags.length)}
        error={problem}
        hint={<NumbersHint text={draft.numbers} />}
        aside={
          <Button variant="quiet" icon={BookUser} className="-my-1" onClick={onPick}>
            Get from Phone Books
          </Button>
        }
      >
        {control => (
          <Textarea
            {...control}
            rows={4}
            className="tabular-nums"
            placeholder="+91 98765 43210, +91 98765 43211"
            value={draft.numbers}
            onChange={event => onChange({ numbers: event.target.value })}
          />
        )}
      </Field>
      <Picked customers={draft.customers} onChange={customers => onChange({ customers })} />
      {mayI('CUSTOMER.VIEW') && <Lists draft={draft} onChange={onChange} />}
    </>
  )
}

function NumbersHint({ text }: { text: string }) {
  const country = useSnapshot(session).profile?.enterprise.country ?? ''
  // ten thousand numbers must not slow the typing down
  const settled = useDeferredValue(text)
  const { values, invalid, duplicates } = useMemo(() => typedNumbers(settled, country), [settled, country])
  if (!values.length) return 'With country code; separated by commas or one a line.'
  const valid = values.length - duplicates - invalid.length
  return (
    <span className="tabular-nums">
      {count(valid)} valid
      {' · '}
      <span className={invalid.length ? 'text-bad' : undefined}>{count(invalid.length)} invalid</span>
      {' · '}
      {counted(duplicates, 'duplicate')}
    </span>
  )
}

const pickedShown = 12

/** Who was picked in the phone book. */
function Picked({ customers, onChange }: { customers: Option[]; onChange: (customers: Option[]) => void }) {
  const [all, setAll] = useState(false)
  if (!customers.length) return null
  const shown = all ? customers : customers.slice(0, pickedShown)
  return (
    <div>
      <p className="mb-1 flex items-baseline justify-between text-sm">
        <span className="font-medium">{counted(customers.length, 'contact')} from the phone book</span>
        <button type="button" className="rounded text-muted hover:text-text" onClick={() => onChange([])}>
          Remove all
        </button>
      </p>
      <ul className="flex max-h-40 flex-wrap gap-1 overflow-y-auto">
        {shown.map(customer => (
          <li key={customer.id} className="inline-flex h-6 items-center rounded bg-hover pl-2 text-sm">
            <span className="max-w-40 truncate">{customer.label}</span>
            <button
              type="button"
              aria-label={`Remove ${customer.label}`}
              className="flex size-6 items-center justify-center rounded text-muted hover:text-text"
              onClick={() => onChange(customers.filter(one => one.id !== customer.id))}
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        ))}
        {shown.length < customers.length && (
          <li>
            <button
              type="button"
              className="h-6 rounded px-2 text-sm text-accent-text hover:underline"
              onClick={() => setAll(true)}
            >
              {count(customers.length - shown.length)} more
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}

const optionOf = ({ id, name, count: size }: Group): Option => ({ id, label: name, hint: count(size) })
const none: Option[] = []

/** Groups and labels with how many customers they have. */
function Lists({ draft, onChange }: Pick<RecipientsProps, 'draft' | 'onChange'>) {
  const groups = useData(listGroups, { query: {} }).data?.groups
  const tags = useData(listTags, { query: {} }).data?.tags
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ListField
        label="Groups"
        placeholder="Choose groups"
        lists={groups}
        value={draft.groups}
        onChange={groups => onChange({ groups })}
      />
      <ListField
        label="Labels"
        placeholder="Choose labels"
        lists={tags}
        value={draft.tags}
        onChange={tags => onChange({ tags })}
      />
    </div>
  )
}

interface ListFieldProps {
  label: string
  placeholder: string
  lists: Group[] | undefined
  value: Option[]
  onChange: (value: Option[]) => void
}

function ListField({ label, placeholder, lists, value, onChange }: ListFieldProps) {
  const options = useMemo(() => lists?.map(optionOf) ?? none, [lists])
  const chosen = lists?.filter(({ id }) => value.some(one => one.id === id)) ?? []
  const size = chosen.reduce((sum, one) => sum + one.count, 0)
  const hint =
    chosen.length === 1
      ? counted(size, 'customer')
      : chosen.length
        ? `Up to ${counted(size, 'customer')}; who is in several gets one message`
        : 'Everyone in them gets the message, too'
  return (
    <Field label={label} hint={hint}>
      {control => (
        <MultiSelect {...control} source={options} placeholder={placeholder} value={value} onChange={onChange} />
      )}
    </Field>
  )
}
