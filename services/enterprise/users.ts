import { hash } from '@node-rs/argon2'
import { Types } from 'mongoose'
import { fail } from '#common/errors.ts'
import { duplicateIndex, type Owned, tenantModel, unscoped } from '#common/mongo.ts'
import type { Identity } from '#common/serve.ts'
import { findSession } from '#common/session.ts'
import type { Tenant } from '#common/tenant.ts'
import type { Me } from '#contracts/account.ts'
import { type Role, roles } from '#contracts/permissions.ts'
import { enterpriseOf } from './enterprises.ts'

/** 1 active, 2 deactivated (specification 002, section 4) */
const active = 1

export interface UserRow extends Owned {
  name: string
  emailId: string
  passwordHash: string
  roles: Role[]
  state: 1 | 2
  createdAt: Date
}

export const User = tenantModel<UserRow>(
  'User',
  'users',
  {
    name: { type: String, required: true },
    emailId: { type: String, required: true, lowercase: true },
    passwordHash: { type: String, required: true },
    roles: { type: [Number], required: true },
    state: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  [
    { serves: 'sign-in; an address is unique over all enterprises', keys: { emailId: 1 }, options: { unique: true } },
    { serves: 'the users of an enterprise by name', keys: { enterpriseId: 1, name: 1 } },
  ],
)

/** @throws conflict when the address is taken */
export async function createUser(
  tenant: Tenant,
  input: { name: string; emailId: string; password: string; roles: Role[] },
): Promise<{ id: Types.ObjectId }> {
  const { password, ...rest } = input
  try {
    const user = await User.create({
      ...rest,
      enterpriseId: tenant.enterpriseId,
      passwordHash: await hash(password),
      state: active,
      createdAt: new Date(),
    })
    return { id: user._id }
  } catch (error) {
    if (duplicateIndex(error) !== null) fail('conflict', 'This e-mail address is taken')
    throw error
  }
}

/** Is there anybody yet? For the first data of a trial. */
export const hasUsers = async () => (await unscoped('a new installation has nobody', User.exists({}))) !== null

/** What someone with these roles may do. */
const permissionsFor = (held: readonly Role[]) => [...new Set(held.flatMap(role => roles[role].permissions))]

/** Who is behind a token, with the permissions of this moment; null when the session or the user is over. */
export async function identify(token: string): Promise<Identity | null> {
  const session = await findSession(token)
  if (!session) return null
  const enterpriseId = new Types.ObjectId(session.enterpriseId)
  const user = await User.findOne({ _id: session.userId, enterpriseId, state: active }).lean()
  if (!user) return null
  const permissions = permissionsFor(user.roles)
  return {
    sessionId: session.id,
    tenant: { enterpriseId, permissions, user: { id: user._id, name: user.name, roles: user.roles } },
  }
}

/**
 * Enterprise and permissions of active users now, by id, for gateways that check all who are connected; who is missing
 * may hear nothing any more.
 */
export async function permissionsOf(
  userIds: string[],
): Promise<Map<string, { enterpriseId: string; permissions: string[] }>> {
  const rows = await unscoped(
    'a gateway holds sockets of all enterprises',
    User.find({ _id: { $in: userIds }, state: active }),
  ).lean()
  return new Map(
    rows.map(row => [
      row._id.toString(),
      { enterpriseId: row.enterpriseId.toString(), permissions: permissionsFor(row.roles) },
    ]),
  )
}

/** The profile of who is signed in. */
export async function me(tenant: Tenant): Promise<Me> {
  const user = await User.findOne({ _id: tenant.user?.id, enterpriseId: tenant.enterpriseId }).lean()
  if (!user) fail('unauthenticated')
  return {
    uId: user._id.toString(),
    name: user.name,
    userName: user.emailId,
    emailId: user.emailId,
    permissions: [...tenant.permissions],
    roles: user.roles,
    enterprise: await enterpriseOf(tenant),
    artifactsEnabled: false,
    twoFactAuthEnterpriseLevel: { twoFactorAuth: { isEnabled: false } },
    twoFactorAuthUserLevel: { isEnabled: false },
  }
}
