import type { z } from 'zod'
import type { Tenant } from '#common/tenant.ts'
import type { Preflight, SendBroadcast } from '#contracts/broadcast.ts'
import { messages } from '#contracts/messages.ts'
import { may } from '#contracts/permissions.ts'
import { checkSend } from './check.ts'
import { compose, type Fields, render } from './message.ts'
import { everyone } from './recipients.ts'

const shown = 100

/** What a send would do. Nothing is written and nobody is sent to. */
export async function preflight(tenant: Tenant, input: SendBroadcast): Promise<z.input<typeof Preflight>> {
  const { template, ratePerSecond, phones, invalid, duplicates, errors } = await checkSend(tenant, input)
  const seen = new Set<string>()
  const result: z.input<typeof Preflight> = {
    recipients: 0,
    duplicates,
    invalid: invalid.slice(0, shown).map(({ value, message }) => ({ value, message })),
    invalidCount: invalid.length,
    missing: [],
    missingCount: 0,
    estimatedSeconds: 0,
    errors,
  }
  for await (const { people } of everyone(tenant, { ...input, phones }))
    for (const { phone, fields } of people) {
      if (seen.has(phone)) {
        result.duplicates++
        continue
      }
      seen.add(phone)
      const { missing } = compose(template, input.columnMapping, fields)
      result.sample ??= {
        phone,
        ...render(template, compose(template, input.columnMapping, visible(tenant, fields)).values),
      }
      if (missing.length === 0) continue
      result.missingCount++
      if (result.missing.length < shown) result.missing.push({ phone, variables: missing })
    }
  result.recipients = seen.size
  result.estimatedSeconds = Math.ceil((seen.size - result.missingCount) / ratePerSecond)
  if (seen.size === 0 && invalid.length === 0) errors.push({ field: 'phoneNumber', message: messages.noRecipients })
  return result
}

const hidden = '•••'

/** Whoever may not see contacts learns from a sample no more of one than the phone book of Quick Send tells. */
function visible(tenant: Tenant, fields: Fields): Fields {
  if (may(tenant.permissions, 'CUSTOMER.VIEW')) return fields
  const { name = '', phoneNumber = '' } = fields
  const masked = Object.keys(fields).map(field => [field, hidden])
  return { ...Object.fromEntries(masked), ...(name && { name }), phoneNumber }
}
