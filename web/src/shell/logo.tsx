import { brand } from '../brand.ts'

/** The brand: its mark, with its name unless short. */
export function Logo({ short = false }: { short?: boolean }) {
  return (
    <span className="flex items-center gap-2 text-base font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden>
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          className="fill-on-accent"
          d="M9 10.5h14a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-7L11 25v-3.5H9A1.5 1.5 0 0 1 7.5 20v-8A1.5 1.5 0 0 1 9 10.5Z"
        />
      </svg>
      <span className={short ? 'sr-only' : undefined}>{brand.title}</span>
    </span>
  )
}
