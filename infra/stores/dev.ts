// Starts both stores in the background and prints their addresses for a shell: eval "$(node infra/stores/dev.ts)"
// They live in DATA_DIR (default: a folder for trials in the system's temporary folder) until `… dev.ts stop`.
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { reportFailure } from '#infra/process.ts'
import { provideStores } from './index.ts'

try {
  const dataDir = resolve(process.env.DATA_DIR ?? join(tmpdir(), 'parley-dev'))
  const stores = await provideStores({ dataDir, durable: false, log: line => console.error(line) })
  if (process.argv[2] === 'stop') await stores.stop()
  else console.log(`export MONGODB_URI=${stores.mongodbUri} REDIS_URL=${stores.redisUrl}`)
} catch (error) {
  reportFailure(error)
}
