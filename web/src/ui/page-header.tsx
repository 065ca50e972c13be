import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { brand } from '../brand.ts'

interface PageHeaderProps {
  title: string
  /** beside the title, quieter: a count, a badge */
  aside?: ReactNode
  text?: ReactNode
  back?: { href: string; label: string }
  /** buttons at the right, the main one last */
  actions?: ReactNode
}

/** What the page is and what one can do on it; also the browser's title. */
export function PageHeader({ title, aside, text, back, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${brand.title}`
  }, [title])
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          {back && (
            <Link
              href={back.href}
              aria-label={back.label}
              title={back.label}
              className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
            >
              <ArrowLeft size={17} aria-hidden />
            </Link>
          )}
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {aside}
        </div>
        {text && <p className="mt-1 max-w-prose text-sm text-muted">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

/** A surface on the page: for a table with its filters and pager, or a form. Never put one into another. */
export function Panel({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="overflow-hidden rounded-lg border bg-surface">
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-b px-3 py-2">
          {title && <h2 className="py-1 text-base font-semibold">{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
