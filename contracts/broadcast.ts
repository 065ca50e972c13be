import { z } from 'zod'
import { Channel, MediaType } from './enterprise.ts'
import { limits } from './limits.ts'
import { needs } from './permissions.ts'
import { FieldError, From, Id, IdParams, Moment, PerPage, Search } from './reply.ts'
import { route } from './route.ts'

const base = '/chatbird/api/broadcast'

// ---- templates ----

export const templateCategories = ['UTILITY', 'AUTHENTICATION', 'MARKETING'] as const
export const templateStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const

export const TemplateButton = z.object({
  type: z.enum(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE']),
  text: z.string(),
  url: z.string().optional(),
  phone_number: z.string().optional(),
  example: z.array(z.string()).optional(),
})
const Header = z.object({
  type: z.literal('HEADER'),
  format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'NONE']),
  text: z.string().optional(),
  resourceUrl: z.string().optional(),
})
const Body = z.object({ type: z.literal('BODY'), text: z.string() })
const Footer = z.object({ type: z.literal('FOOTER'), text: z.string() })
const Buttons = z.object({ type: z.literal('BUTTONS'), buttons: z.array(TemplateButton) })
const LimitedTimeOffer = z.object({ type: z.literal('LIMITED_TIME_OFFER'), text: z.string() })
const Carousel = z.object({
  type: z.literal('CAROUSEL'),
  cards: z.array(z.object({ components: z.array(z.union([Header, Body, Buttons])) })),
})
export const TemplateComponent = z.union([Header, Body, Footer, Buttons, LimitedTimeOffer, Carousel])
export type TemplateComponent = z.infer<typeof TemplateComponent>

export const Template = z.object({
  id: Id,
  /** the provider's id of it */
  templateId: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.enum(templateCategories),
  status: z.enum(templateStatuses),
  channelId: Id,
  components: z.array(TemplateComponent),
})
export type Template = z.infer<typeof Template>

/** A place in a template that a send fills. */
export const TemplateVariable = z.object({
  /** as written between the braces: `1`, or a name */
  name: z.string(),
  type: z.enum(['TEXT', 'URL']),
  required: z.boolean(),
})
export const VariableGroups = z.object({
  /** of the header's text */
  header: z.array(TemplateVariable),
  /** of the body */
  messageTags: z.array(TemplateVariable),
  /** of buttons; the name is `{index of the button}` */
  buttonPayload: z.array(TemplateVariable),
})
export type VariableGroups = z.infer<typeof VariableGroups>

export const listTemplates = route('GET', '/chatbird/api/templates', {
  needs: needs.templatePick,
  summary: 'Message templates of a channel',
  query: z.object({
    from: From,
    perPage: PerPage(limits.channelsPage),
    status: z.enum(templateStatuses).optional(),
    name: Search,
    channelId: Id.optional(),
  }),
  reply: z.object({ templates: z.array(Template), more: z.boolean() }),
})
export const getTemplate = route('GET', '/chatbird/api/templates/:id', {
  needs: needs.templatePick,
  summary: 'A template with its variables and the kind of media it needs',
  params: IdParams,
  reply: z.object({
    template: Template,
    variables: VariableGroups,
    /** empty for a text or missing header */
    mediaType: z.union([MediaType, z.literal('')]),
  }),
})

// ---- sending ----

/** How one variable gets its value: a constant, or a column of the customer (a fieldName). */
export const VariableMapping = z.object({
  variable: z.string().min(1).max(limits.name),
  type: z.enum(['static', 'column', 'expression']),
  value: z.string().trim().max(limits.variableValue),
  /** what to send where the customer's column is empty */
  default: z.string().trim().max(limits.variableValue).optional(),
})
export type VariableMapping = z.infer<typeof VariableMapping>
export const ColumnMapping = z.object({
  header: z.array(VariableMapping).max(10).default([]),
  messageTags: z.array(VariableMapping).max(100).default([]),
  buttonPayload: z.array(VariableMapping).max(10).default([]),
})
export type ColumnMapping = z.infer<typeof ColumnMapping>

export const TemplateMedia = z.object({
  fileName: z.string().max(limits.fileName),
  type: MediaType,
  /** id of an uploaded file; never fetched as an address */
  url: Id,
})

export const SendBroadcast = z.object({
  /** shown in lists; the template's name when absent */
  name: z.string().trim().max(limits.name).optional(),
  channelId: Id,
  /** typed numbers */
  phoneNumber: z.array(z.string().trim().max(50)).max(limits.typedNumbers).default([]),
  /** picked in the phone book */
  customerIds: z.array(Id).max(limits.phoneBookPicks).default([]),
  groupIds: z.array(Id).max(100).default([]),
  tagIds: z.array(Id).max(100).default([]),
  message: z.object({
    template: z.object({
      /** the template's name */
      templateId: z.string().max(512),
      /** our id of it */
      templateUId: Id,
      media: TemplateMedia.optional(),
    }),
  }),
  columnMapping: ColumnMapping,
  resourceId: Id.optional(),
  resourceType: z.enum(['CAMPAIGN', 'CHAT']).optional(),
})
export type SendBroadcast = z.infer<typeof SendBroadcast>

export const Preflight = z.object({
  /** how many would get the message, each number once */
  recipients: z.int(),
  duplicates: z.int(),
  invalid: z.array(z.object({ value: z.string(), message: z.string() })),
  invalidCount: z.int(),
  /** recipients without a value for a required variable: they would be listed as failed */
  missing: z.array(z.object({ phone: z.string(), variables: z.array(z.string()) })),
  missingCount: z.int(),
  /** at the number's rate */
  estimatedSeconds: z.int(),
  /** the message as the first recipient would see it */
  sample: z.object({ phone: z.string(), header: z.string().optional(), body: z.string() }).optional(),
  errors: z.array(FieldError),
})
export type Preflight = z.infer<typeof Preflight>

export const validateBroadcast = route('POST', `${base}/validate`, {
  needs: needs.broadcastSend,
  summary: 'What a send would do: recipients after duplicates, invalid numbers, missing variables. Nothing is sent',
  body: SendBroadcast,
  reply: Preflight,
})
export const sendBroadcast = route('POST', `${base}/send`, {
  needs: needs.broadcastSend,
  summary: 'Send a template message to numbers, customers, groups or labels',
  body: SendBroadcast,
  reply: z.object({ id: Id }),
})

/**
 * One recipient's state machine: queued → leased → dispatching, then by rank, the highest wins within an attempt
 * whatever the order in which reports arrive.
 */
export const deliveryStates = {
  queued: 0,
  leased: 0,
  dispatching: 0,
  accepted: 1,
  unknown: 1,
  sent: 2,
  failed: 3,
  delivered: 4,
  read: 5,
} as const
export type DeliveryState = keyof typeof deliveryStates
export const DeliveryState = z.enum(Object.keys(deliveryStates) as [DeliveryState, ...DeliveryState[]])

/** How many recipients are in which state now; derived from the rows, `sending` is leased and dispatching. */
export const BroadcastCounts = z.object({
  total: z.int(),
  queued: z.int(),
  sending: z.int(),
  accepted: z.int(),
  unknown: z.int(),
  sent: z.int(),
  failed: z.int(),
  delivered: z.int(),
  read: z.int(),
})
export type BroadcastCounts = z.infer<typeof BroadcastCounts>

export const broadcastStatuses = ['PREPARING', 'SENDING', 'PAUSED', 'COMPLETED', 'STOPPED'] as const
export const BroadcastStatus = z.enum(broadcastStatuses)

export const Broadcast = z.object({
  id: Id,
  name: z.string(),
  templateName: z.string(),
  user: z.object({ name: z.string() }),
  channelName: z.string(),
  createdOn: Moment,
  finishedOn: Moment.optional(),
  status: BroadcastStatus,
  /** why it stopped, for a person */
  reason: z.string().optional(),
  counts: BroadcastCounts,
})
export type Broadcast = z.infer<typeof Broadcast>

export const listBroadcasts = route('GET', `${base}/list`, {
  needs: needs.broadcastView,
  summary: 'Broadcasts by name and day, newest first',
  query: z.object({
    from: From,
    perPage: PerPage(limits.broadcastsPage),
    name: Search,
    fromDate: Moment.optional(),
    toDate: Moment.optional(),
  }),
  reply: z.object({ broadcastList: z.array(Broadcast), more: z.boolean() }),
})
export const getBroadcast = route('GET', `${base}/:id`, {
  needs: needs.broadcastView,
  summary: 'A broadcast as it was sent, with its counts',
  params: IdParams,
  reply: z.object({
    broadcast: Broadcast,
    channel: Channel,
    channelId: Id,
    /** the first numbers; all of them are rows of `message` */
    phoneNumbers: z.array(z.string()),
    message: SendBroadcast.shape.message,
    columnMapping: ColumnMapping,
    template: Template,
  }),
})

export const StatusEntry = z.object({ status: z.string(), messageStatusTime: Moment, msg: z.string() })
export const MessageRow = z.object({
  id: Id,
  from: z.string(),
  to: z.string(),
  name: z.string(),
  currentDeliveryStatus: DeliveryState,
  currentDeliveryStatusTime: Moment,
  /** why it failed, for a person */
  reason: z.string().optional(),
  /** the provider's id of the message */
  transId: z.string(),
  messageStatuses: z.array(StatusEntry),
})
export type MessageRow = z.infer<typeof MessageRow>

export const listMessages = route('GET', `${base}/message`, {
  needs: needs.broadcastView,
  summary: 'Recipients of a broadcast with status, history and reason',
  query: z.object({
    broadcastId: Id,
    from: From,
    perPage: PerPage(limits.messagesPage),
    status: DeliveryState.optional(),
    /** beginning of the number, or a part of it without the + */
    search: Search,
  }),
  reply: z.object({ message: z.array(MessageRow), more: z.boolean() }),
})
export const pauseBroadcast = route('POST', `${base}/:id/pause`, {
  needs: needs.broadcastSend,
  summary: 'Stop sending for now; what is under way ends',
  params: IdParams,
  reply: Broadcast,
})
export const resumeBroadcast = route('POST', `${base}/:id/resume`, {
  needs: needs.broadcastSend,
  summary: 'Go on with a paused or stopped broadcast, after the last recipient that was sent to',
  params: IdParams,
  reply: Broadcast,
})

// ---- webhooks ----

export const verifyWhatsApp = route('GET', '/webhooks/whatsapp/:channel', {
  needs: 'public',
  summary: "The provider's verification of this webhook address; answers the challenge as plain text",
  params: z.object({ channel: Id }),
  query: z.object({
    'hub.mode': z.literal('subscribe'),
    'hub.verify_token': z.string().max(200),
    'hub.challenge': z.string().max(200),
  }),
  produces: 'text/plain',
})
export const receiveWhatsApp = route('POST', '/webhooks/whatsapp/:channel', {
  needs: 'public',
  summary: 'Events of the provider, signed over the raw bytes; kept first, worked on later',
  params: z.object({ channel: Id }),
  kind: 'raw',
  perMinute: limits.webhooksPerMinute,
})
