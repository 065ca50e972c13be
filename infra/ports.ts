import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { z } from 'zod'

/** Whether nothing listens on this port of the host. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** A port that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = address && typeof address === 'object' ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

/** Whether something accepts connections at host and port within `timeoutMs`. */
export function answers(host: string, port: number, timeoutMs = 1_000): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const end = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

const Ports = z.record(z.string(), z.int())

/** The port that `name` had the last time, by the file that remembers it; another one when it is taken by now. */
export async function rememberedPort(file: string, name: string): Promise<number> {
  const read = () => (existsSync(file) ? Ports.parse(JSON.parse(readFileSync(file, 'utf8'))) : {})
  const last = read()[name]
  if (last && (await isFree(last))) return last
  const port = await freePort()
  writeFileSync(file, JSON.stringify({ ...read(), [name]: port }))
  return port
}
