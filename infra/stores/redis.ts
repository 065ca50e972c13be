import { connect } from 'node:net'
import { Redis } from 'ioredis'
import { onPath, Refusal } from '#infra/process.ts'
import { containerEngine, startContainer } from './containers.ts'
import { canInstall, installPackages } from './debian.ts'
import { type Server, startServer } from './server.ts'
import type { Store, StoreOptions } from './store.ts'

/** A Redis that answers, from the first source that serves. */
export async function provideRedis(options: StoreOptions): Promise<Store> {
  if (process.env.REDIS_URL) return checkGiven(process.env.REDIS_URL)
  const program = onPath('redis-server')
  if (program) return startServer(redisServer(program), options)
  if (await containerEngine()) return startContainer('redis', options)
  if (!canInstall()) {
    throw new Refusal('No Redis was found: install redis-server, start a container engine, or set REDIS_URL.')
  }
  options.log('installing Redis (once)')
  await installPackages('redis-server')
  return startServer(redisServer('/usr/bin/redis-server'), options)
}

async function checkGiven(url: string): Promise<Store> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
  } catch {
    throw new Refusal('The Redis that REDIS_URL names does not answer: start it, or unset REDIS_URL.')
  } finally {
    client.disconnect()
  }
  return { url, stop: async () => {} }
}

function redisServer(program: string): Server {
  return {
    name: 'redis',
    program,
    // biome-ignore format: one option a line
    args: ({ port, dir, durable }) => [
      '--port', String(port),
      '--bind', '127.0.0.1',
      '--dir', dir,
      '--maxmemory-policy', 'noeviction',
      '--appendonly', durable ? 'yes' : 'no',
      '--save', '',
    ],
    mark: ({ port }) => `redis-server 127.0.0.1:${port}`,
    isReady: pings,
  }
}

/** Whether it answers PING, which it refuses while it still loads its file. */
function pings(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.once('data', data => {
      socket.destroy()
      resolve(data.toString().startsWith('+PONG'))
    })
    socket.once('error', () => resolve(false))
  })
}
