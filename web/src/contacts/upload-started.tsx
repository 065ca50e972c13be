import { CircleCheck } from 'lucide-react'
import type { Import } from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { Button, ButtonLink, FormErrors, Panel, ProgressBar } from '../ui/index.ts'
import type { Chosen } from './groups.ts'
import { ImportCounts } from './import-counts.tsx'
import { phaseText } from './import-status.tsx'
import { useLiveImport } from './live-imports.ts'
import { places } from './places.ts'

interface UploadStartedProps {
  started: Import
  into?: Chosen
  onAgain: () => void
}

/** The file is with the server; its import is shown as it goes on. */
export function UploadStarted({ started, into, onAgain }: UploadStartedProps) {
  const row = useLiveImport(started)
  const filter = into ? `?${into.kind === 'groups' ? 'group' : 'tag'}=${into.id}` : ''
  const tone = row.state === 'ERROR' ? 'bad' : row.state === 'COMPLETED' ? 'good' : 'accent'
  return (
    <Panel>
      <div className="mx-auto max-w-2xl space-y-6 px-4 py-8">
        <div role="status" className="flex flex-col items-center text-center">
          <CircleCheck size={28} aria-hidden className="mb-3 text-good" />
          <p className="max-w-full break-words font-medium">{row.file.name}</p>
          <h2 className="text-lg font-semibold">{messages.uploadedSuccessfully}</h2>
          <p className="mt-1 text-sm text-muted">{messages.uploadStatusNote}</p>
        </div>
        <div className="space-y-2">
          <p className="flex justify-between text-sm tabular-nums">
            <span>{phaseText(row)}</span>
            <span className="text-muted">{row.state === 'WAITING' && 'You can leave this page'}</span>
          </p>
          <ProgressBar value={row.state === 'WAITING' ? row.progress : 100} tone={tone} label="Import" />
        </div>
        {row.error && <FormErrors problems={[row.error]} />}
        <ImportCounts row={row} />
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink href={`${places.customers}${filter}`} variant="primary">
            View Customer
          </ButtonLink>
          <ButtonLink href={places.errors(row.uploadId)}>Error List</ButtonLink>
          <Button onClick={onAgain}>Upload another file</Button>
        </div>
      </div>
    </Panel>
  )
}
