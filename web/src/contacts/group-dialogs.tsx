import { useEffect, useRef, useState } from 'react'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { useAction } from '../action.ts'
import { Button, counted, Dialog, Field, FormErrors, Input, MultiSelect, type Option } from '../ui/index.ts'
import { type Kind, kinds, map, saveNamed, useGroups } from './groups.ts'

interface NameDialogProps {
  kind: Kind
  /** the one to rename; without it one is created */
  given?: { id: string; name: string }
  onClose: () => void
}

/** Names a new group or label, or another name for one. */
export function NameDialog({ kind, given, onClose }: NameDialogProps) {
  const [name, setName] = useState(given?.name ?? '')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const { run, busy, problems, fields, clear } = useAction(async (trimmed: string) => {
    await saveNamed(kind, { id: given?.id, name: trimmed })
    onClose()
  })
  const submit = () => {
    const trimmed = name.trim()
    setMissing(!trimmed)
    if (trimmed) run(trimmed)
    else input.current?.focus()
  }
  return (
    <Dialog
      size="small"
      title={given ? kinds[kind].rename : kinds[kind].create}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {given ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {!fields.name && <FormErrors problems={problems} />}
        <Field label="Name" required error={missing ? messages.required : fields.name}>
          {control => (
            <Input
              {...control}
              ref={input}
              value={name}
              maxLength={limits.name}
              onChange={event => {
                setName(event.target.value)
                setMissing(false)
                clear()
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

interface PutDialogProps {
  kind: Kind
  customerIds: string[]
  onDone: () => void
  onCreate: () => void
  onClose: () => void
}

/** Chooses groups for the checked customers, or labels. */
export function PutDialog({ kind, customerIds, onDone, onCreate, onClose }: PutDialogProps) {
  const { one, put, create } = kinds[kind]
  const [chosen, setChosen] = useState<Option[]>([])
  const [missing, setMissing] = useState(false)
  const { data } = useGroups(kind)
  const { run, busy, problems } = useAction(async () => {
    await map(
      kind,
      chosen.map(({ id }) => id),
      customerIds,
    )
    onDone()
  })
  const submit = () => {
    setMissing(!chosen.length)
    if (chosen.length) run()
  }
  return (
    <Dialog
      title={put}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {kind === 'groups' ? 'Add' : 'Attach'}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <FormErrors problems={problems} />
        <Field
          label={kinds[kind].title}
          required
          error={missing ? messages.required : undefined}
          hint={data?.length === 0 ? `There is no ${one} yet.` : `For ${counted(customerIds.length, 'contact')}`}
          aside={
            <button
              type="button"
              onClick={onCreate}
              className="rounded text-sm font-medium text-accent-text hover:underline"
            >
              {create}
            </button>
          }
        >
          {control => (
            <MultiSelect
              {...control}
              value={chosen}
              placeholder={`Choose one or more ${kind === 'groups' ? 'groups' : 'labels'}`}
              source={(data ?? []).map(({ id, name, count }) => ({ id, label: name, hint: String(count) }))}
              onChange={value => {
                setChosen(value)
                setMissing(false)
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
