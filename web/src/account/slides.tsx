import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { brand } from '../brand.ts'
import { cx } from '../ui/cx.ts'

const intervalMs = 3_000

const { slides } = brand

/** What the brand has to say, a slide at a time; rests while pointed at, focused, or paused. Arrow keys turn it. */
export function Slides() {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (paused || held) return
    const timer = setInterval(() => setAt(n => (n + 1) % slides.length), intervalMs)
    return () => clearInterval(timer)
  }, [paused, held])

  const typed = ({ key }: KeyboardEvent) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (step) setAt((at + step + slides.length) % slides.length)
  }
  const Icon = paused ? Play : Pause
  return (
    <aside
      aria-label={`About ${brand.title}`}
      className="relative hidden flex-col justify-between overflow-hidden border-l bg-canvas p-12 lg:flex"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={typed}
    >
      <p className="max-w-md text-2xl font-semibold tracking-tight">{brand.line}</p>
      <Chat />
      <div>
        <div className="grid">
          {slides.map(({ title, text }, n) => (
            <div
              key={title}
              aria-hidden={n !== at}
              className={cx('col-start-1 row-start-1 transition-opacity duration-500', n !== at && 'opacity-0')}
            >
              <p className="text-lg font-semibold">{title}</p>
              <p className="mt-1 max-w-md text-muted">{text}</p>
            </div>
          ))}
        </div>
        <div className="mt-5 flex items-center gap-1">
          {slides.map(({ title }, n) => (
            <button
              key={title}
              type="button"
              aria-label={title}
              aria-current={n === at}
              onClick={() => setAt(n)}
              className="flex h-6 items-center rounded px-1"
            >
              <span className={cx('h-1 w-6 rounded-full', n === at ? 'bg-accent' : 'bg-edge')} />
            </button>
          ))}
          <button
            type="button"
            aria-label={paused ? 'Play the slides' : 'Pause the slides'}
            onClick={() => setPaused(!paused)}
            className="ml-1 flex size-6 items-center justify-center rounded text-muted hover:text-text"
          >
            <Icon size={13} aria-hidden />
          </button>
        </div>
      </div>
    </aside>
  )
}

const lines = [
  { mine: true, text: 'Your order is on its way and arrives tomorrow.' },
  { mine: false, text: 'Can it come after six?' },
  { mine: true, text: 'Of course. We moved it to 18:30.' },
]

/** What the product is for, in three lines. */
function Chat() {
  return (
    <div aria-hidden className="flex w-full max-w-md flex-col gap-2 text-sm">
      {lines.map(({ mine, text }) => (
        <p
          key={text}
          className={cx(
            'max-w-72 rounded-xl px-3.5 py-2.5',
            mine ? 'self-end bg-accent text-on-accent' : 'self-start border bg-surface',
          )}
        >
          {text}
        </p>
      ))}
    </div>
  )
}
