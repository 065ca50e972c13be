import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { Children, type ReactNode, useEffect, useState } from 'react'
import { limits } from '#contracts/limits.ts'
import { IconButton } from './button.tsx'

/** The cards of a carousel template, one at a time; they move on by themselves unless looked at, stopped or unwanted. */
export function PreviewCarousel({ children }: { children: ReactNode }) {
  const cards = Children.toArray(children)
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [held, setHeld] = useState(false)
  const moves = playing && !held && cards.length > 1

  useEffect(() => {
    if (!moves) return
    const timer = setTimeout(() => setAt((at + 1) % cards.length), limits.carouselIntervalMs)
    return () => clearTimeout(timer)
  }, [moves, at, cards.length])

  const shown = Math.min(at, cards.length - 1)
  const go = (step: number) => setAt((shown + step + cards.length) % cards.length)
  return (
    <section
      aria-label="Cards"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* all cards lie in one place, so that the tallest gives the height and nothing jumps */}
      <div className="grid">
        {cards.map((card, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards keep their order
          <div key={n} className={n === shown ? 'col-start-1 row-start-1' : 'invisible col-start-1 row-start-1'}>
            {card}
          </div>
        ))}
      </div>
      {cards.length > 1 && (
        <div className="mt-1 flex items-center justify-between">
          <IconButton icon={ChevronLeft} label="Card before" onClick={() => go(-1)} />
          <span className="flex items-center text-xs tabular-nums text-muted">
            Card {shown + 1} of {cards.length}
            <IconButton
              icon={playing ? Pause : Play}
              size={13}
              label={playing ? 'Stop moving' : 'Move by themselves'}
              onClick={() => setPlaying(!playing)}
            />
          </span>
          <IconButton icon={ChevronRight} label="Next card" onClick={() => go(1)} />
        </div>
      )}
    </section>
  )
}
