import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { messages } from '#contracts/messages.ts'
import { useAction } from '../action.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { FormErrors } from './field.tsx'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** the buttons below, the main one last */
  footer?: ReactNode
  /** makes the dialog a form that its submit button sends */
  onSubmit?: () => void
}

const fields = ['input', 'select', 'textarea'].map(name => `${name}:not([disabled], [readonly])`).join(', ')
const sizes = { small: 'sm:max-w-sm', medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' } as const

/** A dialog, open while it is rendered. Keeps the focus inside, closes on Escape, gives the focus back. */
export function Dialog({ size = 'medium', ...props }: DialogProps & { size?: keyof typeof sizes }) {
  return (
    <Modal
      {...props}
      className={cx(
        // a list that spaces its children must not move it
        '!m-auto max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] rounded-lg sm:max-h-[calc(100dvh-96px)]',
        sizes[size],
      )}
    />
  )
}

/** A panel at the right edge for work beside a list; for the rest a dialog. */
export function SidePanel(props: DialogProps) {
  return <Modal {...props} className="!my-0 !ml-auto !mr-0 h-dvh max-h-dvh w-full max-w-full sm:w-[440px]" />
}

function Modal({ title, onClose, children, footer, onSubmit, className }: DialogProps & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    // where the work begins, rather than at the cross
    const first = element?.querySelector<HTMLElement>(`.dialog-body :is(${fields}), .dialog-foot button`)
    first?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React's events pass through the portal to a form around the dialog
    event.stopPropagation()
    onSubmit?.()
  }
  const content = (
    <>
      <div className="flex items-center justify-between gap-4 px-5 pb-1 pt-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} className="-mr-2" />
      </div>
      <div className="dialog-body min-h-0 flex-1 overflow-y-auto px-5 py-3">{children}</div>
      {footer && <div className="dialog-foot flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>}
    </>
  )
  // a browser lets no form lie in another
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={cx('flex-col bg-raised p-0 text-text shadow-float open:flex', className)}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      {onSubmit ? (
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>,
    document.body,
  )
}

interface ConfirmProps {
  title?: string
  text?: ReactNode
  yes?: string
  no?: string
  /** paints the yes in red: what it does cannot be undone */
  danger?: boolean
  /** the dialog closes when it is done; what goes wrong is shown in it */
  onYes: () => Promise<void> | void
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title = 'Delete',
  text = messages.deleteConfirm,
  yes = 'Yes',
  no = 'No',
  danger = true,
  onYes,
  onClose,
}: ConfirmProps) {
  const { run, busy, problems } = useAction(async () => {
    await onYes()
    onClose()
  })
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{no}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => run()}>
            {yes}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <FormErrors problems={problems} />
        <p>{text}</p>
      </div>
    </Dialog>
  )
}
