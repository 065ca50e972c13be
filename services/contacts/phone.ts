import parsePhone, { type CountryCode, isSupportedCountry, type PhoneNumber } from 'libphonenumber-js/min'

/**
 * A phone number as a person writes it, in E.164, or null when there is no such possible number.
 * @param country ISO 3166 alpha-2; the country of numbers that are written without one
 */
export function toE164(written: string, country: string): string | null {
  const found = parsePhone(written, { defaultCountry: countryCode(country), extract: false })
  if (!found?.isPossible() || found.ext) return null
  return found.number
}

/** The digits of an E.164 number, and those of its national part: people search by both. */
export function digitsOf(e164: string): { all: string; national: string } {
  const found: PhoneNumber | undefined = parsePhone(e164)
  const all = e164.slice(1)
  return { all, national: found?.nationalNumber ?? all }
}

const countryCode = (country: string): CountryCode | undefined => (isSupportedCountry(country) ? country : undefined)
