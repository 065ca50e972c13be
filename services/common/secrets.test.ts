import { expect, test } from 'vitest'
import { sameText, seal, setSecret, sign, unseal } from './secrets.ts'

setSecret('a secret of thirty-two characters, for tests')

test('what was sealed opens again, and looks different each time', () => {
  const text = 'EAAG-token ünïcode'
  expect(unseal(seal(text))).toBe(text)
  expect(seal(text)).not.toBe(seal(text))
  expect(seal(text)).not.toContain('EAAG')
})

test('every one-bit change of a sealed text is refused', () => {
  const bytes = Buffer.from(seal('token').slice(3), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(() => unseal(`v1.${changed.toString('base64url')}`)).toThrow()
  }
})

test('another APP_SECRET opens nothing', () => {
  const sealed = seal('token')
  setSecret('another secret of thirty-two characters or more')
  expect(() => unseal(sealed)).toThrow()
})

test('a signature is the HMAC of the exact bytes', () => {
  // RFC 4231, test case 2
  expect(sign('Jefe', Buffer.from('what do ya want for nothing?'))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  expect(sameText('abc', 'abc')).toBe(true)
  expect(sameText('abc', 'abd')).toBe(false)
  expect(sameText('abc', 'abcd')).toBe(false)
})
