import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, Send } from 'lucide-react'
import { DeliveryState } from '#contracts/broadcast.ts'
import { Status } from './status.tsx'

const sending = { label: 'Sending', tone: 'accent', icon: Send } as const
export const deliveryLooks = {
  queued: { label: 'Queued', tone: 'neutral', icon: Clock },
  leased: sending,
  dispatching: sending,
  accepted: { label: 'Accepted', tone: 'neutral', icon: Check },
  unknown: { label: 'Unknown', tone: 'warn', icon: CircleHelp },
  sent: { label: 'Sent', tone: 'neutral', icon: Check },
  failed: { label: 'Failed', tone: 'bad', icon: CircleAlert },
  delivered: { label: 'Delivered', tone: 'good', icon: CheckCheck },
  read: { label: 'Read', tone: 'accent', icon: CheckCheck },
} as const satisfies Record<DeliveryState, unknown>

/** Where a message is, with its icon; a state that we have no name for is shown as it came. */
export function DeliveryStatus({ state }: { state: string }) {
  const known = DeliveryState.safeParse(state)
  if (!known.success) return <span>{state}</span>
  const { label, tone, icon } = deliveryLooks[known.data]
  return (
    <Status tone={tone} icon={icon}>
      {label}
    </Status>
  )
}
