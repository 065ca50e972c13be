import { listTemplates } from '#contracts/broadcast.ts'
import { pickCustomers } from '#contracts/contacts.ts'
import { listChannels } from '#contracts/enterprise.ts'
import { limits } from '#contracts/limits.ts'
import { call } from '../api.ts'
import type { OptionSource } from '../ui/index.ts'

/** WhatsApp channels, a page at a time. */
export const channels: OptionSource = async (name, from, signal) => {
  const query = { type: 'WhatsApp', name, from, perPage: limits.channelsPage } as const
  const { channelConfig, more } = await call(listChannels, { query, signal })
  return { options: channelConfig.map(({ id, name, contactId }) => ({ id, label: name, hint: contactId })), more }
}

/** Approved templates of a channel, a page at a time. */
export const templatesOf =
  (channelId: string): OptionSource =>
  async (name, from, signal) => {
    const query = { channelId, status: 'APPROVED', name, from, perPage: limits.channelsPage } as const
    const { templates, more } = await call(listTemplates, { query, signal })
    const options = templates.map(({ id, name, language, category }) => ({
      id,
      label: name,
      hint: `${category.slice(0, 1)}${category.slice(1).toLowerCase()}, ${language}`,
    }))
    return { options, more }
  }

/** Customers of the phone book, a page at a time. */
export const customers: OptionSource = async (search, from, signal) => {
  const query = { search, from, perPage: limits.customerPickerPage }
  const { customers, hasMore } = await call(pickCustomers, { query, signal })
  return {
    options: customers.map(({ id, name, phoneNumber }) => ({ id, label: name || phoneNumber, hint: phoneNumber })),
    more: hasMore,
  }
}
