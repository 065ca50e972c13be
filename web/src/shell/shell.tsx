import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { loadProfile } from '../account/actions.ts'
import { session } from '../session.ts'
import { openSocket } from '../socket.ts'
import { keep, kept } from '../storage.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from './drawer.tsx'
import { Screens } from './screens.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

const collapsedKey = 'parley.menu'

/** Everything around the screens of someone who is signed in: menu, top bar, the socket. */
export default function Shell() {
  const { profile } = useSnapshot(session)
  const [failed, setFailed] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const [collapsed, setCollapsed] = useState(kept(collapsedKey) === 'collapsed')
  const [drawer, setDrawer] = useState(false)
  const [path] = useLocation()
  const known = profile !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads again
  useEffect(() => {
    if (known) return
    const abort = new AbortController()
    setFailed(null)
    loadProfile(abort.signal).catch(error => {
      if (!abort.signal.aborted) setFailed(error instanceof Error ? error.message : String(error))
    })
    return () => abort.abort()
  }, [known, tries])
  useEffect(() => (known ? openSocket() : undefined), [known])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address closes the drawer and begins at the top
  useEffect(() => {
    setDrawer(false)
    scrollTo(0, 0)
  }, [path])

  if (failed) {
    return (
      <div role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-3 px-6 text-center">
        <p>{failed}</p>
        <Button onClick={() => setTries(tries + 1)}>Try again</Button>
      </div>
    )
  }
  const toggle = () => {
    setCollapsed(!collapsed)
    keep(collapsedKey, collapsed ? null : 'collapsed')
  }
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-20 rounded bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        Skip to content
      </a>
      <aside
        className={`sticky top-0 hidden h-dvh shrink-0 border-r bg-canvas transition-[width] lg:block ${collapsed ? 'w-[57px]' : 'w-56'}`}
      >
        <SideMenu collapsed={collapsed} onToggle={toggle} />
      </aside>
      {drawer && (
        <Drawer onClose={() => setDrawer(false)}>
          <SideMenu onClose={() => setDrawer(false)} />
        </Drawer>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onMenu={() => setDrawer(true)} />
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[1200px] flex-1 p-4 sm:p-6">
          <Screens />
        </main>
      </div>
    </div>
  )
}
