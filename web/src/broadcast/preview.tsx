import { MessageSquareText } from 'lucide-react'
import { limits } from '#contracts/limits.ts'
import type { ColumnOption } from '../columns.ts'
import { count, cx, Skeleton } from '../ui/index.ts'
import { PhoneFrame, type PreviewMedia, TemplatePreview } from '../ui/template-preview.tsx'
import type { Draft, TemplateDetail } from './draft.ts'
import { filledLength, previewValues } from './preview-values.ts'

interface DraftPreviewProps {
  draft: Draft
  detail: Pick<TemplateDetail, 'template' | 'variables'> | undefined
  columns: readonly ColumnOption[]
  media: PreviewMedia | undefined
  loading?: boolean
}

/** The message on a phone: constants as they are, what differs by customer marked. */
export function DraftPreview({ draft, detail, columns, media, loading }: DraftPreviewProps) {
  const labelOf = (fieldName: string) => columns.find(({ value }) => value === fieldName)?.label ?? fieldName
  const length = detail ? filledLength(draft, detail, 'messageTags') : 0
  return (
    <>
      <PhoneFrame name={draft.channel?.label ?? 'Preview'}>
        {detail ? (
          <TemplatePreview
            components={detail.template.components}
            values={previewValues(draft, detail, labelOf)}
            media={media}
          />
        ) : loading && draft.template ? (
          <div className="space-y-2 rounded-lg border bg-surface p-2.5">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        ) : (
          <p className="flex flex-col items-center gap-2 px-4 py-24 text-center text-sm text-muted">
            <MessageSquareText size={20} aria-hidden />
            Choose a template to see the message here
          </p>
        )}
      </PhoneFrame>
      <p
        className={cx(
          'mt-2 text-center text-xs tabular-nums',
          length > limits.templateBody ? 'text-bad' : 'text-muted',
        )}
      >
        {detail ? `${count(length)} of ${count(limits.templateBody)} characters` : '\u00a0'}
      </p>
    </>
  )
}
