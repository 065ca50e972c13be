import { needs, type Permission } from './permissions.ts'

export interface Screen {
  path: string
  label: string
  needs: Permission | readonly Permission[] | null
}

const campaigns = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE'] as const

/**
 * The side menu (specification 002, 2.2) in its order, each entry with what it needs. An entry joins the menu with the
 * screen behind it, so that nothing in the menu leads nowhere.
 */
export const menu: readonly { label: string; screens: readonly Screen[] }[] = [
  { label: '', screens: [{ path: '/dashboard', label: 'Dashboard', needs: null }] },
  {
    label: 'Campaign',
    screens: [{ path: '/campaigns/broadcast', label: 'Broadcasts', needs: needs.broadcastView }],
  },
  { label: 'Converse', screens: [{ path: '/campaigns/broadcast/create', label: 'Quick Send', needs: 'CHAT.HANDLE' }] },
  {
    label: 'Customers',
    screens: [
      { path: '/customer-master/customers', label: 'Contacts', needs: 'CUSTOMER.VIEW' },
      { path: '/customer-master/definition', label: 'Attributes', needs: 'CUSTOMER_MASTER.VIEW' },
      { path: '/customer-master/uploads', label: 'My Uploads', needs: 'CUSTOMER.VIEW' },
    ],
  },
]

/** Needs of screens that are reached from another one; the longest path that fits decides. */
export const innerScreens: readonly Screen[] = [
  { path: '/customer-master/customers/create', label: 'Create Contact', needs: 'CUSTOMER.EDIT' },
  { path: '/customer-master/uploadfile', label: 'Upload', needs: 'CUSTOMER.EDIT' },
  { path: '/customer-master/error', label: 'Error List', needs: 'CUSTOMER.VIEW' },
  { path: '/customer-master/definition/add', label: 'Add New Field', needs: 'CUSTOMER_MASTER.EDIT' },
  { path: '/campaigns', label: 'Campaigns', needs: [...campaigns, ...needs.broadcastView] },
  { path: '/campaigns/broadcast/create', label: 'Send Template', needs: needs.broadcastSend },
]

/** What the screen at `path` needs: the entry with the longest matching path; null when signing in is enough. */
export function screenNeeds(path: string): Screen['needs'] {
  const fits = [...menu.flatMap(section => section.screens), ...innerScreens]
    .filter(screen => path === screen.path || path.startsWith(`${screen.path}/`))
    .sort((a, b) => b.path.length - a.path.length)
  return fits[0]?.needs ?? null
}
