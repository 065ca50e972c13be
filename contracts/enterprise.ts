import { z } from 'zod'
import { limits } from './limits.ts'
import { needs } from './permissions.ts'
import { FileRef, From, Id, IdParams, PerPage, Search } from './reply.ts'
import { route } from './route.ts'

/** Numbers of the specification (002, section 9). */
export const channelTypes = {
  SMS: 0,
  Email: 1,
  Facebook: 3,
  WhatsApp: 4,
  Telegram: 5,
  Google: 6,
  IVRS: 9,
  RCS: 10,
  Instagram: 11,
  Web: 12,
} as const
export const ChannelType = z.enum(channelTypes)
/** 0 sandbox, 1 production */
export const environments = { sandbox: 0, production: 1 } as const

export const Channel = z.object({
  id: Id,
  name: z.string(),
  /** the number or handle that customers see */
  contactId: z.string(),
  type: ChannelType,
  vendor: z.string(),
  environment: z.enum(environments),
})
export type Channel = z.infer<typeof Channel>

export const listChannels = route('GET', '/e/enterprise/channels', {
  needs: needs.channelPick,
  summary: 'Channels of the enterprise',
  query: z.object({
    from: From,
    perPage: PerPage(limits.channelsPage),
    name: Search,
    type: z.enum(Object.keys(channelTypes) as (keyof typeof channelTypes)[]).optional(),
  }),
  reply: z.object({ channelConfig: z.array(Channel), more: z.boolean() }),
})

export const uploadFile = route('POST', '/e/drive/upload', {
  needs: needs.upload,
  summary: 'Upload one file (multipart field `file`); answers the reference by which other calls name it',
  kind: 'multipart',
  reply: FileRef,
})

export const downloadFile = route('GET', '/e/drive/files/:id', {
  needs: needs.upload,
  summary: 'The bytes of an uploaded file, as an attachment',
  params: IdParams,
  produces: 'application/octet-stream',
})

export const mediaTypes = ['IMAGE', 'VIDEO', 'DOC'] as const
export const MediaType = z.enum(mediaTypes)

export const validateMedia = route('GET', '/e/enterprise/media/validate', {
  needs: needs.upload,
  summary: 'May this uploaded file be sent as media of this kind?',
  query: z.object({ id: Id, channelType: z.literal('WHATSAPP'), mediaType: MediaType }),
  reply: FileRef,
})
