import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface Options {
  anchor: RefObject<HTMLElement>
  align?: 'start' | 'end' | 'center'
  /** at least as wide as its anchor */
  matchWidth?: boolean
  gap?: number
  onClose?: () => void
}

/**
 * Shows the element of the ref it answers in the top layer (above dialogs, clipped by nothing) beside its anchor, while
 * the element is there. Closes on a click outside and on Escape.
 */
export function usePopover<E extends HTMLElement>(
  open: boolean,
  { anchor, align = 'start', matchWidth, gap = 4, onClose }: Options,
): RefObject<E> {
  const popup = useRef<E>(null)
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    const element = popup.current
    const beside = anchor.current
    if (!open || !element || !beside) return
    element.setAttribute('popover', 'manual')
    Object.assign(element.style, { position: 'fixed', margin: '0', inset: 'auto' })
    element.showPopover()
    const place = () => {
      const at = beside.getBoundingClientRect()
      if (matchWidth) element.style.minWidth = `${at.width}px`
      const { offsetWidth: width, offsetHeight: height } = element
      const above = at.bottom + gap + height > innerHeight && at.top > innerHeight - at.bottom
      const left = align === 'start' ? at.left : align === 'end' ? at.right - width : at.left + at.width / 2 - width / 2
      element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
      element.style.top = `${Math.max(8, above ? at.top - gap - height : at.bottom + gap)}px`
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    sizes.observe(beside)
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      sizes.disconnect()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [open, anchor, align, matchWidth, gap])

  useEffect(() => {
    if (!open) return
    const pressed = (event: PointerEvent) => {
      const { target } = event
      if (!(target instanceof Node) || popup.current?.contains(target) || anchor.current?.contains(target)) return
      close.current?.()
    }
    const typed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !close.current) return
      // a dialog around it stays open
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    document.addEventListener('pointerdown', pressed, true)
    document.addEventListener('keydown', typed, true)
    return () => {
      document.removeEventListener('pointerdown', pressed, true)
      document.removeEventListener('keydown', typed, true)
    }
  }, [open, anchor])
  return popup
}
