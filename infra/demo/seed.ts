// First data of a trial: an enterprise with two users, attributes, a sandbox channel and approved templates. Runs at
// every start, and does nothing where there is a user already, but for telling the simulator its numbers.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '#common/env.ts'
import { closeStores, openStores } from '#common/process.ts'
import { newToken } from '#common/secrets.ts'
import type { Tenant } from '#common/tenant.ts'
import * as broadcast from '#services/broadcast/public.ts'
import * as contacts from '#services/contacts/public.ts'
import * as enterprise from '#services/enterprise/public.ts'
import { demoFields, demoGroups, demoTags, demoTemplates, demoUsers } from './data.ts'

const env = readEnv(process.env)
if (env.NODE_ENV === 'production') throw new Error('There is no demo data in production.')
await openStores(env)
if (!(await enterprise.hasUsers())) await seed()
await tellSimulator()
await closeStores()

async function seed(): Promise<void> {
  const tenant = await enterprise.createEnterprise({ name: 'Demo Enterprise', country: 'IN', timezone: 'Asia/Kolkata' })
  for (const field of demoFields) await contacts.saveField(tenant, field)
  for (const name of demoGroups) await contacts.saveGroup(tenant, { name })
  for (const name of demoTags) await contacts.saveTag(tenant, { name })
  await seedChannel(tenant)
  // last, so that what was cut off half way is done again
  for (const { role: _shown, ...user } of demoUsers) await enterprise.createUser(tenant, user)
  const signIns = demoUsers.map(({ emailId, password, role }) => ({ emailId, password, role }))
  if (process.env.DATA_DIR) writeFileSync(join(process.env.DATA_DIR, 'demo.json'), JSON.stringify({ signIns }, null, 2))
}

async function seedChannel(tenant: Tenant): Promise<void> {
  const channel = await enterprise.createChannel(tenant, {
    name: 'Demo WhatsApp (sandbox)',
    type: 4,
    contactId: '+918047190000',
    vendor: 'WhatsApp Cloud API',
    environment: 0,
    phoneNumberId: '100000000000001',
    accessToken: newToken(),
    appSecret: newToken(),
    verifyToken: newToken(),
  })
  for (const template of demoTemplates) await broadcast.createTemplate(tenant, { ...template, channelId: channel.id })
}

/** The simulator plays the provider of sandbox channels: it needs their keys, and where our webhooks are. */
async function tellSimulator(): Promise<void> {
  if (!env.SANDBOX_ORIGIN) return
  for (const { id, phoneNumberId, ...keys } of await enterprise.sandboxChannels()) {
    const answer = await fetch(`${env.SANDBOX_ORIGIN}/_control/numbers/${phoneNumberId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...keys, callbackUrl: `http://${env.HOST}:${env.PORT}/webhooks/whatsapp/${id}` }),
    })
    if (!answer.ok) throw new Error(`The simulator refused a number: ${await answer.text()}`)
  }
}
