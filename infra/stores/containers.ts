// Exercised in CI only: the machines this was written on have no container engine.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { rememberedPort } from '#infra/ports.ts'
import { run } from '#infra/process.ts'
import type { Store, StoreOptions } from './store.ts'

const images = {
  mongodb: { image: 'mongo:8', port: 27017 },
  redis: { image: 'redis:7', port: 6379 },
}

/** Whether a container engine really answers: the `docker` program alone may have none behind it. */
export async function containerEngine(): Promise<boolean> {
  const sockets = [
    process.env.DOCKER_HOST?.replace(/^unix:\/\//, ''),
    '/var/run/docker.sock',
    join(homedir(), '.docker/run/docker.sock'),
    process.env.XDG_RUNTIME_DIR && join(process.env.XDG_RUNTIME_DIR, 'docker.sock'),
  ]
  const socketPath = sockets.find(path => path && existsSync(path))
  if (!socketPath) return false
  return new Promise(resolve => {
    const ping = request({ socketPath, path: '/_ping', timeout: 2_000 }, reply => {
      reply.resume()
      resolve(reply.statusCode === 200)
    })
    ping.once('error', () => resolve(false))
    ping.once('timeout', () => ping.destroy())
    ping.end()
  })
}

/** Starts one store as a container: by compose where the data matters, by testcontainers otherwise. */
export async function startContainer(name: keyof typeof images, options: StoreOptions): Promise<Store> {
  options.log(`starting ${images[name].image} as a container`)
  return options.durable ? startComposed(name, options) : startThrowaway(name)
}

async function startComposed(name: keyof typeof images, { dataDir }: StoreOptions): Promise<Store> {
  const volume = join(dataDir, `${name}-container`)
  mkdirSync(volume, { recursive: true })
  const port = await rememberedPort(join(dataDir, 'ports.json'), `${name}-container`)
  const project = `parley-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-${name}`
  const compose = ['compose', '-p', project, '-f', join(import.meta.dirname, '../compose.yaml')]
  const env = { ...process.env, STORE_DATA: volume, STORE_PORT: String(port) }
  // a container that a killed start left running holds the data: end it before another takes it
  await run('docker', [...compose, 'down', '--timeout', '20'], env)
  await run('docker', [...compose, 'up', '--detach', '--wait', name], env)
  return {
    url: `${name}://127.0.0.1:${port}`,
    stop: async () => {
      await run('docker', [...compose, 'down', '--timeout', '20'], env)
    },
  }
}

async function startThrowaway(name: keyof typeof images): Promise<Store> {
  const { GenericContainer } = await import('testcontainers')
  const { image, port } = images[name]
  const container = await new GenericContainer(image).withExposedPorts(port).start()
  return {
    url: `${name}://${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => {
      await container.stop()
    },
  }
}
