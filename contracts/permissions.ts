/** Permission groups and their actions (specification 002, section 6). A permission is written GROUP.ACTION. */
export const groups = {
  CHAT: ['HANDLE', 'CHAT_CONFIG', 'VIEW_ANALYTICS', 'VIEW_MONITOR', 'VIEW_CHATHISTORY'],
  CAMPAIGNS: ['CREATE', 'VIEW', 'EDIT', 'DELETE', 'APPROVE', 'VIEW_REJECTEDLIST', 'VIEW_CAMPAIGNREPORT'],
  JOURNEYS: ['CREATE', 'VIEW', 'EDIT', 'DELETE', 'VIEW_REPORTS', 'VIEW_JOURNEYMONITOR', 'VIEW_MILESTONEREPORT'],
  NLP: ['VIEW', 'CREATE', 'EDIT', 'DELETE'],
  CHANNELS: ['VIEW', 'ADD', 'EDIT', 'DELETE'],
  WABAONBOARD: ['VIEW'],
  MSG_TEMPLATES: ['VIEW', 'CREATE', 'EDIT', 'DELETE'],
  CREATIVES: ['VIEW', 'CREATE', 'EDIT', 'DELETE'],
  RICHCARDS: ['VIEW', 'CREATE', 'EDIT', 'DELETE'],
  CUSTOMER: ['VIEW', 'EDIT', 'DELETE'],
  CUSTOMER_MASTER: ['VIEW', 'EDIT'],
  USERS: ['VIEW', 'ADD', 'EDIT'],
  DEPARTMENTS: ['VIEW', 'ADD', 'EDIT', 'DELETE'],
  AUDITTRAIL: ['VIEW'],
  ROLES: ['VIEW', 'EDIT'],
  ENTERPRISE: ['VIEW', 'EDIT'],
  MANAGE: ['DELIVERYREPORT.VIEW'],
  TRASH: ['VIEW'],
  ENCAPS: ['CREATE', 'VIEW', 'EDIT', 'DELETE', 'VIEW_EXECUTIONLOGS'],
  INTEGRATIONS: ['VIEW', 'EDIT'],
  MARKET_PLACE: ['VIEW'],
  ANALYTICS: ['VIEW'],
  COGNITIVE: ['VIEW'],
  FLOW: ['VIEW'],
} as const

type Groups = typeof groups
export type Permission = { [G in keyof Groups]: `${G}.${Groups[G][number]}` }[keyof Groups]

/** Groups that the role configuration of an enterprise does not offer; feature flags or administrators alone open them. */
export const groupsNotConfigurable = ['ENCAPS', 'INTEGRATIONS', 'MARKET_PLACE', 'ANALYTICS'] as const

export const permissions: readonly Permission[] = Object.entries(groups).flatMap(([group, actions]) =>
  actions.map(action => `${group}.${action}` as Permission),
)

const all = (...names: (keyof Groups)[]) => permissions.filter(p => names.some(name => p.startsWith(`${name}.`)))

/** The six roles: label and what a role may do until an administrator changes it. Role 1 is the administrator. */
export const roles = {
  1: { label: 'Administrator', permissions },
  2: {
    label: 'Development',
    permissions: [
      ...all('NLP', 'JOURNEYS', 'CHANNELS', 'MSG_TEMPLATES', 'RICHCARDS', 'CREATIVES', 'FLOW', 'INTEGRATIONS'),
      'CHAT.HANDLE',
    ],
  },
  3: { label: 'Handle Chats', permissions: ['CHAT.HANDLE'] },
  4: {
    label: 'Campaign Maker',
    permissions: [
      'CAMPAIGNS.CREATE',
      'CAMPAIGNS.VIEW',
      'CAMPAIGNS.EDIT',
      'CAMPAIGNS.VIEW_REJECTEDLIST',
      'CAMPAIGNS.VIEW_CAMPAIGNREPORT',
      'MSG_TEMPLATES.VIEW',
      'CREATIVES.VIEW',
      'CUSTOMER.VIEW',
    ],
  },
  5: {
    label: 'Campaign Checker',
    permissions: [
      'CAMPAIGNS.VIEW',
      'CAMPAIGNS.APPROVE',
      'CAMPAIGNS.VIEW_REJECTEDLIST',
      'CAMPAIGNS.VIEW_CAMPAIGNREPORT',
    ],
  },
  6: {
    label: 'Report Viewer',
    permissions: [
      'CHAT.VIEW_ANALYTICS',
      'CHAT.VIEW_CHATHISTORY',
      'CAMPAIGNS.VIEW_CAMPAIGNREPORT',
      'JOURNEYS.VIEW_REPORTS',
      'JOURNEYS.VIEW_MILESTONEREPORT',
      'MANAGE.DELIVERYREPORT.VIEW',
    ],
  },
} as const satisfies Record<number, { label: string; permissions: readonly Permission[] }>

export type Role = keyof typeof roles
export const roleIds = [1, 2, 3, 4, 5, 6] as const satisfies readonly Role[]
export const administrator: Role = 1

/** What some calls and screens need, where the specification gives them no group of their own (design: Identity). */
export const needs = {
  /** broadcasts have no group: whoever reads campaigns, or sends quickly */
  broadcastView: ['CAMPAIGNS.VIEW', 'CAMPAIGNS.VIEW_CAMPAIGNREPORT', 'CHAT.HANDLE'],
  broadcastSend: ['CAMPAIGNS.CREATE', 'CHAT.HANDLE'],
  /** Quick Send must be able to pick a channel, a template and a customer */
  channelPick: ['CHANNELS.VIEW', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.VIEW', 'CHAT.HANDLE'],
  templatePick: ['MSG_TEMPLATES.VIEW', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.VIEW', 'CHAT.HANDLE'],
  customerPick: ['CUSTOMER.VIEW', 'CHAT.HANDLE'],
  /** files go up for CSV imports and for message media */
  upload: ['CUSTOMER.EDIT', 'CAMPAIGNS.CREATE', 'CHAT.HANDLE', 'ENTERPRISE.EDIT'],
} as const satisfies Record<string, readonly Permission[]>

/** Does someone who holds `held` satisfy `wanted`: one permission, or one of several? */
export function may(held: readonly string[], wanted: Permission | readonly Permission[]): boolean {
  return typeof wanted === 'string' ? held.includes(wanted) : wanted.some(one => held.includes(one))
}
