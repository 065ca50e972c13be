import { buildApp, type Service } from '#common/app.ts'
import { ensureFileIndexes } from '#common/files.ts'
import { log } from '#common/log.ts'
import { ensureIndexes } from '#common/mongo.ts'
import { closeStores, openStores, run } from '#common/process.ts'
import { broadcastService } from './broadcast/index.ts'
import { contactsService } from './contacts/index.ts'
import { enterpriseService } from './enterprise/index.ts'
import { identify } from './enterprise/public.ts'
import { gatewayService } from './gateway/index.ts'

const services: Record<string, Service> = {
  enterprise: enterpriseService,
  contacts: contactsService,
  broadcast: broadcastService,
  gateway: gatewayService,
}

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
