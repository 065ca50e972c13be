import { hash, verify } from '@node-rs/argon2'
import { audit } from '#common/audit.ts'
import { fail } from '#common/errors.ts'
import { unscoped } from '#common/mongo.ts'
import { newToken } from '#common/secrets.ts'
import { endSession, endSessionsOf, openSession } from '#common/session.ts'
import type { Tenant } from '#common/tenant.ts'
import { limits } from '#contracts/limits.ts'
import { countTry, forgetTries } from './attempts.ts'
import { checkCaptcha } from './captcha.ts'
import { User } from './users.ts'

interface SignIn {
  email: string
  password: string
  captchaId?: string
  captcha?: string
  removeExistingSession?: boolean
}

/** Compared with where there is no such user, so that both take the same time. */
const nobody = hash(newToken())

/**
 * Opens a session for the right address and password.
 * @throws badCredentials alike for an unknown address, a wrong password; tooMany over the limits per account and address
 */
export async function signIn(input: SignIn, from: { ip: string; userAgent: string; requestId: string }) {
  await checkCaptcha(input.captchaId, input.captcha)
  const account = `sign-in:account:${input.email}`
  await countTry([
    { key: `sign-in:address:${from.ip}`, max: limits.signInTriesPerAddress },
    { key: account, max: limits.signInTriesPerAccount },
  ])
  const user = await unscoped('sign-in knows an address alone', User.findOne({ emailId: input.email })).lean()
  const right = await verify(user?.passwordHash ?? (await nobody), input.password)
  if (!user || !right) fail('badCredentials')
  if (user.state !== 1) fail('refused', 'This account is deactivated. Ask an administrator of your enterprise')
  await forgetTries(account)
  const owner = { id: user._id, enterpriseId: user.enterpriseId }
  if (input.removeExistingSession) await endSessionsOf(owner)
  const session = await openSession(owner, { ip: from.ip, userAgent: from.userAgent })
  const tenant: Tenant = {
    enterpriseId: user.enterpriseId,
    user: { id: user._id, name: user.name, roles: user.roles },
    permissions: [],
    from,
  }
  await audit(tenant, 'session.open', { kind: 'user', id: user._id.toString(), name: user.name })
  return { token: session.token, expiresAt: session.expiresAt.toISOString() }
}

/** Ends the session that asks for it. */
export async function signOut(tenant: Tenant, sessionId: string): Promise<void> {
  await endSession(tenant, sessionId)
  if (tenant.user)
    await audit(tenant, 'session.end', { kind: 'user', id: tenant.user.id.toString(), name: tenant.user.name })
}
