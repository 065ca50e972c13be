import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { getBroadcast } from '#contracts/broadcast.ts'
import { downloadFile } from '#contracts/enterprise.ts'
import { send } from '../api.ts'
import type { ColumnOption } from '../columns.ts'
import { useMayI } from '../session.ts'
import { counted, Field, Textarea } from '../ui/index.ts'
import type { PreviewMedia } from '../ui/template-preview.tsx'
import { SentAttachment } from './attachment.tsx'
import { type Draft, emptyDraft, type Group, keyOf, type Variable, variableGroups } from './draft.ts'
import { VariableMappings } from './mapping.tsx'
import { buttonTexts } from './preview-values.ts'
import { ChannelField, TemplateField } from './template-fields.tsx'

export type SentBroadcast = z.infer<typeof getBroadcast.reply>

/** What was filled in when a broadcast was sent, as the form has it. */
export function draftOf({ channel, template, phoneNumbers, columnMapping }: SentBroadcast): Draft {
  const mapping = variableGroups.flatMap(group =>
    columnMapping[group].map(
      ({ variable, type, value, default: otherwise = '' }) =>
        [keyOf(group, variable), { type, value, default: otherwise }] as const,
    ),
  )
  return {
    ...emptyDraft,
    channel: { id: channel.id, label: channel.name, hint: channel.contactId },
    template: { id: template.id, label: template.name, hint: template.language },
    numbers: phoneNumbers.join(', '),
    mapping: Object.fromEntries(mapping),
  }
}

/** The variables that were filled. */
export function variablesOf({ columnMapping }: SentBroadcast): Record<Group, Variable[]> {
  const variables = (group: Group) =>
    columnMapping[group].map(
      ({ variable, type }): Variable => ({
        name: variable,
        type: type === 'expression' ? 'URL' : 'TEXT',
        required: true,
      }),
    )
  return {
    header: variables('header'),
    messageTags: variables('messageTags'),
    buttonPayload: variables('buttonPayload'),
  }
}

interface SentFormProps {
  sent: SentBroadcast
  draft: Draft
  columns: readonly ColumnOption[]
  total: number
}
const nothing = () => undefined

/** The form of a broadcast as it was sent; nothing in it can be changed. */
export function SentForm({ sent, draft, columns, total }: SentFormProps) {
  const { media } = sent.message.template
  const shown = sent.phoneNumbers.length
  return (
    <fieldset disabled aria-label="What was sent" className="space-y-5 p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <ChannelField value={draft.channel} disabled onChange={nothing} />
        <TemplateField channel={draft.channel} value={draft.template} disabled onChange={nothing} />
      </div>
      {media && <SentAttachment name={media.fileName} />}
      <Field
        label="Mobile Numbers"
        hint={total > shown ? `The first ${counted(shown, 'number')}; all are among the recipients` : undefined}
      >
        {control => <Textarea {...control} rows={3} className="tabular-nums" readOnly value={draft.numbers} />}
      </Field>
      <VariableMappings
        variables={variablesOf(sent)}
        buttons={buttonTexts(sent.template)}
        columns={columns}
        draft={draft}
        problems={{}}
        isSent
        onChange={nothing}
      />
    </fieldset>
  )
}

/** The media that was sent; an image can be seen by whoever may open files. */
export function useSentMedia(sent: SentBroadcast | undefined): PreviewMedia | undefined {
  const media = sent?.message.template.media
  const id = media?.type === 'IMAGE' ? media.url : undefined
  const isAllowed = useMayI()(downloadFile.needs)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!id || !isAllowed) return
    const abort = new AbortController()
    let made: string | undefined
    send(downloadFile, { params: { id }, quiet: true, signal: abort.signal })
      .then(response => response.blob())
      .then(blob => {
        if (abort.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      // its name stands for it
      .catch(() => undefined)
    return () => {
      abort.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, isAllowed])
  return media && { name: media.fileName, url }
}
