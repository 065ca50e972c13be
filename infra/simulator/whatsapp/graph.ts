import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Clock, pause } from '../clock.ts'
import type { BusinessNumber } from './entries.ts'
import { errorBody, errors, type Refusal, refusal } from './errors.ts'
import { multipartOptions, multipartPlugin, readUpload } from './media.ts'
import type { Plan } from './plan.ts'
import type { createSends } from './sends.ts'
import type { Store } from './store.ts'

export interface GraphDeps {
  store: Store
  clock: Clock
  plan: () => Plan
  sends: ReturnType<typeof createSends>
}

const version = z.string().regex(/^v\d{1,2}\.\d$/)
const NumberParams = z.object({ version, phoneNumberId: z.string() })
const ObjectParams = z.object({ version, id: z.string() })

/** The part of Meta's Graph API that a WhatsApp sender calls. */
export function graphRoutes({ store, clock, plan, sends }: GraphDeps) {
  return async (app: FastifyInstance) => {
    await app.register(multipartPlugin, multipartOptions)

    app.addHook('onRequest', async (_request, reply) => {
      if (plan().down) return reply.code(503).send('Service Unavailable')
    })
    // What cannot be read as JSON or multipart gets the provider's words, not Fastify's.
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof z.ZodError) return refuse(reply, refusal(100, 'Unknown path components'))
      const details = error instanceof Error ? error.message : String(error)
      return isClientError(error) ? refuse(reply, refusal(100, details)) : refuse(reply, refusal(131000, details))
    })

    app.post('/:version/:phoneNumberId/messages', async (request, reply) => {
      const number = authorize(request, NumberParams.parse(request.params).phoneNumberId)
      if ('code' in number) return refuse(reply, number)
      const result = sends.send(number, request.body)
      await pause(clock, plan().latencyMs)
      // Whoever was told "accepted" must find the message in the log, even after a kill.
      await store.flushed()
      if ('refusal' in result) return refuse(reply, result.refusal)
      await pause(clock, result.fate.answerDelayMs ?? 0)
      if (result.fate.cutOff) {
        reply.hijack()
        request.raw.socket.destroy()
        return
      }
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: result.input, wa_id: result.message.to }],
        messages: [{ id: result.message.id, message_status: 'accepted' }],
      }
    })

    app.post('/:version/:phoneNumberId/media', async (request, reply) => {
      const { phoneNumberId } = NumberParams.parse(request.params)
      const number = authorize(request, phoneNumberId)
      if ('code' in number) return refuse(reply, number)
      const media = await readUpload(request, phoneNumberId)
      if ('code' in media) return refuse(reply, media)
      store.addMedia(media)
      await store.flushed()
      return { id: media.id }
    })

    app.get('/:version/:id', async (request, reply) => {
      const { id } = ObjectParams.parse(request.params)
      const media = store.media.get(id)
      const number = authorize(request, media?.phoneNumberId ?? id)
      if ('code' in number) return refuse(reply, number)
      return media ? mediaObject(media) : numberObject(number)
    })
  }

  function authorize(request: FastifyRequest, phoneNumberId: string): BusinessNumber | Refusal {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return refusal(190)
    const number = store.numbers.get(phoneNumberId)
    if (!number) return refusal(100, `Object with ID '${phoneNumberId}' does not exist`)
    return token === number.accessToken ? number : refusal(190)
  }
}

function refuse(reply: FastifyReply, why: Refusal) {
  return reply.code(errors[why.code].http).send(errorBody(why, randomBytes(8).toString('base64url')))
}

function isClientError(error: unknown): boolean {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  return typeof error.statusCode === 'number' && error.statusCode < 500
}

/** Without `url`: the simulator keeps no bytes to download. */
function mediaObject(media: { id: string; mime: string; bytes: number; sha256: string }) {
  const { id, mime, bytes, sha256 } = media
  return { messaging_product: 'whatsapp', id, mime_type: mime, file_size: bytes, sha256 }
}

function numberObject(number: BusinessNumber) {
  return {
    id: number.phoneNumberId,
    verified_name: number.verifiedName,
    display_phone_number: number.displayPhoneNumber,
    quality_rating: 'GREEN',
    throughput: { level: number.ratePerSecond > 80 ? 'HIGH' : 'STANDARD' },
  }
}
