import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'
import { endProcess, Refusal, run, spawnLogged, until } from './process.ts'

const dist = join(root, 'dist')
const kept = 3

/**
 * The built web client: a folder named after the hash of its sources, built when there is none. A console that is being
 * served keeps its files while another build runs.
 */
export async function buildClient(log: (line: string) => void): Promise<string> {
  const folder = join(dist, `web-${sourceHash()}`)
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date())
    return folder
  }
  log('building the web client')
  const building = `${folder}.${process.pid}`
  mkdirSync(dist, { recursive: true })
  try {
    // whatever the services run as, browsers get React's production build
    const env = { ...process.env, NODE_ENV: 'production' }
    await run(process.execPath, viteArgs('build', '--outDir', building), env)
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    throw new Refusal(`The web client did not build: ${error instanceof Error ? error.message : error}`)
  }
  if (existsSync(folder)) rmSync(building, { recursive: true })
  else renameSync(building, folder)
  removeOld()
  return folder
}

/** Builds the client again whenever its files change; returns when the first build is there. */
export async function watchClient(logFile: string): Promise<{ folder: string; stop(): Promise<void> }> {
  const folder = join(dist, 'web-dev')
  rmSync(folder, { recursive: true, force: true })
  const args = viteArgs('build', '--watch', '--outDir', folder)
  const child = spawnLogged(process.execPath, args, logFile)
  const built = await until(() => child.exitCode !== null || existsSync(join(folder, 'index.html')), 60_000)
  if (!built || child.exitCode !== null) throw new Refusal(`The web client did not build: see ${logFile}.`)
  return { folder, stop: () => endProcess(child.pid ?? 0, folder, 5_000) }
}

/** What Node runs for a command of vite's. */
function viteArgs(...command: string[]): string[] {
  return [join(root, 'node_modules/vite/bin/vite.js'), ...command, '--config', join(root, 'web/vite.config.ts')]
}

/** A hash of all that the client is built from. */
function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...filesIn('web'), ...filesIn('contracts')]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.includes('.test.'))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

function removeOld(): void {
  const folders = readdirSync(dist)
    .filter(name => /^web-[0-9a-f]{12}$/.test(name))
    .map(name => ({ path: join(dist, name), usedAt: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt)
  for (const { path } of folders.slice(kept)) rmSync(path, { recursive: true, force: true })
}
