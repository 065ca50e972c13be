import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { afterSignIn, loginAddress } from './account/next.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFound } from './not-found.tsx'
import { session } from './session.ts'
import './theme.ts'
import { Toaster } from './ui/toaster.tsx'

const SignIn = lazy(() => import('./account/sign-in.tsx'))
// everything behind the sign-in, so that its page stays light
const Shell = lazy(() => import('./shell/shell.tsx'))
const Components = import.meta.env.DEV ? lazy(() => import('./ui/components-page.tsx')) : null

/** Areas that need a session; their screens are in shell/screens.tsx. */
const areas = /^\/(dashboard|customer-master|campaigns)(\/.*)?$/

export function App() {
  return (
    <ErrorBoundary>
      <Suspense>
        <Switch>
          <Route path="/">
            <Redirect to="/dashboard" replace />
          </Route>
          <Route path="/login">
            <Login />
          </Route>
          {Components && (
            <Route path="/dev/components">
              <Components />
            </Route>
          )}
          <Route path={areas}>
            <Signed />
          </Route>
          <Route>
            <main>
              <NotFound />
            </main>
          </Route>
        </Switch>
      </Suspense>
      <Toaster />
    </ErrorBoundary>
  )
}

function Login() {
  const { token } = useSnapshot(session)
  const search = useSearch()
  return token ? <Redirect to={afterSignIn(search, location.origin)} replace /> : <SignIn />
}

function Signed() {
  const { token } = useSnapshot(session)
  const [path] = useLocation()
  const search = useSearch()
  if (!token) return <Redirect to={loginAddress(search ? `${path}?${search}` : path)} replace />
  // another session is another person: nothing of the one before stays
  return <Shell key={token} />
}
