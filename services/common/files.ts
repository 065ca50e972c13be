import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import mongoose, { Types } from 'mongoose'
import type { FileRef } from '#contracts/reply.ts'
import { AppError, fail } from './errors.ts'
import type { Tenant } from './tenant.ts'

interface Metadata {
  enterpriseId: Types.ObjectId
  mime: string
  userId?: Types.ObjectId
}

function bucket() {
  const { db } = mongoose.connection
  if (!db) throw new Error('connectMongo was not called')
  return new mongoose.mongo.GridFSBucket(db, { bucketName: 'files', chunkSizeBytes: 512 * 1024 })
}

/**
 * Streams a file into the database. What is cut off or too large leaves nothing behind.
 * @param input.maxBytes refused as `tooLarge` beyond it
 */
export async function storeFile(
  tenant: Tenant,
  input: { name: string; mime: string; stream: Readable; maxBytes: number },
): Promise<FileRef> {
  const metadata: Metadata = { enterpriseId: tenant.enterpriseId, mime: input.mime, userId: tenant.user?.id }
  const upload = bucket().openUploadStream(input.name, { metadata })
  // the write that fails says so too
  upload.on('error', () => {})
  let size = 0
  try {
    for await (const bytes of input.stream as AsyncIterable<Buffer>) {
      size += bytes.length
      if (size > input.maxBytes) throw tooLarge(input.maxBytes)
      // one at a time: a chunk that is still on its way when the others are deleted would stay for ever
      await written(upload, bytes)
    }
    upload.end()
    await finished(upload)
  } catch (error) {
    await upload.abort().catch(() => {})
    throw error
  }
  return { id: upload.id.toString(), name: input.name, mime: input.mime, size }
}

const written = (upload: Writable, bytes: Buffer) =>
  new Promise<void>((done, no) => upload.write(bytes, error => (error ? no(error) : done())))

const tooLarge = (maxBytes: number) =>
  new AppError('tooLarge', `A file may have at most ${Math.floor(maxBytes / 1024 ** 2)} MB`)

/** What is known of a file. @throws notFound, also for one of another enterprise */
export async function findFile(tenant: Tenant, id: string): Promise<FileRef> {
  const filter = { _id: new Types.ObjectId(id), 'metadata.enterpriseId': tenant.enterpriseId }
  const [row] = await bucket().find(filter).limit(1).toArray()
  if (!row) fail('notFound', 'The file was not found. Upload it again')
  return { id, name: row.filename, mime: String(row.metadata?.mime), size: row.length }
}

/** The bytes of a file that findFile knows; `end` is exclusive. */
export async function readFile(tenant: Tenant, id: string, range?: { start: number; end: number }): Promise<Readable> {
  const file = await findFile(tenant, id)
  const options = range && { start: range.start, end: Math.min(range.end, file.size) }
  return bucket().openDownloadStream(new Types.ObjectId(id), options)
}

/** Indexes by which GridFS finds its rows; its own are made at the first upload. */
export async function ensureFileIndexes(): Promise<void> {
  await mongoose.connection.collection('files.files').createIndex({ 'metadata.enterpriseId': 1 })
}
