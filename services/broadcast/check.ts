import { AppError } from '#common/errors.ts'
import type { Tenant } from '#common/tenant.ts'
import type { SendBroadcast, Template } from '#contracts/broadcast.ts'
import { channelTypes } from '#contracts/enterprise.ts'
import { messages } from '#contracts/messages.ts'
import type { FieldError, FileRef } from '#contracts/reply.ts'
import { channelOf, checkMedia, enterpriseOf, sendingChannel } from '#services/enterprise/public.ts'
import { columnsIn } from './message.ts'
import { checkAudience, readNumbers } from './recipients.ts'
import { findTemplate } from './templates.ts'
import { mediaTypeOf, part, variablesOf } from './variables.ts'

const templateField = 'message.template.templateUId'

/**
 * Holds what somebody wants to send against what there is. What a person can correct in the form is in `errors`.
 * @throws notFound for a channel, template, file or customer that is not the tenant's; forbidden
 */
export async function checkSend(tenant: Tenant, input: SendBroadcast) {
  const { templateUId } = input.message.template
  const [channel, template, { country }] = await Promise.all([
    channelOf(tenant, input.channelId),
    findTemplate(tenant, templateUId),
    enterpriseOf(tenant),
    checkAudience(tenant, input),
  ])
  const { ratePerSecond } = await sendingChannel(tenant, input.channelId)
  const errors: FieldError[] = []
  if (channel.type !== channelTypes.WhatsApp)
    errors.push({ field: 'channelId', message: 'Choose a WhatsApp channel: only these send templates' })
  errors.push(...templateErrors(template, input.channelId), ...mappingErrors(template, input))
  const media = await readMedia(tenant, template, input, errors)
  return { channel, ratePerSecond, template, media, errors, ...readNumbers(input.phoneNumber, country) }
}

function templateErrors(template: Template, channelId: string): FieldError[] {
  const wrong = (message: string) => [{ field: templateField, message }]
  if (template.channelId !== channelId)
    return wrong('This template belongs to another channel. Choose one of this channel')
  if (template.status !== 'APPROVED') return wrong('This template is not approved. Choose an approved one')
  if (part(template, 'CAROUSEL') || part(template, 'LIMITED_TIME_OFFER'))
    return wrong('Templates with cards or a limited-time offer cannot be sent here. Choose another one')
  return []
}

/** Every required variable needs a constant or a column; a URL may also be put together from columns. */
function mappingErrors(template: Template, { columnMapping }: SendBroadcast): FieldError[] {
  const wanted = variablesOf(template)
  const errors: FieldError[] = []
  for (const group of ['header', 'messageTags', 'buttonPayload'] as const)
    for (const { name, type, required } of wanted[group]) {
      const field = `columnMapping.${group}.${name}`
      const mapping = columnMapping[group].find(one => one.variable === name)
      if (required && !mapping?.value) errors.push({ field, message: messages.fieldMandatory })
      else if (mapping?.type === 'expression' && (type !== 'URL' || columnsIn(mapping.value).length === 0))
        errors.push({ field, message: messages.urlVariableNotFound })
    }
  return errors
}

/** The header's file, checked by its bytes; none for a template that needs none. */
async function readMedia(
  tenant: Tenant,
  template: Template,
  input: SendBroadcast,
  errors: FieldError[],
): Promise<FileRef | undefined> {
  const type = mediaTypeOf(template)
  if (!type) return undefined
  const field = 'message.template.media'
  const { media } = input.message.template
  if (!media) errors.push({ field, message: messages.attachmentMissing })
  else if (media.type !== type) errors.push({ field, message: messages.invalidFileType })
  else
    try {
      return await checkMedia(tenant, media.url, type)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'notFound') throw error
      errors.push({ field, message: error.message })
    }
  return undefined
}
