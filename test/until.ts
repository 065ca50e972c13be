/** Polls until `done` answers something true, and answers that. @throws with `what` after the time is over */
export async function until<T>(what: string, done: () => Promise<T> | T, timeoutMs = 15_000): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await done()
    if (value) return value as NonNullable<T>
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms for: ${what}`)
    await new Promise(next => setTimeout(next, 25))
  }
}
