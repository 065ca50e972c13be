import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from '#infra/folders.ts'
import { run } from '#infra/process.ts'

/** Whether packages can be installed here: Debian, as root. */
export function canInstall(): boolean {
  try {
    return process.getuid?.() === 0 && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Installs Debian packages without starting their services. */
export async function installPackages(...packages: string[]): Promise<void> {
  await run(script('apt-install.sh'), [join(cacheDir(), 'apt.lock'), ...packages])
}

/** The path of a shell script beside this file. */
export function script(name: string): string {
  return join(import.meta.dirname, name)
}
