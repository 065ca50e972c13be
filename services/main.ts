import { buildApp } from '#common/app.ts'
import { ensureFileIndexes } from '#common/files.ts'
import { log } from '#common/log.ts'
import { ensureIndexes } from '#common/mongo.ts'
import { closeStores, openStores, run } from '#common/process.ts'
import { identify } from './enterprise/public.ts'
import { services } from './services.ts'

await run(async env => {
  const chosen = env.SERVICES.map(name => {
    const service = services[name]
    if (!service) throw new Error(`SERVICES names "${name}"; there are ${Object.keys(services).join(', ')}.`)
    return service
  })
  await openStores(env)
  await Promise.all([ensureIndexes(), ensureFileIndexes()])
  const app = await buildApp(env, identify, chosen)
  await app.listen({ port: env.PORT, host: env.HOST })
  log.info({ services: env.SERVICES, port: env.PORT }, 'services are up')
  return async () => {
    await app.close()
    await closeStores()
  }
})
