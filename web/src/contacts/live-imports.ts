import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Import } from '#contracts/contacts.ts'
import { live } from '../socket.ts'
import { contactsChanged } from './groups.ts'

/** The newer of what a call and what the socket told of an import: one that has ended does not go on. */
function newer(fetched: Import, told: Import | undefined): Import {
  return told && (fetched.state === 'WAITING' || told.state !== 'WAITING') ? told : fetched
}

/** An import as it is now. When it ends while it is watched, lists are fetched again. */
export function useLiveImport<T extends Import | undefined>(fetched: T): T | Import {
  const told = useSnapshot(live).imports
  const now = fetched && newer(fetched, told[fetched.uploadId])
  const state = now?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'WAITING' && state && state !== 'WAITING') contactsChanged()
    before.current = state
  }, [state])
  return now ?? fetched
}

/** A page of imports as they are now; `onUnknown` is called when one was started that is not among them. */
export function useLiveImports(fetched: readonly Import[] | undefined, onUnknown: () => void): Import[] | undefined {
  const told = useSnapshot(live).imports
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!fetched) return
    const oldest = fetched.at(-1)?.startedTimeStr ?? ''
    const unknown = Object.values(told).filter(
      ({ uploadId, startedTimeStr }) =>
        startedTimeStr > oldest && !asked.current.has(uploadId) && !fetched.some(row => row.uploadId === uploadId),
    )
    for (const { uploadId } of unknown) asked.current.add(uploadId)
    if (unknown.length) onUnknown()
  }, [told, fetched, onUnknown])
  return fetched?.map(row => newer(row, told[row.uploadId]))
}
