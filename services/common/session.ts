import { Schema, Types } from 'mongoose'
import { limits } from '#contracts/limits.ts'
import { orderUser } from './events.ts'
import { type Owned, tenantModel, unscoped } from './mongo.ts'
import { hint, key } from './redis.ts'
import { hashToken, newToken } from './secrets.ts'
import type { Tenant } from './tenant.ts'

interface SessionRow extends Owned {
  userId: Types.ObjectId
  tokenHash: string
  createdAt: Date
  seenAt: Date
  expiresAt: Date
  ip: string
  userAgent: string
}

const Session = tenantModel<SessionRow>(
  'Session',
  'sessions',
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    tokenHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    seenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    ip: String,
    userAgent: String,
  },
  [
    { serves: 'every request of someone signed in', keys: { tokenHash: 1 }, options: { unique: true } },
    { serves: "a user's sessions by age", keys: { enterpriseId: 1, userId: 1, createdAt: 1 } },
    { serves: 'the clean-up of what expired', keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
  ],
)

/** Who holds a session. Permissions are not in it: they are read from user and role at every request. */
export interface SessionOf {
  id: string
  userId: string
  enterpriseId: string
}

const lifetimeMs = limits.sessionHours * 3_600_000
const cacheSeconds = 5
/** how often a use moves the end of a session */
const slideMs = 60_000
const cacheKey = (tokenHash: string) => key('session', tokenHash)

/**
 * Opens a session; a user keeps the newest limits.sessionsPerUser of them.
 * @returns the token, which is kept nowhere but at the client
 */
export async function openSession(
  user: { id: Types.ObjectId; enterpriseId: Types.ObjectId },
  from: { ip: string; userAgent: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const now = new Date()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const { enterpriseId, id: userId } = user
  const tokenHash = hashToken(token)
  await Session.create({ enterpriseId, userId, tokenHash, createdAt: now, seenAt: now, expiresAt, ...from })
  const newest = await Session.find({ enterpriseId, userId })
    .sort({ createdAt: -1 })
    .limit(limits.sessionsPerUser)
    .lean()
  const oldest = newest.at(-1)
  if (newest.length === limits.sessionsPerUser && oldest)
    await endSessions(enterpriseId, { userId, createdAt: { $lt: oldest.createdAt } })
  return { token, expiresAt }
}

/** The session of a token, or null when it is unknown or has expired. A use moves its end. */
export async function findSession(token: string): Promise<SessionOf | null> {
  const tokenHash = hashToken(token)
  const cached = await hint(redis => redis.get(cacheKey(tokenHash)), null)
  if (cached) return JSON.parse(cached)
  const now = new Date()
  const row = await unscoped(
    'a token is all that a request brings',
    Session.findOne({ tokenHash, expiresAt: { $gt: now } }),
  ).lean()
  if (!row) return null
  if (now.getTime() - row.seenAt.getTime() > slideMs)
    await Session.updateOne(
      { _id: row._id, enterpriseId: row.enterpriseId },
      { seenAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) },
    )
  const session = { id: row._id.toString(), userId: row.userId.toString(), enterpriseId: row.enterpriseId.toString() }
  await hint(redis => redis.set(cacheKey(tokenHash), JSON.stringify(session), 'EX', cacheSeconds), null)
  return session
}

/** Which of these sessions are still open, for gateways that check all who are connected. */
export async function sessionsAlive(ids: string[]): Promise<Set<string>> {
  const rows = await unscoped(
    'a gateway holds sockets of all enterprises',
    Session.find({ _id: { $in: ids }, expiresAt: { $gt: new Date() } }),
  )
    .select({ _id: 1 })
    .lean()
  return new Set(rows.map(row => row._id.toString()))
}

/** Ends one session; its sockets close. */
export const endSession = (tenant: Tenant, id: string) =>
  endSessions(tenant.enterpriseId, { _id: new Types.ObjectId(id) })

/** Ends all sessions of a user. */
export const endSessionsOf = (user: { id: Types.ObjectId; enterpriseId: Types.ObjectId }) =>
  endSessions(user.enterpriseId, { userId: user.id })

async function endSessions(
  enterpriseId: Types.ObjectId,
  which: { _id?: Types.ObjectId; userId?: Types.ObjectId; createdAt?: { $lt: Date } },
) {
  const rows = await Session.find({ enterpriseId, ...which }).lean()
  await Session.deleteMany({ enterpriseId, _id: { $in: rows.map(row => row._id) } })
  for (const row of rows) {
    await hint(redis => redis.del(cacheKey(row.tokenHash)), 0)
    await orderUser(row.userId.toString(), { type: 'sessionEnded', sessionId: row._id.toString() })
  }
}
