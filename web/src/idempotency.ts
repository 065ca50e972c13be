/** Keys of POSTs that no answer came for yet, by what was sent. */
const unanswered = new Map<string, { key: string; until: number }>()
/** After it the same content is a new action, not another try. */
const rememberMs = 10 * 60_000

/**
 * The Idempotency-Key of an action: the same for a double click and for another try after a lost answer, a new one once
 * the action was answered.
 */
export function keyFor(action: string): string {
  const now = Date.now()
  for (const [other, { until }] of unanswered) if (until < now) unanswered.delete(other)
  const known = unanswered.get(action)
  if (known) return known.key
  const key = newKey()
  unanswered.set(action, { key, until: now + rememberMs })
  return key
}

/** The action was answered: the next one like it is another one. */
export function answered(action: string): void {
  unanswered.delete(action)
}

function newKey(): string {
  // crypto.randomUUID exists on https and localhost alone
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
