import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './folders.ts'
import { endProcess, isRunning, Refusal } from './process.ts'

const Process = z.object({ pid: z.int() })

/** DATA_DIR/run.json: what runs, for operators and fault tests, and for the start after a kill. */
const RunFile = z.object({
  address: z.string(),
  start: Process,
  services: Process.extend({ port: z.int() }),
  workers: Process,
  simulator: Process.extend({ port: z.int() }).optional(),
  mongodbUri: z.string(),
  redisUrl: z.string(),
})
type RunFile = z.infer<typeof RunFile>

/** The file that each process runs. */
export const entry = {
  services: join(root, 'services/main.ts'),
  workers: join(root, 'workers/main.ts'),
  simulator: join(root, 'infra/simulator/main.ts'),
}
export type ProgramName = keyof typeof entry

/** Where a data folder's run file is. */
export function runFile(dataDir: string): string {
  return join(dataDir, 'run.json')
}

/** Writes down what runs. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  writeFileSync(runFile(dataDir), `${JSON.stringify(run, null, 2)}\n`)
}

/** Ends what a killed start left behind; throws a Refusal when that start still lives. */
export async function endEarlierRun(dataDir: string): Promise<void> {
  const file = runFile(dataDir)
  if (!existsSync(file)) return
  const run = RunFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (run.start.pid !== process.pid && isRunning(run.start.pid, 'infra/start.ts')) {
    throw new Refusal(
      `Parley already runs at ${run.address} with the data in ${dataDir} (process ${run.start.pid}): stop it, or set DATA_DIR and PORT.`,
    )
  }
  await Promise.all([
    endProcess(run.services.pid, entry.services, 15_000),
    endProcess(run.workers.pid, entry.workers, 15_000),
  ])
  if (run.simulator) await endProcess(run.simulator.pid, entry.simulator, 5_000)
  rmSync(file)
}
