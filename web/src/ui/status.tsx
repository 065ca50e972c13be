import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: { badge: 'bg-hover text-muted', text: 'text-muted', bar: 'bg-muted' },
  accent: { badge: 'bg-accent-soft text-accent-text', text: 'text-accent-text', bar: 'bg-accent' },
  good: { badge: 'bg-good-soft text-good', text: 'text-good', bar: 'bg-good' },
  warn: { badge: 'bg-warn-soft text-warn', text: 'text-warn', bar: 'bg-warn' },
  bad: { badge: 'bg-bad-soft text-bad', text: 'text-bad', bar: 'bg-bad-fill' },
} as const
export type Tone = keyof typeof tones

/** A word about something, such as a state. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center whitespace-nowrap rounded-full px-2 text-xs font-medium tabular-nums',
        tones[tone].badge,
      )}
    >
      {children}
    </span>
  )
}

/** A state with its icon, for tables. */
export function Status({
  tone = 'neutral',
  icon: Icon,
  children,
}: {
  tone?: Tone
  icon: LucideIcon
  children: ReactNode
}) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle">
      <Icon size={15} aria-hidden className={cx('shrink-0', tones[tone].text)} />
      {children}
    </span>
  )
}

interface ProgressProps {
  /** 0 to 100 */
  value: number
  /** what is under way, for those who cannot see it */
  label: string
  tone?: Tone
}

/** How far something is. It glides to its new value. */
export function ProgressBar({ value, label, tone = 'accent' }: ProgressProps) {
  const percent = Math.max(0, Math.min(100, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={cx('h-full rounded-full transition-[width] duration-300 ease-out', tones[tone].bar)}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}

/** Stands in for a text or a block that is being loaded; give it the size of what comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('skeleton block', className)} />
}
