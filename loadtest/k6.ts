import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from '#infra/folders.ts'
import { onPath, Refusal, run } from '#infra/process.ts'
import { script } from '#infra/stores/debian.ts'

const version = 'v1.8.1'

let found: Promise<string> | undefined

/** The path of k6: on the PATH, built by an earlier run, or built now at the lowest priority (about two minutes). */
export function ensureK6(log: (line: string) => void): Promise<string> {
  found ??= findOrBuild(log)
  return found
}

async function findOrBuild(log: (line: string) => void): Promise<string> {
  const folder = join(cacheDir(), 'bin')
  const built = join(folder, 'k6')
  const installed = onPath('k6') ?? (existsSync(built) ? built : undefined)
  if (installed) return installed
  log('building k6 for the load tests (once, about two minutes)')
  try {
    const go = (await run(script('go.sh'), [cacheDir()])).trim()
    const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' }
    await run('nice', ['-n', '19', go, 'install', '-trimpath', `go.k6.io/k6@${version}`], env)
  } catch (error) {
    throw new Refusal(
      `No k6 was found and it could not be built: install k6. ${error instanceof Error ? error.message : ''}`,
    )
  }
  return built
}
