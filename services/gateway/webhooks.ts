import type { FastifyInstance } from 'fastify'
import { fail } from '#common/errors.ts'
import { sameText } from '#common/secrets.ts'
import { serve } from '#common/serve.ts'
import { receiveWhatsApp, verifyWhatsApp } from '#contracts/broadcast.ts'
import { keepEvent } from '#services/broadcast/public.ts'
import { webhookChannel } from '#services/enterprise/public.ts'
import { whatsapp } from '#services/providers/whatsapp.ts'

/** Where providers tell us what happened. Kept first and acknowledged; worked on by a job. */
export function webhooks(app: FastifyInstance): void {
  serve(app, verifyWhatsApp, async ({ params, query, reply }) => {
    const channel = await webhookChannel(params.channel)
    if (!channel) fail('notFound')
    if (!sameText(query['hub.verify_token'], channel.verifyToken)) fail('forbidden')
    return reply.type('text/plain').send(query['hub.challenge'])
  })

  serve(app, receiveWhatsApp, async ({ params, body, request }) => {
    const channel = await webhookChannel(params.channel)
    if (!channel) fail('notFound')
    const signature = request.headers['x-hub-signature-256']
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') fail('forbidden')
    if (!whatsapp.isSigned(channel.appSecret, body, signature)) fail('forbidden')
    await keepEvent(channel.tenant, channel.channelId, body)
    return {}
  })
}
