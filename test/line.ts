import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/**
 * A line to a store that a test can cut, as when the store is stopped: what is open is closed, and nobody gets through
 * until it is mended.
 * @returns `url`: the same address over the line
 */
export async function openLine(store: string) {
  const target = new URL(store)
  const open = new Set<Socket>()
  const server = createServer(near => {
    const far = connectTo(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  const cut = () =>
    new Promise<void>(done => {
      server.close(() => done())
      for (const one of open) one.destroy()
    })
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  const { port } = address
  afterAll(() => {
    if (server.listening) return cut()
  })
  const url = new URL(store)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { url: url.href, cut, mend: async () => (server.listening ? undefined : listen(port)) }
}

const connectTo = ({ hostname, port }: URL) => connect({ host: hostname, port: Number(port || 6379) })
