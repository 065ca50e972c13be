import { proxy, subscribe } from 'valtio'
import { keep, kept } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'parley.theme'
const system = matchMedia('(prefers-color-scheme: dark)')

export const theme = proxy<{ choice: Theme }>({ choice: themes.find(name => name === kept(key)) ?? 'system' })

/** Puts the choice on the page and remembers it; public/theme.js did the same before the first paint. */
function apply(): void {
  const dark = theme.choice === 'dark' || (theme.choice === 'system' && system.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

subscribe(theme, () => {
  keep(key, theme.choice)
  apply()
})
system.addEventListener('change', apply)
