import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Validation } from '#contracts/contacts.ts'
import { compileCheck, Refused, standardChecks } from './checks.ts'

type Rule = Parameters<typeof compileCheck>[0]
const text = (more: Partial<Rule>, ...validations: Validation[]) =>
  compileCheck({
    fieldLabel: 'City',
    fieldType: 'text',
    inputType: 'Alphanumeric',
    mandatory: false,
    ...more,
    validations,
  })
const why = (value: unknown) => (value instanceof Refused ? value.message : `accepted ${JSON.stringify(value)}`)

test.each([
  ['Alphabets', 'Zoë नेहा मुंबई 小明', undefined],
  ['Alphabets', 'Pune 4', 'City may have letters only'],
  ['Alphanumeric', 'Block 4', undefined],
  ['Number', '-12', undefined],
  ['Number', '1.5', 'City must be a whole number'],
  ['Decimal', '1.5', undefined],
  ['Decimal', '1,5', 'City must be a number'],
  ['Email', 'asha@example.com', undefined],
  ['Email', 'asha at example.com', 'City must be an e-mail address'],
] as const)('%s: %s', (inputType, value, message) => {
  expect(why(text({ inputType })(value))).toBe(message ?? `accepted "${value}"`)
})

describe('special characters', () => {
  const allowed = (value: boolean, ...chars: string[]): Validation[] => [
    { id: 'allowSpecialChars', value },
    ...(chars.length ? [{ id: 'allowedChars', value: chars } satisfies Validation] : []),
  ]
  test('none are allowed', () =>
    expect(why(text({}, ...allowed(false))('a-b'))).toBe('City may not have the character -'))
  test('all are allowed where none are named', () => expect(text({}, ...allowed(true))('a-b,c😀')).toBe('a-b,c😀'))
  test('those that are named are', () => expect(text({}, ...allowed(true, '-', '.'))('St. A-B')).toBe('St. A-B'))
  test('others are not', () => expect(why(text({}, ...allowed(true, '-'))('a.b'))).toContain('character .'))
  test('the comma has a switch of its own', () => {
    expect(text({ commaIncluded: true }, ...allowed(true, '-'))('a,b')).toBe('a,b')
    expect(why(text({}, ...allowed(true, '-'))('a,b'))).toContain('character ,')
  })
  test('a control character never is', () => expect(why(text({}, ...allowed(true))('a\u0000b'))).toContain('U+0000'))
})

test('lengths count characters as people do, after trimming', () => {
  const check = text({}, { id: 'minValue', value: 2 }, { id: 'maxValue', value: 3 })
  expect(why(check(' a '))).toBe('Minimum length must be 2 characters.')
  expect(why(check('abcd'))).toBe('Maximum length must be 3 characters.')
  expect(check(' 𝒜𝒜𝒜 ')).toBe('𝒜𝒜𝒜')
  expect(why(check('𝒜'))).toBe('Minimum length must be 2 characters.')
})

test('what is mandatory must be more than spaces', () => {
  const check = text({ mandatory: true })
  expect(why(check(''))).toBe('City is required')
  expect(why(check('  '))).toBe('Whitespace only present in the field - City')
  expect(text({})('  ')).toBe('')
})

test('a select box takes its options, in their own spelling', () => {
  const rule: Rule = {
    fieldLabel: 'Plan',
    fieldType: 'selectbox-singlevalue',
    mandatory: false,
    defaultValue: 'Basic, Plus,,Premium',
    validations: [],
  }
  const single = compileCheck(rule)
  expect(single(' plus ')).toBe('Plus')
  expect(why(single('Gold'))).toBe('"Gold" is not an option of Plan')
  const multiple = compileCheck({ ...rule, fieldType: 'selectbox-multiplevalue' })
  expect(multiple('plus| Basic|plus|')).toEqual(['Plus', 'Basic'])
  expect(multiple(['premium'])).toEqual(['Premium'])
  expect(multiple('')).toBe('')
  expect(why(multiple('Basic|Gold'))).toBe('"Gold" is not an option of Plan')
})

describe('phone numbers', () => {
  const { phoneNumber: check } = standardChecks('IN')
  test.each([
    '9876543210',
    '09876543210',
    '+919876543210',
    '919876543210',
    '98765-43210',
    '+91 (98765) 43210',
    '00919876543210',
    '٩٨٧٦٥٤٣٢١٠',
  ])('%s', written => expect(check?.(written)).toBe('+919876543210'))
  test.each(['9.19877E+11', 'abc9876543210', '98765 43210 ext 5', '+999123456789012', '12345678901234567890'])(
    '%s is none',
    written => expect(why(check?.(written))).toContain('not a possible phone number'),
  )
  test('the specified range comes first', () =>
    expect(why(check?.('98765'))).toBe('Minimum length must be 10 characters.'))
})

test('no value breaks a check, and what a check keeps it accepts again', () => {
  const checks = Object.values(standardChecks('IN'))
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), value => {
      for (const check of checks) {
        const kept = check(value)
        if (!(kept instanceof Refused)) expect(check(kept)).toEqual(kept)
      }
    }),
  )
})
