import { existsSync } from 'node:fs'
import { onPath, Refusal } from './process.ts'
import { canInstall, installPackages } from './stores/debian.ts'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macos = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The path of a Chromium for the browser tests: CHROMIUM, one that is installed, or (on Debian as root) installed now. */
export async function ensureChromium(log: (line: string) => void): Promise<string> {
  const found = process.env.CHROMIUM || programs.map(onPath).find(Boolean) || (existsSync(macos) && macos)
  if (found) return found
  if (!canInstall())
    throw new Refusal('No browser was found for the tests: install Chromium, or set CHROMIUM to its path.')
  log('installing Chromium (once)')
  await installPackages('chromium', 'fonts-liberation')
  return '/usr/bin/chromium'
}
