import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { endProcess, Refusal, spawnLogged } from './process.ts'

const firstPauseMs = 100
const longestPauseMs = 10_000
/** A process that lived this long was well: its next restart is quick again. */
const steadyMs = 20_000

/** A program of ours, run by Node as a process of its own. */
export interface Program {
  name: string
  /** Node's arguments; the last one is the file that runs, and what the process is recognised by. */
  args: string[]
  env: NodeJS.ProcessEnv
  logFile: string
}

export interface Supervised {
  /** The process id; changes with a restart. */
  pid(): number
  /** Ends it: SIGTERM, then SIGKILL after `timeoutMs`. It is not restarted any more. */
  stop(timeoutMs: number): Promise<void>
  /** From now on a death is followed by a restart; before, `died` rejects instead. */
  keepAlive(): void
  /** Rejects with a Refusal when the process ends before `keepAlive`. Never resolves. */
  died: Promise<never>
}

/** Runs a program and, once it is known to work, restarts it with back-off whenever it dies. */
export function supervise(program: Program, told: { log(line: string): void; restarted(): void }): Supervised {
  const { promise: died, reject } = Promise.withResolvers<never>()
  died.catch(() => {})
  const mark = program.args.at(-1) ?? ''
  let keep = false
  let stopped = false
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let child = start()

  function start(): ChildProcess {
    const begun = Date.now()
    const next = spawnLogged(process.execPath, program.args, program.logFile, program.env)
    next.once('exit', (code, signal) => {
      if (stopped) return
      if (!keep) return reject(new Refusal(`${program.name} did not start: ${lastWords(program.logFile)}`))
      pauseMs = Date.now() - begun > steadyMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      told.log(
        `${program.name} ended (${signal ?? `code ${code}`}), restarting in ${pauseMs} ms: see ${program.logFile}`,
      )
      timer = setTimeout(() => {
        child = start()
        told.restarted()
      }, pauseMs)
    })
    return next
  }

  return {
    died,
    pid: () => child.pid ?? 0,
    keepAlive() {
      keep = true
    },
    async stop(timeoutMs) {
      stopped = true
      clearTimeout(timer)
      if (child.exitCode === null && child.signalCode === null) await endProcess(child.pid ?? 0, mark, timeoutMs)
    },
  }
}

/** What a program said last; where it crashed, the error rather than the stack below it. */
function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-40)
  const crashed = lines.at(-1)?.startsWith('Node.js v')
  const words = crashed ? lines.findLast(line => /^\w*Error\b/.test(line)) : lines.at(-1)
  return `${(words ?? '').slice(0, 500)} (all of it: ${logFile})`
}
