import type { AddressInfo } from 'node:net'
import mongoose, { Types } from 'mongoose'
import { afterAll } from 'vitest'
import { WebSocket } from 'ws'
import { publish } from '#common/events.ts'
import { key, redis } from '#common/redis.ts'
import type { Tenant } from '#common/tenant.ts'
import type { Broadcast } from '#contracts/broadcast.ts'
import type { Import } from '#contracts/contacts.ts'
import type { ServerMessage, StateMessage } from '#contracts/events.ts'
import { type TestApp, until } from './factories.ts'

/** Lets the server of a test take connections; answers the address of its sockets. */
export async function listen(app: TestApp): Promise<string> {
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  return `ws://127.0.0.1:${port}/actions`
}

export interface Client {
  ws: WebSocket
  /** every text that came, in order */
  texts: string[]
  /** every message that came, in order, without pongs */
  heard: ServerMessage[]
  /** the newest state of a thing */
  state(id: string): StateMessage | undefined
  say(message: unknown): void
  /** the close code, once it is closed */
  code?: number
}

const clients: Client[] = []
afterAll(() => {
  for (const { ws } of clients) ws.terminate()
})

/** Opens a socket that says nothing by itself. */
export async function connect(url: string): Promise<Client> {
  const ws = new WebSocket(url)
  const client: Client = {
    ws,
    texts: [],
    heard: [],
    state: id => client.heard.findLast((message): message is StateMessage => 'id' in message && message.id === id),
    say: message => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
  }
  clients.push(client)
  ws.on('message', data => {
    const text = String(data)
    client.texts.push(text)
    if (text !== 'pong') client.heard.push(JSON.parse(text))
  })
  ws.on('close', code => {
    client.code = code
  })
  await new Promise((opened, failed) => ws.once('open', opened).once('error', failed))
  return client
}

export const heardType = (client: Client, type: ServerMessage['type']) => client.heard.some(one => one.type === type)

/**
 * Opens a socket, signs it in and waits until it hears what is published for imports or, without a right to them, for
 * broadcasts.
 */
export async function online(url: string, token: string, tenant: Tenant): Promise<Client> {
  const client = await connect(url)
  client.say({ type: 'auth', token })
  await until('ready', () => heardType(client, 'ready'))
  await reaches(tenant, client)
  return client
}

/** Waits until what is published to the tenant reaches the client. */
export async function reaches(tenant: Tenant, client: Client): Promise<void> {
  const states = [importState(), broadcastState()]
  await until('a published state to arrive', async () => {
    for (const state of states) await publish(tenant, state)
    return states.some(({ id }) => client.state(id))
  })
}

const newId = () => new Types.ObjectId().toString()

export function importState(more: Partial<Import> = {}): Extract<StateMessage, { type: 'import' }> {
  const state: Import = {
    uploadId: newId(),
    file: { name: 'customers.csv' },
    totalLines: 100,
    acceptedLines: 0,
    errorLines: 0,
    duplicateLines: 0,
    createdCustomers: 0,
    updatedCustomers: 0,
    state: 'WAITING',
    phase: 'writing',
    progress: 0,
    startedTimeStr: new Date().toISOString(),
    ...more,
  }
  return { type: 'import', id: state.uploadId, state }
}

export function broadcastState(more: Partial<Broadcast> = {}): Extract<StateMessage, { type: 'broadcast' }> {
  const counts = { queued: 0, sending: 0, accepted: 0, unknown: 0, sent: 0, failed: 0, delivered: 0, read: 0, total: 0 }
  const state: Broadcast = {
    id: newId(),
    name: 'Offer',
    templateName: 'offer',
    user: { name: 'Asha' },
    channelName: 'WhatsApp',
    createdOn: new Date().toISOString(),
    status: 'SENDING',
    counts,
    ...more,
  }
  return { type: 'broadcast', id: state.id, state }
}

/** Changes a user's row behind the service's back: no order is published. */
export async function changeUser(tenant: Tenant, change: { roles?: number[]; state?: 1 | 2 }): Promise<void> {
  await mongoose.connection.collection('users').updateOne({ _id: tenant.user?.id }, { $set: change })
}

/** Removes a user's sessions behind the service's back: no order is published. */
export async function removeSessions(tenant: Tenant): Promise<void> {
  await mongoose.connection.collection('sessions').deleteMany({ userId: tenant.user?.id })
}

/** Redis's ids of the connections on which this test's gateway listens. */
export async function subscriberIds(): Promise<number[]> {
  const clients = String(await redis().client('LIST')).split('\n')
  const ours = clients.filter(line => line.includes(` name=${key('gateway')} `))
  return ours.map(line => Number(/^id=(\d+)/.exec(line)?.[1]))
}
