import type { IncomingMessage } from 'node:http'

/** The client's address behind `hops` trusted proxies, as Fastify reads it for requests. */
export function addressOf(request: Pick<IncomingMessage, 'headers' | 'socket'>, hops: number): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const named = forwarded.map(one => one.trim()).filter(Boolean)
  const nearestFirst = [request.socket.remoteAddress ?? '', ...named.reverse()]
  return nearestFirst[Math.min(hops, nearestFirst.length - 1)] ?? ''
}
