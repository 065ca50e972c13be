import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { limits } from '#contracts/limits.ts'
import { signedIn, testApp, until } from '#test/factories.ts'
import { connect, heardType, listen, online } from '#test/sockets.ts'

const app = await testApp()
const url = await listen(app)
const { tenant, token } = await signedIn(app)

describe('who a socket is', () => {
  test('is told by the token in the address', async () => {
    const client = await connect(`${url}?token=${token}`)
    await until('ready', () => heardType(client, 'ready'))
  })

  test('is told by a first message', async () => {
    const client = await connect(url)
    client.say({ type: 'auth', token })
    await until('ready', () => heardType(client, 'ready'))
  })

  test.each(['no such token', ''])(
    'a wrong token (%j) closes it with 4001, in the address and as a message',
    async wrong => {
      const asked = await connect(`${url}?token=${wrong}`)
      const said = await connect(url)
      said.say({ type: 'auth', token: wrong })
      expect(await until('closed', () => asked.code)).toBe(4001)
      expect(await until('closed', () => said.code)).toBe(4001)
      expect([...asked.heard, ...said.heard]).toEqual([])
    },
  )

  test('who does not say it in time is closed with 4001, pings or not', async () => {
    const client = await connect(url)
    const openedMs = Date.now()
    client.say('ping')
    expect(await until('closed', () => client.code)).toBe(4001)
    expect(Date.now() - openedMs).toBeGreaterThan(limits.socketAuthMs - 500)
  })

  test('cannot be changed later', async () => {
    const client = await online(url, token, tenant)
    client.say({ type: 'auth', token: 'another', requestId: 'r1' })
    await until('refused', () => heardType(client, 'refused'))
    expect(client.code).toBeUndefined()
  })
})

describe('what a client says', () => {
  test('ping is answered pong, before and after it has signed in', async () => {
    const client = await connect(url)
    client.say('ping')
    await until('pong', () => client.texts.includes('pong'))
    client.say({ type: 'auth', token })
    client.say('ping')
    await until('another pong', () => client.texts.filter(text => text === 'pong').length === 2)
  })

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a number', '7'],
    ['an unknown type', { type: 'drop', requestId: 'r2' }],
    ['no type', {}],
    ['a token that is none', { type: 'auth', token: { $ne: '' } }],
    ['a prototype', '{"__proto__":{"type":"auth"}}'],
  ])('what is not understood is refused, and the socket goes on: %s', async (_name, message) => {
    const client = await online(url, token, tenant)
    client.say(message)
    const refused = await until('refused', () => client.heard.find(one => one.type === 'refused'))
    expect(refused).toMatchObject({ message: 'This message is not understood' })
    if (typeof message === 'object' && 'requestId' in message) expect(refused).toMatchObject({ requestId: 'r2' })
    client.say('ping')
    await until('pong', () => client.texts.includes('pong'))
  })

  test('bytes are refused', async () => {
    const client = await online(url, token, tenant)
    client.ws.send(Buffer.from([0xff, 0x00]))
    await until('refused', () => heardType(client, 'refused'))
  })

  test('text that is no UTF-8 closes with 1007', async () => {
    const client = await online(url, token, tenant)
    client.ws.send(Buffer.from([0xff, 0xfe]), { binary: false })
    expect(await until('closed', () => client.code)).toBe(1007)
  })

  test('more than a message may weigh closes with 1009', async () => {
    const client = await online(url, token, tenant)
    client.say('x'.repeat(limits.socketMessageBytes + 1))
    expect(await until('closed', () => client.code)).toBe(1009)
  })

  test('too many messages close with 1008', async () => {
    const client = await online(url, token, tenant)
    for (let i = 0; i <= limits.socketMessagesPerSecond * 10; i++) client.say('ping')
    expect(await until('closed', () => client.code)).toBe(1008)
  })
})

describe('an upgrade', () => {
  const upgrade = (path: string, protocol: string) =>
    new Promise<number | undefined>((answered, failed) => {
      const address = new URL(path, url.replace('ws', 'http'))
      const asked = request(address, { headers: { connection: 'Upgrade', upgrade: protocol } })
      asked.on('error', failed)
      asked.on('response', answer => answered(answer.resume().statusCode))
      asked.end()
    })

  test('to something else is an ordinary request: some HTTP clients offer h2c', async () => {
    expect(await upgrade('/healthz', 'h2c')).toBe(200)
  })
  test('of another address is not found', async () => {
    expect(await upgrade(`/nowhere?token=${token}`, 'websocket')).toBe(404)
  })
  test('without a handshake is refused', async () => {
    expect(await upgrade('/actions', 'websocket')).toBe(400)
  })
})

test('open sockets are counted', async () => {
  const count = async () => {
    const { body } = await app.server.inject({ url: '/metrics' })
    return Number(/^parley_sockets (\d+)/m.exec(body)?.[1])
  }
  const before = await count()
  const client = await online(url, token, tenant)
  // others may close meanwhile, none opens
  expect(await count()).toBeGreaterThan(0)
  expect(await count()).toBeLessThanOrEqual(before + 1)
  const open = await count()
  client.ws.close()
  await until('one less', async () => (await count()) < open)
})
