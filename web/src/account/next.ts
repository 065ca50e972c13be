/** The sign-in page's address that leads back to `from` afterwards; the dashboard needs no mention. */
export function loginAddress(from: string): string {
  return from === '/dashboard' || from.startsWith('/login') ? '/login' : `/login?next=${encodeURIComponent(from)}`
}

/** Where to go after signing in: `next` of the query when it is a path of this site, otherwise the dashboard. */
export function afterSignIn(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next')
  if (!next?.startsWith('/')) return '/dashboard'
  // the browser's own reading decides: "//host" and "/\host" are other sites
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (!url || url.origin !== origin || url.pathname === '/login' || url.pathname === '/') return '/dashboard'
  return url.pathname + url.search + url.hash
}
