import { Lock } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { Route, Switch, useLocation } from 'wouter'
import { messages } from '#contracts/messages.ts'
import { screenNeeds } from '#contracts/screens.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { NotFound } from '../not-found.tsx'
import { session, useMayI } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/status.tsx'

const Dashboard = lazy(() => import('../dashboard/dashboard.tsx'))
const Contacts = lazy(() => import('../contacts/routes.tsx'))
const Broadcast = lazy(() => import('../broadcast/routes.tsx'))

/** The screen of the present address, for who may see it. */
export function Screens() {
  const [path] = useLocation()
  return (
    <ErrorBoundary resetOn={path}>
      <Suspense fallback={<PageSkeleton />}>
        <Guard path={path}>
          <Switch>
            <Route path="/dashboard">
              <Dashboard />
            </Route>
            <Route path="/customer-master/*?">
              <Contacts />
            </Route>
            <Route path="/campaigns/broadcast/*?">
              <Broadcast />
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Guard>
      </Suspense>
    </ErrorBoundary>
  )
}

function Guard({ path, children }: { path: string; children: ReactNode }) {
  const { profile } = useSnapshot(session)
  const mayI = useMayI()
  if (!profile) return <PageSkeleton />
  if (mayI(screenNeeds(path))) return children
  return (
    <div className="mx-auto max-w-md pt-16">
      <Lock size={22} aria-hidden className="mb-3 text-muted" />
      <PageHeader
        title={messages.accessDenied}
        text="Your role does not include this screen. An administrator can change that."
      />
      <ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>
    </div>
  )
}

/** A header and a table, as most screens begin. */
function PageSkeleton() {
  return (
    <div aria-busy="true">
      <div className="mb-4 flex h-8 items-center justify-between">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-8 w-24" />
      </div>
      <div className="space-y-4 rounded-lg border bg-surface p-4">
        {['w-3/4', 'w-2/3', 'w-4/5', 'w-1/2', 'w-3/5'].map(width => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}
