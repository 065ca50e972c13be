import type { ReactNode } from 'react'

/** A form with the preview of its message: beside it where there is room, below it on a phone. */
export function WithPreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0 space-y-5">{children}</div>
      <div className="lg:sticky lg:top-[72px]">{preview}</div>
    </div>
  )
}
