import { Pencil } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Customer, type FieldDefinition, saveCustomer, socialFields } from '#contracts/contacts.ts'
import { useAction } from '../action.ts'
import { callTold } from '../api.ts'
import { useMayI } from '../session.ts'
import { Button, Field, FormErrors, IconButton, Input, MultiSelect, PageHeader, Panel } from '../ui/index.ts'
import { CustomField } from './custom-field.tsx'
import { bodyOf, type Draft, draftErrors, draftOf } from './customer-draft.ts'
import { titleOf } from './customer-screen.tsx'
import { done, type Kind, kinds, useGroups } from './groups.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { places } from './places.ts'

interface CustomerFormProps {
  fields: readonly FieldDefinition[]
  /** without it a new one is made */
  customer?: Customer
}

/** The form of a customer: read-only at first when there is one, open for a new one. */
export function CustomerForm({ fields, customer }: CustomerFormProps) {
  const [, navigate] = useLocation()
  const mayI = useMayI()
  const form = useRef<HTMLFormElement>(null)
  const kept = draftOf(customer)
  // null while it is read-only
  const [edited, setEdited] = useState<Draft | null>(customer ? null : kept)
  const draft = edited ?? kept
  const readOnly = edited === null
  const [tries, setTries] = useState(0)
  // what was changed since the server refused it
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const dirty = edited !== null && JSON.stringify(edited) !== JSON.stringify(kept)
  const guard = useLeaveGuard(dirty, 'What you entered is not saved and will be lost.')

  const save = useAction(async (body: ReturnType<typeof bodyOf>) => {
    const { message } = await callTold(saveCustomer, { body })
    guard.release()
    done(message)
    if (customer) setEdited(null)
    else navigate(places.customers)
  })
  const errors = tries && !readOnly ? draftErrors(draft, fields) : {}
  const errorOf = (name: string) => errors[name] ?? (changed.has(name) ? undefined : save.fields[name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused try leads to what is wrong
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries, save.problems.length])

  const change = (name: string, changes: Partial<Draft>) => {
    setEdited({ ...draft, ...changes })
    setChanged(new Set([...changed, name]))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    setChanged(new Set())
    save.clear()
    if (Object.keys(draftErrors(draft, fields)).length === 0) save.run(bodyOf(draft, fields, customer?.id))
  }
  const cancel = () => {
    guard.release()
    setEdited(null)
    navigate(places.customers)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PageHeader
        title={titleOf(customer?.id)}
        back={{ href: places.customers, label: 'Back to contacts' }}
        actions={
          !readOnly ? (
            <>
              <Button onClick={cancel}>Cancel</Button>
              <Button type="submit" variant="primary" busy={save.busy}>
                Save
              </Button>
            </>
          ) : (
            mayI('CUSTOMER.EDIT') && <IconButton icon={Pencil} label="Edit" onClick={() => setEdited(kept)} />
          )
        }
      />
      {save.problems.length > 0 && !readOnly && (
        <div className="mb-4">
          <FormErrors problems={save.problems} />
        </div>
      )}
      <Panel>
        <div className="divide-y">
          <Section title="Basic Details">
            <Field label="Name" required error={errorOf('name')}>
              {control => (
                <Input
                  {...control}
                  value={draft.name}
                  readOnly={readOnly}
                  autoComplete="off"
                  onChange={event => change('name', { name: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="Phone Number (including country code)"
              required
              error={errorOf('phoneNumber')}
              hint={customer ? 'The number of a contact stays as it is' : undefined}
            >
              {control => (
                <Input
                  {...control}
                  type="tel"
                  value={draft.phoneNumber}
                  disabled={customer !== undefined}
                  autoComplete="off"
                  placeholder="+91 98765 43210"
                  onChange={event => change('phoneNumber', { phoneNumber: event.target.value })}
                />
              )}
            </Field>
          </Section>
          {fields.length > 0 && (
            <Section title="Other Details">
              {fields.map(field => (
                <CustomField
                  key={field.id}
                  field={field}
                  value={draft.values[field.id]}
                  error={errorOf(field.fieldName)}
                  readOnly={readOnly}
                  onChange={value => change(field.fieldName, { values: { ...draft.values, [field.id]: value } })}
                />
              ))}
            </Section>
          )}
          <Section title="Social Profiles">
            {socialFields.map(({ fieldName, fieldLabel }) => (
              <Field key={fieldName} label={fieldLabel} error={errorOf(fieldName)}>
                {control => (
                  <Input
                    {...control}
                    value={draft[fieldName]}
                    readOnly={readOnly}
                    autoComplete="off"
                    onChange={event => change(fieldName, { [fieldName]: event.target.value })}
                  />
                )}
              </Field>
            ))}
          </Section>
          <Section title="Groups and Labels">
            {(['groups', 'tags'] as const).map(kind => (
              <Membership
                key={kind}
                kind={kind}
                ids={draft[kind]}
                readOnly={readOnly}
                onChange={ids => change(kind, { [kind]: ids })}
              />
            ))}
          </Section>
        </div>
      </Panel>
      {guard.dialog}
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-x-8 gap-y-4 p-5 lg:grid-cols-[180px_minmax(0,1fr)]">
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}

interface MembershipProps {
  kind: Kind
  ids: readonly string[]
  readOnly: boolean
  onChange: (ids: string[]) => void
}

function Membership({ kind, ids, readOnly, onChange }: MembershipProps) {
  const { data } = useGroups(kind)
  const options = (data ?? []).map(({ id, name }) => ({ id, label: name }))
  const chosen = options.filter(({ id }) => ids.includes(id))
  return (
    <Field label={kinds[kind].title}>
      {control =>
        readOnly ? (
          <Input {...control} readOnly value={chosen.map(({ label }) => label).join(', ')} />
        ) : (
          <MultiSelect
            {...control}
            disabled={!data}
            placeholder="Choose one or more"
            value={chosen}
            source={options}
            onChange={after => onChange(after.map(({ id }) => id))}
          />
        )
      }
    </Field>
  )
}
