import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where tools fetched or built once are kept, outside the checkout, so that the next clone starts quickly. */
export function cacheDir(): string {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The checkout's own folder. */
export const root = resolve(import.meta.dirname, '..')
