import { limits } from '#contracts/limits.ts'

export interface TypedNumbers {
  /** each as typed and trimmed, in order */
  values: string[]
  /** those of `values` that cannot be numbers, each once; the server knows more and decides */
  invalid: string[]
  /** values that repeat an earlier one */
  duplicates: number
}

/** Reads numbers separated by commas, semicolons or lines. */
export function typedNumbers(text: string): TypedNumbers {
  const values = text
    .split(/[,;\n]/)
    .map(value => value.trim())
    .filter(Boolean)
  const different = new Map(values.map(value => [digits(value) || value, value]))
  return {
    values,
    invalid: [...different.values()].filter(value => !isPossible(value)),
    duplicates: values.length - different.size,
  }
}

/** The text without these numbers, one a line. */
export function withoutNumbers(text: string, unwanted: readonly string[]): string {
  const gone = new Set(unwanted)
  return typedNumbers(text)
    .values.filter(value => !gone.has(value))
    .join('\n')
}

const digits = (value: string) => compact(value).replace(/^(\+|00)/, '')
const compact = (value: string) => value.replace(/[\s().-]/g, '')

function isPossible(value: string): boolean {
  const written = compact(value)
  return written.length >= limits.broadcastPhoneMin && /^\+?\d{7,17}$/.test(written) && digits(value).length <= 15
}
