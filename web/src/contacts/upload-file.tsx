import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { isCsvName, type ParsedFile, sampleCsv, uploadCsv } from '#contracts/contacts.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { useAction } from '../action.ts'
import { call } from '../api.ts'
import { download, upload } from '../files.ts'
import { Button, FilePicker, FormErrors, fileSize, Panel } from '../ui/index.ts'
import { useLeaveGuard } from './leave-guard.tsx'

/** A file that went up, and what the server read in it. */
export interface Read {
  file: { name: string; size: number }
  parsed: z.infer<typeof ParsedFile>
}

/** Takes a CSV and sends it; nothing is imported yet. */
export function UploadFile({ onRead }: { onRead: (read: Read) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [percent, setPercent] = useState(0)
  const [refused, setRefused] = useState<string>()
  const abort = useRef<AbortController>(undefined)

  const send = useAction(async (chosen: File) => {
    abort.current = new AbortController()
    const { signal } = abort.current
    try {
      const { id, name, size } = await upload(chosen, setPercent, signal)
      const body = { file: { name, path: id, source: 'URL' as const } }
      const parsed = await call(uploadCsv, { body, signal })
      if ('parsedHeaders' in parsed) onRead({ file: { name, size }, parsed })
    } finally {
      setFile(null)
    }
  })
  const guard = useLeaveGuard(send.busy, 'The file is still going up. Leaving gives it up.')

  const take = (chosen: File) => {
    send.clear()
    const reason = whyNot(chosen)
    setRefused(reason)
    if (reason) return
    setPercent(0)
    setFile(chosen)
    send.run(chosen)
  }
  return (
    <Panel
      title="Choose a file"
      actions={
        <Button icon={Download} onClick={() => download(sampleCsv, {}, 'Sample.csv')}>
          Sample CSV
        </Button>
      }
    >
      <div className="space-y-4 p-3">
        <FormErrors problems={send.problems} />
        <FilePicker
          label="Choose a CSV file, or drop it here"
          hint={`Up to ${fileSize(limits.uploadBytes)}. Its first line names the columns.`}
          accept=".csv,text/csv"
          error={refused}
          file={file}
          progress={percent}
          onFile={take}
          onRemove={() => abort.current?.abort()}
        />
        <p role="status" className={file ? 'text-sm text-muted' : 'sr-only'}>
          {file && (percent < 100 ? `Uploading ${file.name} …` : `Reading ${file.name} …`)}
        </p>
        <ol className="list-decimal space-y-1 pl-5 text-sm text-muted">
          <li>Send the file. Nothing is imported yet.</li>
          <li>Say which column fills which field, and see how the first rows turn out.</li>
          <li>
            Start the import and watch it. Refused rows are listed with their reasons, to be mended and sent again.
          </li>
        </ol>
      </div>
      {guard.dialog}
    </Panel>
  )
}

function whyNot(file: File): string | undefined {
  if (!isCsvName(file.name)) return `${messages.onlyCsv}. In a spreadsheet, choose Save as, CSV UTF-8`
  if (file.size === 0) return 'This file is empty. Choose another one'
  if (file.size > limits.uploadBytes) return `This file is larger than ${fileSize(limits.uploadBytes)}. Split it`
}
