import mongoose, { Schema } from 'mongoose'
import { fail } from '#common/errors.ts'
import { duplicateIndex, plain } from '#common/mongo.ts'
import { limits } from '#contracts/limits.ts'
import { messages, text } from '#contracts/messages.ts'

const schema = new Schema(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { ...plain, collection: 'attempts' },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
/** Counts in the database, so that emptying a cache does not open a door. */
const Attempts = mongoose.model('Attempts', schema)

const windowMs = limits.signInWindowMinutes * 60_000

/**
 * Counts one try for each key, before it is made, so that parallel tries count too.
 * @throws tooMany when a key is over its limit within the window
 */
export async function countTry(tries: { key: string; max: number }[]): Promise<void> {
  for (const { key, max } of tries) {
    const count = await increment(key)
    if (count > max) fail('tooMany', text(messages.accountLocked, { minutes: limits.signInWindowMinutes }))
  }
}

/** A try that succeeded does not count. */
export const forgetTries = (key: string) => Attempts.deleteOne({ _id: key })

async function increment(key: string): Promise<number> {
  const now = new Date()
  // the window begins at the first try; MongoDB removes an expired row only once a minute
  await Attempts.deleteOne({ _id: key, expiresAt: { $lte: now } })
  const up = () =>
    Attempts.findOneAndUpdate(
      { _id: key },
      { $inc: { count: 1 }, $setOnInsert: { expiresAt: new Date(now.getTime() + windowMs) } },
      { upsert: true, returnDocument: 'after' },
    ).lean()
  try {
    return (await up())?.count ?? 1
  } catch (error) {
    // two first tries at once: one inserts, the other finds its row
    if (duplicateIndex(error) === null) throw error
    return (await up())?.count ?? 1
  }
}
