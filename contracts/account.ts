import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { Id } from './reply.ts'
import { route } from './route.ts'

/** An e-mail address as we keep it: trimmed and in lower case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email(messages.emailInvalid))

export const Captcha = z.object({ captchaId: z.string(), /** PNG or SVG as a data URL */ image: z.string() })

export const generateCaptcha = route('GET', '/account/captcha/generate', {
  needs: 'public',
  summary: 'A new captcha; its answer is good once, for a few minutes',
  query: z.object({ requestFrom: z.string().max(40).optional() }),
  reply: Captcha,
})

export const signIn = route('POST', '/account/enterprise/login/twoFactorAuth', {
  needs: 'public',
  summary: 'Sign in with e-mail address, password and captcha; answers the session token',
  body: z.object({
    email: Email,
    password: z.string().min(1, messages.mandatory).max(limits.passwordMax),
    captchaId: z.string().max(64).optional(),
    captcha: z.string().trim().max(16).optional(),
    /** ends the user's other sessions */
    removeExistingSession: z.boolean().optional(),
    routePath: z.string().max(500).optional(),
    appId: z.string().max(20).optional(),
  }),
  reply: z.object({ token: z.string(), expiresAt: z.string() }),
})

export const signOut = route('GET', '/account/logout', { needs: 'session', summary: 'End this session' })

export const Me = z.object({
  uId: Id,
  name: z.string(),
  userName: z.string(),
  emailId: z.string(),
  permissions: z.array(z.string()),
  roles: z.array(z.int()),
  enterprise: z.object({ id: Id, name: z.string(), country: z.string(), timezone: z.string() }),
  profilePic: z.string().optional(),
  artifactsEnabled: z.boolean(),
  twoFactAuthEnterpriseLevel: z.object({ twoFactorAuth: z.object({ isEnabled: z.boolean() }) }),
  twoFactorAuthUserLevel: z.object({ isEnabled: z.boolean() }),
})
export type Me = z.infer<typeof Me>

export const me = route('GET', '/e/enterprise/users/me', {
  needs: 'session',
  summary: 'Who is signed in, with permissions',
  reply: Me,
})
