import { History, Users } from 'lucide-react'
import { useState } from 'react'
import type { Import } from '#contracts/contacts.ts'
import { Badge, ButtonLink, PageHeader } from '../ui/index.ts'
import { type Chosen, kinds, useGroups } from './groups.ts'
import { MappingForm } from './mapping-form.tsx'
import { places } from './places.ts'
import { type Read, UploadFile } from './upload-file.tsx'
import { UploadStarted } from './upload-started.tsx'

/** Imports a CSV, into a group or with a label when one is given: choose the file, map its columns, start. */
export function UploadScreen({ into }: { into?: Chosen }) {
  const [read, setRead] = useState<Read | null>(null)
  const [started, setStarted] = useState<Import | null>(null)
  const { data } = useGroups(into?.kind ?? 'groups')
  const name = data?.find(({ id }) => id === into?.id)?.name
  const again = () => {
    setRead(null)
    setStarted(null)
  }
  return (
    <>
      <PageHeader
        title="Upload"
        aside={
          into &&
          name && (
            <Badge tone="accent">
              {kinds[into.kind].label}: {name}
            </Badge>
          )
        }
        back={{ href: places.customers, label: 'Back to contacts' }}
        actions={
          <>
            <ButtonLink href={places.uploads} icon={History}>
              My Uploads
            </ButtonLink>
            <ButtonLink href={places.customers} icon={Users}>
              Contacts
            </ButtonLink>
          </>
        }
      />
      {started ? (
        <UploadStarted started={started} into={into} onAgain={again} />
      ) : read ? (
        <MappingForm key={read.parsed.uploadId} read={read} into={into} onRemove={again} onStarted={setStarted} />
      ) : (
        <UploadFile onRead={setRead} />
      )}
    </>
  )
}
