import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { addressOf } from './address.ts'

const seen: { hops: number; address: string }[] = []
const server = createServer((request, response) => {
  for (const hops of [0, 1, 2, 5]) seen.push({ hops, address: addressOf(request, hops) })
  response.end()
}).listen(0, '127.0.0.1')
afterAll(() => server.close())

test.each([undefined, '203.0.113.7', '198.51.100.1, 203.0.113.7', ' , 198.51.100.1 ,203.0.113.7, 192.0.2.9'])(
  'the address of a socket is what Fastify reads for a request: %s',
  async forwarded => {
    seen.length = 0
    const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers })
    for (const { hops, address } of seen) {
      const app = fastify({ trustProxy: (_address: string, hop: number) => hop < hops })
      app.get('/', async request => request.ip)
      const { body } = await app.inject({ url: '/', headers, remoteAddress: '127.0.0.1' })
      expect({ hops, address }).toEqual({ hops, address: body })
    }
    expect(seen).toHaveLength(4)
  },
)
