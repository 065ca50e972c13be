// Runs before `npm start`, `npm test` and `npm run check`: installs dependencies when the lock file changed since the
// last time. Plain JavaScript without dependencies, because an older Node runs it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the installed dependencies follow from. @param {string} root */
function fingerprint(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** Whether node_modules was installed from the lock file as it is now. @param {string} root */
function isInstalled(root) {
  try {
    return readFileSync(stamp(root), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

/** Remembers that node_modules follows from the lock file as it is now. @param {string} root */
function markInstalled(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stamp(root), fingerprint(root))
}

/** @param {string} root */
function stamp(root) {
  return join(root, 'node_modules', '.parley-installed')
}

function main() {
  const root = resolve(fileURLToPath(import.meta.url), '../..')
  if (Number(process.versions.node.split('.')[0]) < 18)
    return refuse('Parley needs Node 18 or later to install itself.')
  if (isInstalled(root)) return
  const begun = Date.now()
  process.stdout.write('installing dependencies … ')
  const npm = install(root)
  if (npm.status !== 0) {
    process.stdout.write('\n')
    const why = `${npm.stderr ?? ''}${npm.error ?? ''}`.trim().split('\n').slice(0, 3).join(' ')
    return refuse(`npm ci failed (${why}): check the network and the npm registry, then try again.`)
  }
  markInstalled(root)
  process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0)} s\n`)
}

const quiet = ['--no-fund', '--no-audit', '--loglevel=error']
const shell = process.platform === 'win32'

/**
 * Runs `npm ci`. npm leaves out binaries that its own Node is too old for, so an old one first fetches the Node and npm
 * that package.json names, and those install.
 * @param {string} root
 */
function install(root) {
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', shell })
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19))
    return spawnSync('npm', ['ci', ...quiet], options)
  const { dependencies, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'installer')
  const node = join(folder, 'node_modules/node/bin/node')
  const cli = join(folder, 'node_modules/npm/bin/npm-cli.js')
  if (!existsSync(node) || !existsSync(cli)) {
    mkdirSync(folder, { recursive: true })
    const wanted = [`node@${dependencies.node}`, packageManager]
    const fetched = spawnSync('npm', ['install', '--prefix', folder, '--no-save', ...quiet, ...wanted], options)
    if (fetched.status !== 0) return fetched
  }
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  return spawnSync(node, [cli, 'ci', ...quiet], { ...options, env, shell: false })
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence)
  process.exitCode = 1
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) main()
