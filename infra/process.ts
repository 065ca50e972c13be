import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** An error whose message is one sentence that tells a person what to do; shown without a stack. */
export class Refusal extends Error {}

/** Prints what went wrong, a refusal as its sentence alone, and sets the exit code. */
export function reportFailure(error: unknown): void {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}

/** The full path of a program on the PATH. */
export function onPath(program: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {}
  }
  return undefined
}

/** Polls until the condition holds; false when `timeoutMs` passed first. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await delay(20)) if (await condition()) return true
  return false
}

/** Like Promise.all, but a failure waits for the others to end too, so that what they started can be undone. */
export async function allEnded<T extends unknown[]>(...promises: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

/** Whether this process lives and has `mark` in its command line: an old number may be another program by now. */
export function isRunning(pid: number, mark: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return command.includes(mark)
  } catch {
    return false
  }
}

/** Ends a process, politely first, by force after `timeoutMs`. Does nothing when `mark` is not in its command line. */
export async function endProcess(pid: number, mark: string, timeoutMs: number): Promise<void> {
  if (!isRunning(pid, mark)) return
  signal(pid, 'SIGTERM')
  if (await until(() => !isRunning(pid, mark), timeoutMs)) return
  signal(pid, 'SIGKILL')
  await until(() => !isRunning(pid, mark), 2_000)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it ended by itself in between
  }
}

/** Starts a program in a session of its own, so that Ctrl-C reaches it through us alone, writing to a log file. */
export function spawnLogged(program: string, args: string[], logFile: string, env = process.env): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log, log], env })
  closeSync(log)
  return child
}

/** Runs a program to its end; its output comes back, and is the error's text when it failed. */
export async function run(program: string, args: string[], env = process.env): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  let both = ''
  child.stdout.on('data', chunk => {
    output += chunk
    both += chunk
  })
  child.stderr.on('data', chunk => {
    both += chunk
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`${program} failed:\n${both.trim().split('\n').slice(-15).join('\n')}`)
  return output
}
