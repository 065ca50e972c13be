import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { deleteField, type FieldDefinition, listFields } from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { callTold } from '../api.ts'
import { useData } from '../data.ts'
import { useQuery } from '../query.ts'
import { useMayI } from '../session.ts'
import { Button, ButtonLink, ConfirmDialog, EmptyState, PageHeader, Panel } from '../ui/index.ts'
import { AttributePanel } from './attribute-panel.tsx'
import { AttributeTable } from './attribute-table.tsx'
import { done } from './groups.ts'
import { places } from './places.ts'

/** The field definitions; with `adds`, the panel that creates one (or changes the one of `?id=`) lies beside them. */
export function Attributes({ adds = false }: { adds?: boolean }) {
  const [, navigate] = useLocation()
  const id = useQuery().get('id')
  const mayEdit = useMayI()('CUSTOMER_MASTER.EDIT')
  const { data, error, reload } = useData(listFields, {})
  const [asked, setAsked] = useState<FieldDefinition | null>(null)
  const fields = data?.inputFieldDefinitions
  return (
    <>
      <PageHeader
        title="Attributes"
        text="What you know about each contact. Imports, the contact form and template variables use these fields."
        actions={
          mayEdit && (
            <ButtonLink href={places.addAttribute} icon={Plus} variant="primary">
              Add Fileds
            </ButtonLink>
          )
        }
      />
      <Panel>
        {error && !fields ? (
          <EmptyState
            title={error instanceof Error ? error.message : messages.wrong}
            action={<Button onClick={reload}>Try again</Button>}
          />
        ) : (
          <AttributeTable fields={fields} mayEdit={mayEdit} onDelete={setAsked} />
        )}
        {fields?.length === 0 && (
          <EmptyState
            title="No attribute of your own yet"
            text="Add what you want to know about your contacts, such as a city, a birthday or a plan."
          />
        )}
      </Panel>
      {adds && <AttributePanel key={id} id={id || undefined} onClose={() => navigate(places.attributes)} />}
      {asked && (
        <ConfirmDialog
          title="Delete attribute"
          text={
            <>
              {messages.deleteConfirm}
              <span className="mt-1 block break-words text-muted">
                {asked.fieldLabel}. The values that contacts have for it go with it.
              </span>
            </>
          }
          onYes={async () => {
            const { message } = await callTold(deleteField, { params: { id: asked.id } })
            done(message)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
