import type * as account from '#contracts/account.ts'
import type { Callable } from '../api.ts'

// The contract gives its types alone: its code would bring zod onto the sign-in page. addresses.test.ts holds them equal.
type Address<K extends 'generateCaptcha' | 'signIn' | 'signOut' | 'me'> = Callable<(typeof account)[K]>

export const generateCaptcha: Address<'generateCaptcha'> = { method: 'GET', path: '/account/captcha/generate' }
export const signIn: Address<'signIn'> = { method: 'POST', path: '/account/enterprise/login/twoFactorAuth' }
export const signOut: Address<'signOut'> = { method: 'GET', path: '/account/logout' }
export const me: Address<'me'> = { method: 'GET', path: '/e/enterprise/users/me' }
