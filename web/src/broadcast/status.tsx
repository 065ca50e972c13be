import { CircleCheck, CircleDashed, CirclePause, CircleStop, Send } from 'lucide-react'
import type { Broadcast, BroadcastCounts } from '#contracts/broadcast.ts'
import { count, Status } from '../ui/index.ts'

export const broadcastStates = {
  PREPARING: { label: 'Preparing', tone: 'accent', icon: CircleDashed },
  SENDING: { label: 'Sending', tone: 'accent', icon: Send },
  PAUSED: { label: 'Paused', tone: 'warn', icon: CirclePause },
  COMPLETED: { label: 'Completed', tone: 'good', icon: CircleCheck },
  STOPPED: { label: 'Stopped', tone: 'bad', icon: CircleStop },
} as const

/** A broadcast's state with its icon. */
export function BroadcastState({ status }: { status: Broadcast['status'] }) {
  const { label, tone, icon } = broadcastStates[status]
  return (
    <Status tone={tone} icon={icon}>
      {label}
    </Status>
  )
}

/** How many recipients were sent to, or given up, of 100. */
export function progressOf({ total, queued, sending }: BroadcastCounts): number {
  return total ? ((total - queued - sending) / total) * 100 : 0
}

/** A number that may change: its digits keep their width. */
export function Count({ value }: { value: number }) {
  return <span className="tabular-nums">{count(value)}</span>
}
