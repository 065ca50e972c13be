import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from './frame.ts'

describe('a text frame', () => {
  test('has the bytes of RFC 6455, section 5.7', () => {
    expect(textFrame('Hello').toString('hex')).toBe('810548656c6c6f')
  })

  test('is read by a client at every length of its head, and characters of several bytes count as such', async () => {
    const texts = [0, 1, 125, 126, 65_535, 65_536, 200_000]
      .map(length => 'x'.repeat(length))
      .concat('नमस्ते 👋'.repeat(20))
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    server.on('connection', (_ws, request) => {
      for (const text of texts) request.socket.write(textFrame(text))
    })
    await once(server, 'listening')
    const address = server.address()
    const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    const heard: string[] = []
    await new Promise<void>((done, failed) => {
      client.on('error', failed)
      client.on('message', data => {
        if (heard.push(String(data)) === texts.length) done()
      })
    })
    client.terminate()
    server.close()
    expect(heard).toEqual(texts)
  })
})
