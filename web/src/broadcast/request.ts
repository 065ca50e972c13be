import type { z } from 'zod'
import type { ColumnMapping, SendBroadcast, VariableMapping } from '#contracts/broadcast.ts'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { count } from '../ui/format.ts'
import type { Option } from '../ui/options.ts'
import { type Draft, type Group, mappingOf, paths, type TemplateDetail, variableGroups } from './draft.ts'
import { typedNumbers, typedValues } from './numbers.ts'
import { filledLength } from './preview-values.ts'

/**
 * What is wrong with a draft, by path. An empty object when it can be checked by the server.
 * @param country of numbers without a country code, ISO 3166 alpha-2
 */
export function problemsIn(draft: Draft, detail: TemplateDetail | undefined, country: string): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!draft.channel) problems[paths.channel] = messages.fieldMandatory
  if (!draft.template) problems[paths.template] = messages.fieldMandatory
  const numbers = numbersProblem(draft, country)
  if (numbers) problems[paths.numbers] = numbers
  if (!detail) return problems
  if (detail.mediaType && !draft.media) problems[paths.media] = messages.attachmentMissing
  for (const group of variableGroups)
    for (const { name, required } of detail.variables[group]) {
      const { type, value } = mappingOf(draft, group, name)
      const path = paths.variable(group, name)
      if (required && !value.trim()) problems[path] = messages.fieldMandatory
      else if (type === 'expression' && !/\{\w+\}/.test(value)) problems[path] = messages.urlVariableNotFound
    }
  const long = tooLong(draft, detail)
  if (long) problems[long.path] ??= long.message
  return problems
}

function numbersProblem({ numbers, customers, groups, tags }: Draft, country: string): string | undefined {
  const isElsewhere = customers.length + groups.length + tags.length > 0
  const { values, invalid } = typedNumbers(numbers, country)
  if (!values.length) return isElsewhere ? undefined : messages.fieldMandatory
  if (values.length > limits.typedNumbers)
    return `At most ${count(limits.typedNumbers)} numbers can be typed. Import them as contacts instead`
  const isAllInvalid = values.every(value => invalid.includes(value))
  return isAllInvalid && !isElsewhere ? messages.numberInvalid : undefined
}

/** A constant can make the text longer than the provider takes. */
function tooLong(draft: Draft, detail: TemplateDetail) {
  for (const [group, max] of [
    ['header', limits.templateHeader],
    ['messageTags', limits.templateBody],
  ] as const) {
    const [first] = detail.variables[group]
    if (first && filledLength(draft, detail, group) > max)
      return {
        path: paths.variable(group, first.name),
        message: `With these values the text is longer than ${count(max)} characters`,
      }
  }
}

/** The request of a draft that has no problems. */
export function bodyOf(
  draft: Draft,
  { template, variables, mediaType }: TemplateDetail,
): z.input<typeof SendBroadcast> {
  const entries = (group: Group) =>
    variables[group].map(({ name }): VariableMapping => {
      const { type, value, default: otherwise } = mappingOf(draft, group, name)
      const isDefaulted = type !== 'static' && otherwise.trim() !== ''
      return { variable: name, type, value, ...(isDefaulted && { default: otherwise }) }
    })
  const columnMapping: ColumnMapping = {
    header: entries('header'),
    messageTags: entries('messageTags'),
    buttonPayload: entries('buttonPayload'),
  }
  const { media } = draft
  const ids = (options: Option[]) => options.map(({ id }) => id)
  return {
    channelId: draft.channel?.id ?? '',
    phoneNumber: typedValues(draft.numbers),
    customerIds: ids(draft.customers),
    groupIds: ids(draft.groups),
    tagIds: ids(draft.tags),
    message: {
      template: {
        templateId: template.name,
        templateUId: template.id,
        ...(mediaType && media && { media: { fileName: media.name, type: mediaType, url: media.id } }),
      },
    },
    columnMapping,
  }
}
