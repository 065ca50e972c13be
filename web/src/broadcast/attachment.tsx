import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { validateMedia } from '#contracts/enterprise.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import type { FileRef } from '#contracts/reply.ts'
import { ApiError, call } from '../api.ts'
import { upload } from '../files.ts'
import { FilePicker, fileSize, toast } from '../ui/index.ts'

type MediaType = keyof typeof kinds
const kinds = {
  IMAGE: { label: 'Choose an image', named: 'JPEG or PNG', accepted: ['image/jpeg', 'image/png'] },
  VIDEO: { label: 'Choose a video', named: 'MP4 or 3GP', accepted: ['video/mp4', 'video/3gpp'] },
  DOC: { label: 'Choose a document', named: 'PDF', accepted: ['application/pdf'] },
} as const

interface AttachmentProps {
  type: MediaType
  value: FileRef | null
  error?: string
  onChange: (media: FileRef | null, file: File | null) => void
}

/** The media of a template's header: it goes up at once, and counts only when the server takes it. */
export function Attachment({ type, value, error, onChange }: AttachmentProps) {
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const { label, named, accepted } = kinds[type]
  const maxBytes = limits.mediaBytes[type]
  const refuse = (message: string) => {
    setProblem(message)
    setFile(null)
    toast.error(message)
  }
  const take = async (chosen: File) => {
    setProblem(undefined)
    if (!accepted.some(mime => mime === chosen.type)) return refuse(messages.invalidFileType)
    if (chosen.size > maxBytes) return refuse(`This file is too large. The limit is ${maxBytes / 1024 ** 2} MB`)
    const controller = new AbortController()
    abort.current = controller
    const { signal } = controller
    setFile(chosen)
    setProgress(0)
    try {
      const { id } = await upload(chosen, setProgress, signal)
      const media = await call(validateMedia, { query: { id, channelType: 'WHATSAPP', mediaType: type }, signal })
      onChange(media, chosen)
    } catch (thrown) {
      if (signal.aborted) return
      const isMissing = thrown instanceof ApiError && thrown.status === 404
      refuse(isMissing ? messages.mediaNotFound : thrown instanceof Error ? thrown.message : messages.wrong)
    } finally {
      if (!signal.aborted) setProgress(undefined)
    }
  }
  const remove = () => {
    abort.current?.abort()
    setFile(null)
    setProgress(undefined)
    onChange(null, null)
  }
  return (
    <div>
      <p className="mb-1 text-sm font-medium">
        Attachment
        <span aria-hidden className="text-bad">
          {' *'}
        </span>
      </p>
      <FilePicker
        label={label}
        hint={`${named}, up to ${fileSize(maxBytes)}`}
        error={problem ?? error}
        accept={accepted.join(',')}
        file={value ?? file}
        progress={progress}
        onFile={take}
        onRemove={remove}
      />
    </div>
  )
}

/** The media of a broadcast that was sent. */
export function SentAttachment({ name }: { name: string }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">Attachment</p>
      <p className="flex items-center gap-2 rounded-md border px-3 py-2 text-sm text-muted">
        <FileText size={16} aria-hidden className="shrink-0" />
        <span className="min-w-0 truncate">{name}</span>
      </p>
    </div>
  )
}
