import { expect, test } from 'vitest'
import { afterSignIn, loginAddress } from './next.ts'

const origin = 'https://console.example'

test('the way back survives signing in', () => {
  const login = loginAddress('/customer-master/customers?search=a%20b&from=20')
  expect(afterSignIn(login.slice('/login'.length), origin)).toBe('/customer-master/customers?search=a%20b&from=20')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/login',
  '',
])('%j never leads away from the console', next => {
  expect(afterSignIn(`?next=${encodeURIComponent(next)}`, origin)).toBe('/dashboard')
})
