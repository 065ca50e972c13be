import { useState } from 'react'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { Button, counted, Dialog, Field, MultiSelect, type Option } from '../ui/index.ts'
import { customers } from './sources.ts'

interface PhoneBooksProps {
  value: Option[]
  onYes: (customers: Option[]) => void
  onClose: () => void
}

/** Picks customers out of the phone book. */
export function PhoneBooks({ value, onYes, onClose }: PhoneBooksProps) {
  const [picked, setPicked] = useState(value)
  const [tried, setTried] = useState(false)
  const problem = !picked.length
    ? messages.fieldMandatory
    : picked.length > limits.phoneBookPicks
      ? `At most ${counted(limits.phoneBookPicks, 'contact')} can be picked. Send to a group instead`
      : undefined
  return (
    <Dialog
      title="Phone Books List"
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!problem) onYes(picked)
      }}
      footer={
        <>
          <Button onClick={onClose}>No</Button>
          <Button type="submit" variant="primary">
            Yes
          </Button>
        </>
      }
    >
      <Field
        label="Select Customer"
        required
        error={tried ? problem : undefined}
        hint={picked.length ? `${counted(picked.length, 'contact')} picked` : 'Search by name or number'}
      >
        {control => (
          <MultiSelect
            {...control}
            source={customers}
            placeholder="Name or number"
            value={picked}
            onChange={setPicked}
          />
        )}
      </Field>
    </Dialog>
  )
}
