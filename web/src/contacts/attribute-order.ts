import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldDefinition, moveField } from '#contracts/contacts.ts'
import { call } from '../api.ts'
import { toast } from '../ui/index.ts'
import { contactsChanged } from './groups.ts'
import { moved } from './moved.ts'

/**
 * Definitions in an order that changes at once; the moves go to the server one after the other, each counting on the
 * one before.
 */
export function useOrder(fields: readonly FieldDefinition[] | undefined) {
  const [order, setOrder] = useState<readonly FieldDefinition[] | null>(null)
  const waiting = useRef(0)
  const last = useRef<Promise<void>>(Promise.resolve())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server answered now is the order
  useEffect(() => {
    if (!waiting.current) setOrder(null)
  }, [fields])

  const move = useCallback(
    (from: number, to: number) => {
      setOrder(before => moved(before ?? fields ?? [], from, to))
      waiting.current += 1
      last.current = last.current
        .then(async () => {
          await call(moveField, { body: { from, to } })
        })
        .catch(toast.error)
        .finally(() => {
          waiting.current -= 1
          if (!waiting.current) contactsChanged()
        })
    },
    [fields],
  )
  return { rows: order ?? fields, move }
}
