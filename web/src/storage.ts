/** What this browser kept under a name; null when nothing, or when storage is closed to us. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this browser, or forgets it (null). A browser that refuses storage keeps it for the page alone. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // private windows may refuse: the page works without
  }
}
