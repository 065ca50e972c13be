import { proxy, useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import type { Me } from '#contracts/account.ts'
import { messages } from '#contracts/messages.ts'
import { may } from '#contracts/permissions.ts'
import type { Screen } from '#contracts/screens.ts'
import { loginAddress } from './account/next.ts'
import { keep, kept } from './storage.ts'
import { toast } from './ui/toast.ts'

/**
 * The token is in localStorage, not sessionStorage: one sign-in serves every tab (reports open in new ones), signing out
 * ends all of them, and a script on the page could read either. The server slides and ends the session.
 */
const key = 'parley.token'

export const session = proxy<{ token: string | null; profile: Me | null }>({ token: kept(key), profile: null })

/** Begins a session, or ends it (null), in every tab of this browser. */
export function setToken(token: string | null): void {
  keep(key, token)
  session.profile = null
  session.token = token
}

/** The server refused `token`: back to the sign-in page, which leads back here. Says so only once. */
export function sessionExpired(token: string | null): void {
  if (session.token !== token) return
  if (token) toast.error(messages.sessionExpired)
  setToken(null)
  const { pathname, search } = location
  if (pathname !== '/login') navigate(loginAddress(pathname + search), { replace: true })
}

/** Does the person signed in hold what a screen or a call needs (of a list, one)? Drawn again when permissions change. */
export function useMayI(): (needs: Screen['needs']) => boolean {
  const permissions = useSnapshot(session).profile?.permissions ?? []
  return needs => needs === null || may(permissions, needs)
}

addEventListener('storage', event => {
  if (event.key !== key || event.newValue === session.token) return
  // another tab signed in or out
  session.profile = null
  session.token = event.newValue
})
