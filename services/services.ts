import type { Service } from '#common/app.ts'
import { broadcastService } from './broadcast/index.ts'
import { contactsService } from './contacts/index.ts'
import { enterpriseService } from './enterprise/index.ts'
import { gatewayService } from './gateway/index.ts'

/** Every service by the name that SERVICES uses. */
export const services: Record<string, Service> = {
  enterprise: enterpriseService,
  contacts: contactsService,
  broadcast: broadcastService,
  gateway: gatewayService,
}
