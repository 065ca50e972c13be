import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: ReactNode
  /** what to do next */
  text?: ReactNode
  icon?: LucideIcon
  /** the button that does it */
  action?: ReactNode
}

/** Instead of a list that has nothing in it. */
export function EmptyState({ title, text, icon: Icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-14 text-center">
      {Icon && <Icon size={22} aria-hidden className="mb-3 text-muted" />}
      <p className="font-medium">{title}</p>
      {text && <p className="mt-1 max-w-sm text-sm text-muted">{text}</p>}
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  )
}
