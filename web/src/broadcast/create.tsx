import { Send } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { getTemplate, listBroadcasts } from '#contracts/broadcast.ts'
import type { FieldError } from '#contracts/reply.ts'
import { useColumns } from '../columns.ts'
import { invalidate, useData } from '../data.ts'
import { session } from '../session.ts'
import { Button, FormErrors, PageHeader, Panel, toast } from '../ui/index.ts'
import { Attachment } from './attachment.tsx'
import { type Draft, emptyDraft, paths } from './draft.ts'
import { WithPreview } from './form-layout.tsx'
import { VariableMappings } from './mapping.tsx'
import { withoutNumbers } from './numbers.ts'
import { PhoneBooks } from './phone-books.tsx'
import { PreflightDialog, type SendBody, type Sent } from './preflight.tsx'
import { DraftPreview } from './preview.tsx'
import { buttonTexts } from './preview-values.ts'
import { Recipients } from './recipients.tsx'
import { bodyOf, problemsIn } from './request.ts'
import { ChannelField, TemplateField } from './template-fields.tsx'

/** Sends a template message: what, to whom, with which values; checked by the server before it goes out. */
export function CreateBroadcast() {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [others, setOthers] = useState<string[]>([])
  const [body, setBody] = useState<SendBody | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [file, setFile] = useState<File | null>(null)
  const [picking, setPicking] = useState(false)
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const {
    data: detail,
    error,
    loading,
  } = useData(getTemplate, draft.template ? { params: { id: draft.template.id } } : null)
  const country = useSnapshot(session).profile?.enterprise.country ?? ''
  const columns = useColumns()
  const mediaUrl = useObjectUrl(file)
  const media = draft.media ? { name: draft.media.name, url: mediaUrl } : undefined

  /** what is changed is no problem any more, until it is checked again */
  const change = (changes: Partial<Draft>, ...solved: string[]) => {
    setDraft(before => ({ ...before, ...changes }))
    setOthers([])
    setProblems(before => Object.fromEntries(Object.entries(before).filter(([path]) => !solved.includes(path))))
  }
  const check = (next: Draft) => {
    const found = problemsIn(next, detail, country)
    setProblems(found)
    setOthers([])
    const isGood = Object.keys(found).length === 0
    setBody(detail && isGood ? bodyOf(next, detail) : null)
    if (!isGood) setRefusals(refusals + 1)
  }
  const refused = (errors: FieldError[]) => {
    setBody(null)
    setRefusals(refusals + 1)
    setProblems(Object.fromEntries(errors.flatMap(({ field, message }) => (field ? [[place(field), message]] : []))))
    setOthers(errors.flatMap(({ field, message }) => (field && isShown(field) ? [] : [message])))
  }
  const sent = ({ id, message = 'Sent' }: Sent) => {
    invalidate(listBroadcasts.path)
    navigate('/campaigns/broadcast')
    toast.success(message, { label: 'View', href: `/campaigns/broadcast/${id}` })
  }
  useEffect(() => {
    if (!refusals) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert]')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [refusals])

  const retemplate = { template: null, media: null, mapping: {} } as const
  return (
    <>
      <PageHeader title="Send Template" back={{ href: '/campaigns/broadcast', label: 'Back to the broadcasts' }} />
      <WithPreview
        preview={<DraftPreview draft={draft} detail={detail} columns={columns} media={media} loading={loading} />}
      >
        <Panel>
          <form
            ref={form}
            noValidate
            className="space-y-5 p-4"
            onSubmit={event => {
              event.preventDefault()
              check(draft)
            }}
          >
            <FormErrors problems={error ? [error instanceof Error ? error.message : String(error)] : others} />
            <div className="grid gap-4 sm:grid-cols-2">
              <ChannelField
                value={draft.channel}
                error={problems[paths.channel]}
                onChange={channel => {
                  setFile(null)
                  setProblems({})
                  change({ channel, ...retemplate })
                }}
              />
              <TemplateField
                channel={draft.channel}
                value={draft.template}
                error={problems[paths.template]}
                onChange={template => {
                  setFile(null)
                  setProblems({})
                  change({ ...retemplate, template })
                }}
              />
            </div>
            {detail?.mediaType && (
              <Attachment
                key={detail.template.id}
                type={detail.mediaType}
                value={draft.media}
                error={problems[paths.media]}
                onChange={(media, file) => {
                  setFile(file)
                  change({ media }, paths.media)
                }}
              />
            )}
            <Recipients
              draft={draft}
              problems={problems}
              onChange={changes => change(changes, paths.numbers)}
              onPick={() => setPicking(true)}
            />
            {detail && (
              <VariableMappings
                variables={detail.variables}
                buttons={buttonTexts(detail.template)}
                columns={columns}
                draft={draft}
                problems={problems}
                onChange={mapping => change({ mapping }, ...changedPaths(draft.mapping, mapping))}
              />
            )}
            <div className="flex justify-end border-t pt-4">
              <Button type="submit" variant="primary" icon={Send} busy={Boolean(draft.template) && !detail && loading}>
                Send
              </Button>
            </div>
          </form>
        </Panel>
      </WithPreview>
      {/* outside the form: a browser lets no form lie in another */}
      {picking && (
        <PhoneBooks
          value={draft.customers}
          onClose={() => setPicking(false)}
          onYes={customers => {
            change({ customers }, paths.numbers)
            setPicking(false)
          }}
        />
      )}
      {body && detail && (
        <PreflightDialog
          body={body}
          template={detail.template}
          media={media}
          onRefused={refused}
          onRemove={invalid => {
            const next = { ...draft, numbers: withoutNumbers(draft.numbers, invalid) }
            setDraft(next)
            check(next)
          }}
          onSent={sent}
          onClose={() => setBody(null)}
        />
      )}
    </>
  )
}

/** The server names single numbers; the form has one field for all. */
const place = (field: string) => (field.startsWith(`${paths.numbers}.`) ? paths.numbers : field)
const isShown = (field: string) =>
  field.startsWith('columnMapping.') || Object.values(paths).some(path => path === place(field))

function changedPaths(before: Draft['mapping'], after: Draft['mapping']): string[] {
  return Object.keys(after)
    .filter(key => after[key] !== before[key])
    .map(key => `columnMapping.${key}`)
}

/** An address for a file of this page, while it is chosen. */
function useObjectUrl(file: File | null): string | undefined {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url)
  }, [url])
  return url
}
