import type { Service } from '#common/app.ts'
import { say, serve } from '#common/serve.ts'
import * as contract from '#contracts/broadcast.ts'
import { messages, text } from '#contracts/messages.ts'
import * as broadcasts from './broadcasts.ts'
import { listMessages } from './message-list.ts'
import { preflight } from './preflight.ts'
import * as sending from './send.ts'
import * as templates from './templates.ts'

export const broadcastService: Service = async app => {
  serve(app, contract.listTemplates, ({ tenant, query }) => templates.listTemplates(tenant, query))
  serve(app, contract.getTemplate, ({ tenant, params }) => templates.getTemplate(tenant, params.id))
  serve(app, contract.validateBroadcast, ({ tenant, body }) => preflight(tenant, body))
  serve(app, contract.sendBroadcast, async ({ tenant, body }) => {
    const { id, recipients } = await sending.send(tenant, body)
    return say(text(messages.broadcastSent, { n: recipients.toLocaleString('en') }), { id })
  })
  serve(app, contract.listBroadcasts, ({ tenant, query }) => broadcasts.listBroadcasts(tenant, query))
  serve(app, contract.getBroadcast, ({ tenant, params }) => broadcasts.getBroadcast(tenant, params.id))
  serve(app, contract.listMessages, ({ tenant, query }) => listMessages(tenant, query))
  serve(app, contract.pauseBroadcast, ({ tenant, params }) => sending.pause(tenant, params.id))
  serve(app, contract.resumeBroadcast, ({ tenant, params }) => sending.resume(tenant, params.id))
}
