import { z } from 'zod'
import { Broadcast } from './broadcast.ts'
import { Import } from './contacts.ts'
import { needs, type Permission } from './permissions.ts'

/** State: a whole snapshot of one thing, the newest wins; told only to sockets whose user may see it. */
const states = {
  import: { shape: z.object({ type: z.literal('import'), id: z.string(), state: Import }), needs: 'CUSTOMER.VIEW' },
  broadcast: {
    shape: z.object({ type: z.literal('broadcast'), id: z.string(), state: Broadcast }),
    needs: needs.broadcastView,
  },
} as const satisfies Record<string, { shape: z.ZodType; needs: Permission | readonly Permission[] }>

/** Signals: something happened to this socket or its user. */
const signals = {
  /** the token is good; snapshots of every state follow */
  ready: z.object({ type: z.literal('ready') }),
  /** roles or permissions changed: load the profile again */
  permissionsChanged: z.object({ type: z.literal('permissionsChanged') }),
  /** the server is going down for a deploy: connect again */
  reconnect: z.object({ type: z.literal('reconnect') }),
  /** the answer to a command that could not be read */
  refused: z.object({ type: z.literal('refused'), requestId: z.string().optional(), message: z.string() }),
} as const

export const StateMessage = z.discriminatedUnion('type', [states.import.shape, states.broadcast.shape])
export type StateMessage = z.infer<typeof StateMessage>
export const SignalMessage = z.discriminatedUnion('type', [
  signals.ready,
  signals.permissionsChanged,
  signals.reconnect,
  signals.refused,
])
export type SignalMessage = z.infer<typeof SignalMessage>
/** Everything that the server sends, beside the text `pong`. */
export type ServerMessage = StateMessage | SignalMessage

/** Everything that a client sends, beside the text `ping`. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().max(200) }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** Who may be told a state. */
export const stateNeeds = (type: StateMessage['type']) => states[type].needs

/** Orders to gateways, over the same channels, about sockets; never sent to a client. */
export const GatewayOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sessionEnded'), sessionId: z.string() }),
  z.object({ type: z.literal('userChanged'), userId: z.string() }),
])
export type GatewayOrder = z.infer<typeof GatewayOrder>
