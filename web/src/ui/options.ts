import { useEffect, useState } from 'react'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'

export interface Option {
  id: string
  label: string
  /** beside the label, quieter */
  hint?: string
}
/** Where options come from: a short list, or a page at a time. `from` counts the options that are there already. */
export type OptionSource =
  | readonly Option[]
  | ((search: string, from: number, signal: AbortSignal) => Promise<{ options: Option[]; more: boolean }>)

interface Loaded {
  options: readonly Option[]
  more: boolean
  loading: boolean
  error?: string
}

const start = { search: '', from: 0 }

/** Pages shift when something is added meanwhile: each option is there once. */
function joined(before: readonly Option[], next: readonly Option[]): Option[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...next.filter(({ id }) => !known.has(id))]
}

/** The options that fit `search`, loaded while `open`; `loadMore` adds the next page. */
export function useOptions(source: OptionSource, search: string, open: boolean): Loaded & { loadMore: () => void } {
  const [pages, setPages] = useState<Loaded>({ options: [], more: false, loading: false })
  const [wanted, setWanted] = useState(start)
  const typed = search.trim()
  const isList = typeof source !== 'function'

  useEffect(() => {
    if (isList) return
    // opened again, it begins anew
    if (!open) return setWanted(start)
    const change = () => setWanted(before => (before.search === typed ? before : { search: typed, from: 0 }))
    const timer = setTimeout(change, limits.searchDebounceMs)
    return () => clearTimeout(timer)
  }, [isList, open, typed])

  useEffect(() => {
    if (typeof source !== 'function' || !open) return
    const abort = new AbortController()
    const { search, from } = wanted
    setPages(before => ({ ...before, options: from ? before.options : [], loading: true, error: undefined }))
    source(search, from, abort.signal).then(
      ({ options, more }) => {
        if (abort.signal.aborted) return
        setPages(before => ({ options: from ? joined(before.options, options) : options, more, loading: false }))
      },
      error => {
        if (abort.signal.aborted) return
        const text = error instanceof Error ? error.message : messages.wrong
        setPages(before => ({ ...before, more: false, loading: false, error: text }))
      },
    )
    return () => abort.abort()
  }, [source, wanted, open])

  if (typeof source !== 'function') {
    const fits = (text = '') => text.toLowerCase().includes(typed.toLowerCase())
    const options = source.filter(option => fits(option.label) || fits(option.hint))
    return { options, more: false, loading: false, loadMore: () => undefined }
  }
  const loadMore = () => {
    if (pages.more && !pages.loading) setWanted({ search: wanted.search, from: pages.options.length })
  }
  return { ...pages, loadMore }
}
