import { proxy } from 'valtio'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'

export interface ToastState {
  id: number
  kind: 'success' | 'error' | 'info'
  text: string
  link?: ToastLink
}
/** Where what the toast tells can be seen. */
interface ToastLink {
  label: string
  href: string
}

/** The one toast on the screen, which a newer one replaces. */
export const toasts = proxy<{ current: ToastState | null }>({ current: null })
let last = 0

function show(kind: ToastState['kind'], text: string, link?: ToastLink): void {
  last += 1
  toasts.current = { id: last, kind, text, link }
}

export const toast = {
  success: (text: string, link?: ToastLink) => show('success', text, link),
  info: (text: string) => show('info', text),
  /** A text, or whatever was thrown; a call that was given up is not told. */
  error(problem: unknown): void {
    if (problem instanceof DOMException && problem.name === 'AbortError') return
    show('error', typeof problem === 'string' ? problem : problem instanceof Error ? problem.message : messages.wrong)
  },
  dismiss(): void {
    toasts.current = null
  },
}

/** How long a toast stays, in milliseconds. */
export const toastMs = (kind: ToastState['kind']) => (kind === 'error' ? limits.toastErrorMs : limits.toastMs)
