import type { BroadcastCounts } from '#contracts/broadcast.ts'
import { count, cx } from '../ui/index.ts'
import { Count } from './status.tsx'

/** From the best to what has not begun; each recipient is in one. */
const states = [
  { state: 'read', label: 'Read', colour: 'bg-accent' },
  { state: 'delivered', label: 'Delivered', colour: 'bg-good' },
  { state: 'sent', label: 'Sent', colour: 'bg-good/60' },
  { state: 'accepted', label: 'Accepted', colour: 'bg-good/30' },
  { state: 'failed', label: 'Failed', colour: 'bg-bad-fill' },
  { state: 'unknown', label: 'Unknown', colour: 'bg-warn' },
  { state: 'sending', label: 'Sending', colour: 'bg-accent/40' },
  { state: 'queued', label: 'Queued', colour: 'bg-edge' },
] as const satisfies readonly { state: keyof BroadcastCounts; label: string; colour: string }[]

/** How many recipients are where now: a bar of all, and the numbers. */
export function Counts({ counts }: { counts: BroadcastCounts }) {
  const told = states.filter(({ state }) => counts[state]).map(({ state, label }) => `${label} ${count(counts[state])}`)
  return (
    <div>
      <div
        role="img"
        aria-label={told.length ? told.join(', ') : 'No recipients yet'}
        className="flex h-2.5 gap-px overflow-hidden rounded-full bg-line"
      >
        {states.map(({ state, colour }) => (
          <span
            key={state}
            className={cx('h-full transition-[flex-grow] duration-300 ease-out', colour, !counts[state] && 'hidden')}
            style={{ flexGrow: counts[state], flexBasis: 2 }}
          />
        ))}
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {states.map(({ state, label, colour }) => (
          <div key={state}>
            <dt className="flex items-center gap-1.5 text-xs text-muted">
              <span aria-hidden className={cx('size-2 rounded-full', colour)} />
              {label}
            </dt>
            <dd
              className={cx(
                'mt-0.5 text-lg font-semibold',
                !counts[state] && 'text-muted',
                state === 'failed' && counts.failed > 0 && 'text-bad',
              )}
            >
              <Count value={counts[state]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
