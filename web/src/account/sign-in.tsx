import { RefreshCw } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { useAction } from '../action.ts'
import { brand } from '../brand.ts'
import { Logo } from '../shell/logo.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, FormErrors } from '../ui/field.tsx'
import { Checkbox, Input, PasswordInput } from '../ui/input.tsx'
import { newCaptcha, signIn } from './actions.ts'
import { afterSignIn } from './next.ts'
import { Slides } from './slides.tsx'

type Wrong = Partial<Record<'email' | 'password' | 'captcha', string>>

/** What is missing before the server need be asked. It checks everything again. */
function check(given: { email: string; password: string; captcha: string }, asksCaptcha: boolean): Wrong {
  const wrong: Wrong = {}
  if (!given.email.trim()) wrong.email = messages.mandatory
  else if (!/^\S+@\S+\.\S+$/.test(given.email.trim())) wrong.email = messages.emailInvalid
  if (!given.password) wrong.password = messages.mandatory
  if (asksCaptcha && !given.captcha.trim()) wrong.captcha = messages.captchaRequired
  return wrong
}

export default function SignIn() {
  useEffect(() => {
    document.title = `Sign in · ${brand.title}`
  }, [])
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <main className="flex flex-col bg-surface px-6 py-6 sm:px-10">
        <Logo />
        <div className="mx-auto flex w-full max-w-[340px] flex-1 flex-col justify-center py-10">
          <h1 className="text-xl font-semibold tracking-tight">Sign in</h1>
          <p className="mb-6 mt-1 text-muted">to your {brand.title} console</p>
          <SignInForm />
        </div>
      </main>
      <Slides />
    </div>
  )
}

function SignInForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [answer, setAnswer] = useState('')
  const [removeExistingSession, setRemoveExisting] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()
  const { run, busy, problems, fields } = useAction(async () => {
    const given = { email, password, removeExistingSession, appId: limits.loginAppId }
    const { captchaId, image } = captcha
    try {
      await signIn(image ? { ...given, captchaId, captcha: answer } : given)
    } catch (error) {
      // each captcha is good once
      setAnswer('')
      captcha.refresh()
      throw error
    }
    navigate(afterSignIn(location.search, location.origin), { replace: true })
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = check({ email, password, captcha: answer }, captcha.image !== '')
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else void run()
  }
  // what stands beside a field need not be said twice
  const all = [...problems.filter(problem => !Object.values(fields).includes(problem)), captcha.failed].filter(Boolean)
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <FormErrors problems={all} />
      <Field label="E-mail address" error={wrong.email ?? fields.email}>
        {control => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            className="!h-9"
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={wrong.password ?? fields.password}>
        {control => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            className="!h-9"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      {captcha.image && (
        <Field label="Characters in the picture" error={wrong.captcha ?? fields.captcha}>
          {control => (
            <>
              <div className="mb-2 flex items-center gap-2">
                <img src={captcha.image} alt="Captcha" className="h-12 rounded border bg-paper" />
                <IconButton icon={RefreshCw} label="Another picture" onClick={captcha.refresh} />
              </div>
              <Input
                {...control}
                name="captcha"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className="!h-9"
                value={answer}
                onChange={event => setAnswer(event.target.value)}
              />
            </>
          )}
        </Field>
      )}
      <Checkbox
        label="Sign out of my other sessions"
        checked={removeExistingSession}
        onChange={event => setRemoveExisting(event.target.checked)}
      />
      <Button type="submit" variant="primary" busy={busy} className="!h-9 w-full">
        Sign in
      </Button>
    </form>
  )
}

/** The captcha to answer; its image is empty while none is asked for. */
function useCaptcha() {
  const [captcha, setCaptcha] = useState({ captchaId: '', image: '' })
  const [failed, setFailed] = useState('')
  const refresh = useCallback(() => {
    newCaptcha().then(
      next => {
        setFailed('')
        setCaptcha(next)
      },
      error => setFailed(error instanceof Error ? error.message : messages.wrong),
    )
  }, [])
  useEffect(refresh, [refresh])
  return { ...captcha, failed, refresh }
}
