import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { count } from './format.ts'

interface PagerProps {
  /** offset of the page's first row */
  from: number
  perPage: number
  /** rows on this page */
  shown: number
  hasMore: boolean
  total?: number
  onChange: (from: number) => void
}

/** Which rows these are, and the way to the others. Not there when everything fits on one page. */
export function Pager({ from, perPage, shown, hasMore, total, onChange }: PagerProps) {
  if (from < perPage && !hasMore) return null
  const range = shown ? `${count(from + 1)}–${count(from + shown)}` : ''
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 border-t px-3 py-2">
      <p aria-live="polite" className="text-sm tabular-nums text-muted">
        {total === undefined ? range : `${range} of ${count(total)}`}
      </p>
      <div className="flex gap-2">
        <Button icon={ChevronLeft} disabled={from < perPage} onClick={() => onChange(Math.max(0, from - perPage))}>
          Previous
        </Button>
        <Button disabled={!hasMore} onClick={() => onChange(from + perPage)}>
          Next
          <ChevronRight size={15} aria-hidden />
        </Button>
      </div>
    </nav>
  )
}
