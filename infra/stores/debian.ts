import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from '#infra/folders.ts'
import { Refusal, run } from '#infra/process.ts'

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
  await runScript('apt-install.sh', [join(cacheDir(), 'apt.lock'), ...packages])
}

/** Runs a shell script beside this file; a failure is told by its last line and kept whole in a log. */
export async function runScript(name: string, args: string[], env = process.env): Promise<void> {
  try {
    await run(script(name), args, env)
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error)
    const log = join(cacheDir(), `${name}.log`)
    writeFileSync(log, output)
    const reason = output.trim().split('\n').at(-1)
    throw new Refusal(`${name} failed (${reason}): see ${log}, or bring your own stores by MONGODB_URI and REDIS_URL.`)
  }
}

/** The path of a shell script beside this file. */
export function script(name: string): string {
  return join(import.meta.dirname, name)
}
