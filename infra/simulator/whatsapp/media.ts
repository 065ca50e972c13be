import { createHash, randomInt } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Media } from './entries.ts'
import { type Refusal, refusal } from './errors.ts'

const megabyte = 1024 * 1024

/** The largest file of each type, in bytes; no other type is taken. */
const largest: Record<string, number> = {
  'image/jpeg': 5 * megabyte,
  'image/png': 5 * megabyte,
  'video/mp4': 16 * megabyte,
  'video/3gpp': 16 * megabyte,
  'application/pdf': 100 * megabyte,
  'text/plain': 100 * megabyte,
  'application/msword': 100 * megabyte,
  'application/vnd.ms-excel': 100 * megabyte,
  'application/vnd.ms-powerpoint': 100 * megabyte,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 100 * megabyte,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 100 * megabyte,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 100 * megabyte,
}

export const multipartPlugin = multipart
export const multipartOptions = { limits: { fileSize: 100 * megabyte + 1, files: 1, fields: 5, parts: 6 } }

/** Reads an upload to its end. The bytes are measured and dropped: the simulator keeps no files. */
export async function readUpload(request: FastifyRequest, phoneNumberId: string): Promise<Media | Refusal> {
  if (!request.isMultipart()) return refusal(100, 'The body must be multipart/form-data')
  const fields = new Map<string, string>()
  let file: { mime: string; bytes: number; sha256: string } | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value))
      continue
    }
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of part.file) {
      bytes += chunk.length
      hash.update(chunk)
    }
    if (part.fieldname === 'file') file = { mime: part.mimetype, bytes, sha256: hash.digest('hex') }
  }
  if (fields.get('messaging_product') !== 'whatsapp')
    return refusal(100, "The parameter messaging_product must be 'whatsapp'")
  if (!file) return refusal(100, 'The parameter file is required')
  const type = fields.get('type')
  if (!type) return refusal(100, 'The parameter type is required')
  const limit = largest[file.mime]
  if (limit === undefined || type !== file.mime)
    return refusal(100, `Param file must be one of the supported types, got '${file.mime}'`)
  if (file.bytes === 0 || file.bytes > limit)
    return refusal(100, `Param file has ${file.bytes} bytes; 1 to ${limit} are allowed`)
  return { kind: 'media', id: String(randomInt(10 ** 14, 2 ** 48 - 1)), phoneNumberId, ...file }
}
