import { useEffect } from 'react'
import { brand } from './brand.ts'
import { ButtonLink } from './ui/button.tsx'

/** Where nothing is: the way back to where something is. */
export function NotFound() {
  useEffect(() => {
    document.title = brand.title
  }, [])
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-start justify-center gap-4 px-6">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">Welcome To {brand.title}!</h1>
        <p className="mt-2 text-muted">
          There is no page at this address. It may have moved, or the link may be cut off.
        </p>
      </div>
      <ButtonLink href="/dashboard" variant="primary">
        Go to the dashboard
      </ButtonLink>
    </div>
  )
}
