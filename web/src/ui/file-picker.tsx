import { FileText, Upload, X } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { fileName, fileSize } from './format.ts'
import { ProgressBar } from './status.tsx'

interface FilePickerProps {
  label: string
  hint?: string
  error?: string
  /** as in an input's `accept`; check the file all the same, a drop ignores it */
  accept?: string
  /** the file that is chosen or goes up */
  file?: { name: string; size: number } | null
  /** 0 to 100 while it goes up */
  progress?: number
  onFile: (file: File) => void
  /** takes the file away, or gives its upload up */
  onRemove?: () => void
  disabled?: boolean
}

/** Takes one file by click, keyboard or drop, and shows how far its upload is. */
export function FilePicker(props: FilePickerProps) {
  const { label, hint, error, accept, file, progress, onFile, onRemove, disabled } = props
  const [over, setOver] = useState(false)
  const noteId = useId()
  const note = error ?? hint

  if (file) {
    return (
      <div className="rounded-md border border-edge px-3 py-2">
        <div className="flex items-center gap-2 text-sm">
          <FileText size={16} aria-hidden className="shrink-0 text-muted" />
          <span className="min-w-0 truncate font-medium" title={file.name}>
            {fileName(file.name)}
          </span>
          <span className="whitespace-nowrap tabular-nums text-muted">{fileSize(file.size)}</span>
          <span className="ml-auto flex h-8 items-center tabular-nums text-muted">
            {progress !== undefined && progress < 100 && `${progress}%`}
            {onRemove && <IconButton icon={X} label="Remove the file" onClick={onRemove} disabled={disabled} />}
          </span>
        </div>
        {progress !== undefined && progress < 100 && <ProgressBar value={progress} label={`Uploading ${file.name}`} />}
        {error && (
          <p role="alert" className="mt-1 text-sm text-bad">
            {error}
          </p>
        )}
      </div>
    )
  }
  const take = (files: FileList | null) => {
    const [first] = files ?? []
    if (first && !disabled) onFile(first)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <label
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={cx(
        'flex flex-col items-center gap-1 rounded-md border border-dashed px-4 py-8 text-center text-sm transition-colors',
        'focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text',
        disabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer hover:bg-hover',
        over ? 'border-accent bg-accent-soft' : error ? 'border-bad' : 'border-edge',
      )}
    >
      <Upload size={18} aria-hidden className="text-muted" />
      <span className="font-medium">{label}</span>
      <input
        type="file"
        accept={accept}
        disabled={disabled}
        aria-describedby={note ? noteId : undefined}
        className="sr-only"
        onChange={event => {
          take(event.target.files)
          // the same file may be chosen again
          event.target.value = ''
        }}
      />
      {note && (
        <span id={noteId} role={error ? 'alert' : undefined} className={error ? 'text-bad' : 'text-muted'}>
          {note}
        </span>
      )}
    </label>
  )
}
