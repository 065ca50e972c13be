import type { JobContext } from '#common/queues.ts'
import { systemTenant } from '#common/tenant.ts'
import { runImport, Stopped } from '#services/contacts/import-run.ts'

/** Checks and writes one CSV; told to stop, it leaves the rest to whoever takes the job next. */
export async function run(job: JobContext<'import-customers'>): Promise<void> {
  const { enterpriseId, importId } = job.payload
  try {
    await runImport(systemTenant(enterpriseId), importId, job)
  } catch (error) {
    if (error instanceof Stopped) await job.again(0)
    throw error
  }
}
