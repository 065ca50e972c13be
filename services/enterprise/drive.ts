import { buffer } from 'node:stream/consumers'
import type { MultipartFile } from '@fastify/multipart'
import { fileTypeFromBuffer } from 'file-type'
import { fail, failField } from '#common/errors.ts'
import { findFile, readFile, storeFile } from '#common/files.ts'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { may } from '#contracts/permissions.ts'
import type { FileRef } from '#contracts/reply.ts'

/** Streams one uploaded file into the store. */
export async function upload(tenant: Tenant, part: MultipartFile | undefined): Promise<FileRef> {
  if (!part) failField('file', 'Choose a file')
  const name = part.filename.replace(/^.*[\\/]/, '').trim()
  if (!name || name.length > limits.fileName) failField('file', `A file's name has 1 to ${limits.fileName} characters`)
  return storeFile(tenant, { name, mime: part.mimetype, stream: part.file, maxBytes: limits.uploadBytes })
}

/**
 * A file for download: message media for whoever sends messages, everything else (a CSV of customers) for those who may see
 * customers.
 * @throws notFound, as for a file that is not there
 */
export async function openable(tenant: Tenant, id: string): Promise<FileRef> {
  const file = await findFile(tenant, id)
  const isMedia = /^(image|video)\/|^application\/pdf$/.test(file.mime)
  if (!isMedia && !may(tenant.permissions, 'CUSTOMER.VIEW')) fail('notFound')
  return file
}

/** What WhatsApp takes as media; by the bytes, not by the name. */
const accepted = {
  IMAGE: ['image/jpeg', 'image/png'],
  VIDEO: ['video/mp4', 'video/3gpp'],
  DOC: ['application/pdf'],
} as const

/**
 * May an uploaded file be sent as media of this kind?
 * @throws notFound for a missing or foreign file, badInput for a wrong kind, tooLarge over the provider's limit
 */
export async function checkMedia(tenant: Tenant, id: string, mediaType: keyof typeof accepted): Promise<FileRef> {
  const file = await findFile(tenant, id)
  const maxBytes = limits.mediaBytes[mediaType]
  if (file.size > maxBytes) fail('tooLarge', `This file is too large. The limit is ${maxBytes / 1024 ** 2} MB`)
  const kind = await fileTypeFromBuffer(await buffer(await readFile(tenant, id, { start: 0, end: 65_536 })))
  if (!kind || !(accepted[mediaType] as readonly string[]).includes(kind.mime))
    failField('media', messages.invalidFileType)
  return { ...file, mime: kind.mime }
}
