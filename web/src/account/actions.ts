import { navigate } from 'wouter/use-browser-location'
import type { z } from 'zod'
import type * as account from '#contracts/account.ts'
import { messages } from '#contracts/messages.ts'
import { call } from '../api.ts'
import { forgetAll } from '../cache.ts'
import { session, setToken } from '../session.ts'
import { toast } from '../ui/toast.ts'
import * as addresses from './addresses.ts'

/** A new captcha to answer; one without an image needs none. @throws ApiError */
export const newCaptcha = () => call(addresses.generateCaptcha, { query: { requestFrom: 'login' } })

/** Signs in and begins the session. @throws ApiError */
export async function signIn(body: z.input<typeof account.signIn.body>): Promise<void> {
  const { token } = await call(addresses.signIn, { body })
  forgetAll()
  setToken(token)
}

/** Reads who is signed in. @throws ApiError */
export async function loadProfile(signal?: AbortSignal): Promise<void> {
  const { token } = session
  const profile = await call(addresses.me, { signal })
  if (session.token === token) session.profile = profile
}

/** Ends the session at the server and here; here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  await call(addresses.signOut, { quiet: true }).catch(() => undefined)
  forgetAll()
  setToken(null)
  navigate('/login')
  toast.success(messages.signedOut)
}
