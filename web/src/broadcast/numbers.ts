import parsePhone, { isSupportedCountry } from 'libphonenumber-js/min'
import { limits } from '#contracts/limits.ts'

export interface TypedNumbers {
  /** each as typed and trimmed, in order */
  values: string[]
  /** those of `values` that are no possible numbers, each once */
  invalid: string[]
  /** values that repeat the number of an earlier one */
  duplicates: number
}

/** Each number as typed and trimmed; they are separated by commas, semicolons or lines. */
export function typedValues(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map(value => value.trim())
    .filter(Boolean)
}

/**
 * Reads typed numbers as the server will.
 * @param country of numbers without a country code, ISO 3166 alpha-2
 */
export function typedNumbers(text: string, country: string): TypedNumbers {
  const values = typedValues(text)
  const different = new Map(values.map(value => [e164(value, country) ?? value, value]))
  return {
    values,
    invalid: [...different.values()].filter(value => e164(value, country) === null),
    duplicates: values.length - different.size,
  }
}

/** The text without these numbers, one a line. */
export function withoutNumbers(text: string, unwanted: readonly string[]): string {
  const gone = new Set(unwanted)
  return typedValues(text)
    .filter(value => !gone.has(value))
    .join('\n')
}

/** Read once each: the whole text is read again at every key. */
const known = new Map<string, string | null>()

function e164(value: string, country: string): string | null {
  const key = `${country} ${value}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size > 2 * limits.typedNumbers) known.clear()
  const read = readNumber(value, country)
  known.set(key, read)
  return read
}

function readNumber(value: string, country: string): string | null {
  if (value.length < limits.broadcastPhoneMin) return null
  const defaultCountry = isSupportedCountry(country) ? country : undefined
  const found = parsePhone(value, { defaultCountry, extract: false })
  return found?.isPossible() && !found.ext ? found.number : null
}
