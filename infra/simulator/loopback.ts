import type { FastifyReply, FastifyRequest } from 'fastify'

const loopback = /^(127\.|::1$|::ffff:127\.)/
const localName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Lets in this machine alone, and under a local name, so that no web page can reach it through a name of its own. */
export async function loopbackOnly(request: FastifyRequest, reply: FastifyReply) {
  if (loopback.test(request.socket.remoteAddress ?? '') && localName.test(request.hostname)) return
  return reply.code(403).send({ message: 'Only this machine may steer the simulator' })
}
