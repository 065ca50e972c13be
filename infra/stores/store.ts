/** A running store: its address, and how to end it (nothing happens when it was not ours). */
export interface Store {
  url: string
  stop(): Promise<void>
}

export interface StoreOptions {
  /** Where data, pid files and remembered ports live; absolute. */
  dataDir: string
  /** For data that matters: synced to disk, ports remembered, kept by containers. Off for tests and trials. */
  durable: boolean
  /** Told in a few words what takes long. */
  log(line: string): void
}
