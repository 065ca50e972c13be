import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from './cx.ts'
import { Tooltip } from './tooltip.tsx'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-edge bg-surface text-text hover:bg-hover',
  quiet: 'text-text hover:bg-hover',
  danger: 'bg-bad-fill text-on-accent hover:brightness-110',
} as const
export type ButtonVariant = keyof typeof variants

interface Look {
  variant?: ButtonVariant
  icon?: LucideIcon
  children: ReactNode
}
const look = (variant: ButtonVariant, extra?: string) =>
  cx(
    'inline-flex h-8 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded px-3 text-sm font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress',
    variants[variant],
    extra,
  )

type ButtonProps = Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>

/** A button; `busy` shows that it works and takes no further click, without losing the focus. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', icon: Icon, busy, children, className, onClick, type = 'button', ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={look(variant, className)}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {busy ? (
        <LoaderCircle size={15} aria-hidden className="animate-spin" />
      ) : (
        Icon && <Icon size={15} aria-hidden className="shrink-0" />
      )}
      {children}
    </button>
  )
})

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ href, variant = 'secondary', icon: Icon, children }: Look & { href: string }) {
  return (
    <Link href={href} className={look(variant)}>
      {Icon && <Icon size={15} aria-hidden className="shrink-0" />}
      {children}
    </Link>
  )
}

type IconButtonProps = { icon: LucideIcon; label: string; size?: number } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'children'
>

/** An icon that is a button; its label is read out and shown as a tooltip. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon: Icon, label, size = 16, className, type = 'button', ...rest },
  ref,
) {
  return (
    <Tooltip text={label}>
      <button
        ref={ref}
        type={type}
        aria-label={label}
        className={cx(
          'inline-flex size-8 items-center justify-center rounded text-muted transition-colors hover:bg-hover hover:text-text disabled:opacity-40',
          className,
        )}
        {...rest}
      >
        <Icon size={size} aria-hidden />
      </button>
    </Tooltip>
  )
})
