import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { menu } from '#contracts/screens.ts'
import { useMayI } from '../session.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { iconOf } from './icons.ts'
import { Logo } from './logo.tsx'
import { menuEntry } from './place.ts'

interface SideMenuProps {
  /** icons alone */
  collapsed?: boolean
  onToggle?: () => void
  /** the cross of the drawer */
  onClose?: () => void
}

/** The screens that the person may see. */
export function SideMenu({ collapsed = false, onToggle, onClose }: SideMenuProps) {
  const mayI = useMayI()
  const [path] = useLocation()
  const here = menuEntry(path)?.path
  const sections = menu
    .map(section => ({ ...section, screens: section.screens.filter(screen => mayI(screen.needs)) }))
    .filter(section => section.screens.length)

  return (
    <div className="flex h-full flex-col">
      <div className={cx('flex h-12 shrink-0 items-center justify-between', collapsed ? 'px-3' : 'px-4')}>
        <Logo short={collapsed} />
        {onClose && <IconButton icon={X} label="Close the menu" onClick={onClose} className="-mr-2" />}
      </div>
      <nav aria-label="Main" className="flex-1 overflow-y-auto overflow-x-hidden px-3 py-1">
        {sections.map(({ label, screens }) => (
          <div key={label} className="mb-3">
            {label &&
              (collapsed ? (
                <hr className="mx-1 mb-3" />
              ) : (
                <p className="px-2 pb-1 pt-1 text-xs font-medium text-muted">{label}</p>
              ))}
            <ul>
              {screens.map(screen => (
                <li key={screen.path}>
                  <Entry {...screen} here={screen.path === here} collapsed={collapsed} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {onToggle && (
        <div className="shrink-0 px-3 py-2">
          <IconButton
            icon={collapsed ? PanelLeftOpen : PanelLeftClose}
            label={collapsed ? 'Widen the menu' : 'Narrow the menu'}
            aria-expanded={!collapsed}
            onClick={onToggle}
          />
        </div>
      )}
    </div>
  )
}

function Entry(props: { path: string; label: string; here: boolean; collapsed: boolean }) {
  const { path, label, here, collapsed } = props
  const Icon = iconOf(path)
  const link = (
    <Link
      href={path}
      aria-current={here ? 'page' : undefined}
      aria-label={collapsed ? label : undefined}
      className={cx(
        'flex h-8 items-center gap-2.5 rounded text-sm font-medium transition-colors',
        collapsed ? 'w-8 justify-center' : 'w-full px-2',
        here ? 'bg-accent-soft text-accent-text' : 'text-text hover:bg-hover',
      )}
    >
      <Icon size={16} aria-hidden className={cx('shrink-0', !here && 'text-muted')} />
      {!collapsed && <span className="truncate">{label}</span>}
    </Link>
  )
  return collapsed ? <Tooltip text={label}>{link}</Tooltip> : link
}
