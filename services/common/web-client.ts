import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

/** Where a browser that navigates gets a page of the server, not the web client. */
const served = /^\/(docs|admin\/queues|metrics|healthz|readyz|assets)(\/|$)/

/**
 * Serves the built web client. Screens and calls share addresses (`/chat/history` is both), so a browser's navigation
 * gets the client, everything else the call.
 */
export async function webClient(app: FastifyInstance, { dist }: { dist?: string }): Promise<void> {
  const root = dist && existsSync(resolve(dist, 'index.html')) ? resolve(dist) : undefined
  if (root) {
    await app.register(fastifyStatic, {
      root,
      serve: true,
      wildcard: true,
      index: false,
      // the page itself is for navigations, below
      allowedPath: path => path !== '/',
      cacheControl: false,
      setHeaders(reply, path) {
        // built files carry a hash in their names
        reply.header('cache-control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.addHook('onRequest', async (request, reply) => {
      if (navigates(request)) return reply.sendFile('index.html')
    })
  }
  app.setNotFoundHandler(async () => fail('notFound', 'There is no such address'))
}

function navigates(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  if (request.method !== 'GET' || served.test(path) || /\.\w+$/.test(path)) return false
  const mode = request.headers['sec-fetch-mode']
  return mode ? mode === 'navigate' : (request.headers.accept ?? '').includes('text/html')
}
