import { join } from 'node:path'
import type { Config } from 'tailwindcss'

const color = (name: string) => `rgb(var(--${name}) / <alpha-value>)`
const names = [
  'canvas',
  'paper',
  'surface',
  'raised',
  'hover',
  'line',
  'edge',
  'text',
  'muted',
  'accent',
  'accent-strong',
  'accent-soft',
  'accent-text',
  'on-accent',
  'good',
  'good-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-soft',
  'bad-fill',
]

/** Colours are the tokens of src/ui/tokens.css and nothing else, so that dark mode and white label change one place. */
export default {
  content: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'src/**/*.tsx')],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(names.map(n => [n, color(n)])),
    },
    fontFamily: { sans: 'var(--font)', mono: 'var(--font-mono)' },
    fontSize: {
      xs: ['12px', '16px'],
      sm: ['13px', '20px'],
      base: ['14px', '20px'],
      lg: ['16px', '24px'],
      xl: ['20px', '28px'],
      '2xl': ['26px', '32px'],
    },
    extend: {
      borderRadius: { DEFAULT: '6px' },
      boxShadow: { float: 'var(--shadow-float)' },
      transitionDuration: { DEFAULT: '120ms' },
    },
  },
} satisfies Config
