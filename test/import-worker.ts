// A process that works on one import, for tests that kill it: node test/import-worker.ts {enterpriseId} {importId}
import { readEnv } from '#common/env.ts'
import { log } from '#common/log.ts'
import { closeStores, openStores } from '#common/process.ts'
import { systemTenant } from '#common/tenant.ts'
import { runImport } from '#services/contacts/import-run.ts'

const [enterpriseId = '', importId = ''] = process.argv.slice(2)
await openStores(readEnv(process.env))
await runImport(systemTenant(enterpriseId), importId, { signal: new AbortController().signal, log })
await closeStores()
