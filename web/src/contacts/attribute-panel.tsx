import { useEffect, useRef, useState } from 'react'
import { type FieldDefinition, getField, saveField } from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { useAction } from '../action.ts'
import { callTold } from '../api.ts'
import { useData } from '../data.ts'
import { Button, FormErrors, SidePanel, Skeleton, toast } from '../ui/index.ts'
import { attributeBody, attributeDraftOf, attributeErrors, nameFor } from './attribute-draft.ts'
import { AttributeFields } from './attribute-fields.tsx'
import { done } from './groups.ts'

interface AttributePanelProps {
  /** the definition to change; without it one is created */
  id?: string
  onClose: () => void
}

/** The panel that defines a field: in edit mode with an id, in add mode without. */
export function AttributePanel({ id, onClose }: AttributePanelProps) {
  const { data, error, reload } = useData(getField, id ? { params: { id } } : null)
  if (!id || data) return <Form key={id} field={data?.inputFieldDefinition} onClose={onClose} />
  return (
    <SidePanel
      title="Edit Field"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {error !== undefined && <Button onClick={reload}>Try again</Button>}
        </>
      }
    >
      {error === undefined ? (
        <div aria-busy="true" className="space-y-5">
          {[1, 2, 3, 4, 5].map(n => (
            <div key={n}>
              <Skeleton className="mb-2 h-4 w-28" />
              <Skeleton className="h-8 w-full" />
            </div>
          ))}
        </div>
      ) : (
        <FormErrors problems={[error instanceof Error ? error.message : messages.wrong]} />
      )}
    </SidePanel>
  )
}

function Form({ field, onClose }: { field?: FieldDefinition; onClose: () => void }) {
  const [draft, setDraft] = useState(() => attributeDraftOf(field))
  // the name follows the label until it is written by hand
  const [named, setNamed] = useState(field !== undefined)
  const [tries, setTries] = useState(0)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const save = useAction(async () => {
    try {
      const { message } = await callTold(saveField, { body: attributeBody(draft, field?.id, field?.index) })
      done(message)
      onClose()
    } catch (error) {
      toast.error(messages.fieldSaveFailed)
      throw error
    }
  })
  const form = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try leads to what is wrong, at first to the first input
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const first = wrong ?? (tries ? null : form.current?.querySelector('input'))
    first?.focus()
  }, [tries, save.problems.length])
  const errors = tries ? attributeErrors(draft) : {}
  const server = Object.fromEntries(
    Object.entries(save.fields).map(([path, message]) => [inputs[path.split('.')[0] ?? ''] ?? path, message]),
  )
  return (
    <SidePanel
      title={field ? 'Edit Field' : 'Add New Field'}
      onClose={onClose}
      onSubmit={() => {
        setTries(tries + 1)
        setChanged(new Set())
        save.clear()
        if (Object.keys(attributeErrors(draft)).length === 0) save.run()
        else toast.error(messages.fieldSaveFailed)
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.busy}>
            {field ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <div ref={form} className="space-y-4">
        <FormErrors problems={save.problems} />
        <AttributeFields
          draft={draft}
          errorOf={name => errors[name] ?? (changed.has(name) ? undefined : server[name])}
          onChange={changes => {
            const follows = changes.fieldLabel !== undefined && !named
            setDraft({ ...draft, ...changes, ...(follows && { fieldName: nameFor(changes.fieldLabel ?? '') }) })
            if (changes.fieldName !== undefined) setNamed(changes.fieldName !== '')
            setChanged(new Set([...changed, ...Object.keys(changes)]))
          }}
        />
      </div>
    </SidePanel>
  )
}

/** Which input holds what the server names otherwise. */
const inputs: Record<string, string> = { defaultValue: 'options', validations: 'min' }
