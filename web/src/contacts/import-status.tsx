import { CircleCheck, CircleSlash, CircleX, Clock, Undo2 } from 'lucide-react'
import type { Import } from '#contracts/contacts.ts'
import { ProgressBar, Status } from '../ui/index.ts'

const ended = {
  done: { text: 'Completed', icon: CircleCheck, tone: 'good' },
  failed: { text: 'Failed', icon: CircleX, tone: 'bad' },
  cancelled: { text: 'Cancelled', icon: CircleSlash, tone: 'neutral' },
  undone: { text: 'Undone', icon: Undo2, tone: 'neutral' },
} as const
const going = { mapping: 'Not started', queued: 'Waiting', checking: 'Checking', writing: 'Writing' } as const

/** The text of an import's state: how it ended, or what it does and how far it is. */
export function phaseText({ state, phase, progress }: Import): string {
  if (phase in going && state === 'WAITING') {
    const doing = going[phase as keyof typeof going]
    return phase === 'checking' || phase === 'writing' ? `${doing} ${Math.floor(progress)}%` : doing
  }
  return lookOf({ state, phase }).text
}

function lookOf({ state, phase }: Pick<Import, 'state' | 'phase'>) {
  if (phase === 'cancelled' || phase === 'undone') return ended[phase]
  return state === 'ERROR' ? ended.failed : ended.done
}

/** The state of an import with its icon; while it goes on, with its progress on the same line. */
export function ImportStatus({ row }: { row: Import }) {
  if (row.state !== 'WAITING') {
    const { text, icon, tone } = lookOf(row)
    return (
      <Status tone={tone} icon={icon}>
        {text}
      </Status>
    )
  }
  return (
    <span className="flex items-center gap-3">
      <span className="w-28 shrink-0">
        <Status tone="accent" icon={Clock}>
          {phaseText(row)}
        </Status>
      </span>
      <span className="w-16 shrink-0">
        <ProgressBar value={row.progress} label={`Import of ${row.file.name}`} />
      </span>
    </span>
  )
}
