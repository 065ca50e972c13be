import { ChevronDown, LogOut, Menu as MenuIcon, Monitor, Moon, Sun } from 'lucide-react'
import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { signOut } from '../account/actions.ts'
import { session } from '../session.ts'
import { theme, themes } from '../theme.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { ConnectionMark } from './connection-mark.tsx'
import { breadcrumb } from './place.ts'

/** Where one is, whether the page hears the server, how it looks, and who is signed in. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const [path] = useLocation()
  return (
    <header className="sticky top-0 z-10 flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-4 sm:px-6">
      <span className="-ml-2 lg:hidden">
        <IconButton icon={MenuIcon} label="Open the menu" size={18} onClick={onMenu} />
      </span>
      <Breadcrumb names={breadcrumb(path)} />
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <ConnectionMark />
        <ThemeMenu />
        <ProfileMenu />
      </div>
    </header>
  )
}

function Breadcrumb({ names }: { names: string[] }) {
  return (
    <p className="flex min-w-0 items-center gap-1.5 truncate text-sm">
      {names.map((name, n) => (
        <Fragment key={name}>
          {n > 0 && (
            <span aria-hidden className="text-edge">
              /
            </span>
          )}
          <span className={n === names.length - 1 ? 'truncate font-medium' : 'hidden text-muted sm:inline'}>
            {name}
          </span>
        </Fragment>
      ))}
    </p>
  )
}

const looks = {
  system: { label: 'As the system', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
} as const

function ThemeMenu() {
  const { choice } = useSnapshot(theme)
  const Icon = looks[choice].icon
  return (
    <Menu
      label={`Theme: ${looks[choice].label}`}
      trigger={<Icon size={16} aria-hidden />}
      className="size-8 justify-center text-muted hover:text-text"
      items={themes.map(name => ({
        ...looks[name],
        checked: name === choice,
        onSelect: () => {
          theme.choice = name
        },
      }))}
    />
  )
}

function ProfileMenu() {
  const { profile } = useSnapshot(session)
  if (!profile) return <span className="skeleton size-7 rounded-full" />
  const initials = profile.name
    .split(/\s+/)
    .map(word => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()
  return (
    <Menu
      label={`${profile.name}: account`}
      className="h-8 gap-1.5 px-1"
      trigger={
        <>
          <span
            data-initials={initials}
            className="flex size-6 items-center justify-center rounded-full bg-accent-soft text-[11px] font-semibold text-accent-text before:content-[attr(data-initials)]"
          />
          <span className="hidden max-w-40 truncate text-sm font-medium sm:inline">{profile.name}</span>
          <ChevronDown size={14} aria-hidden className="text-muted" />
        </>
      }
      header={
        <>
          <p className="font-medium">{profile.name}</p>
          <p className="text-muted">{profile.emailId}</p>
          <p className="text-muted">{profile.enterprise.name}</p>
        </>
      }
      items={[{ label: 'Sign out', icon: LogOut, onSelect: signOut }]}
    />
  )
}
