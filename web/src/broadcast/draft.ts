import type { z } from 'zod'
import type { getTemplate, TemplateVariable, VariableGroups, VariableMapping } from '#contracts/broadcast.ts'
import type { FileRef } from '#contracts/reply.ts'
import type { Option } from '../ui/index.ts'

export type Group = keyof VariableGroups
export const variableGroups = ['header', 'messageTags', 'buttonPayload'] as const satisfies Group[]
export type Mapping = Pick<VariableMapping, 'type' | 'value'> & { default: string }
export type Variable = z.infer<typeof TemplateVariable>
/** A chosen template with what a send of it must fill. */
export type TemplateDetail = z.infer<typeof getTemplate.reply>

/** What the form holds. */
export interface Draft {
  channel: Option | null
  template: Option | null
  /** uploaded, and accepted for this template */
  media: FileRef | null
  numbers: string
  /** picked in the phone book */
  customers: Option[]
  groups: Option[]
  tags: Option[]
  /** by `keyOf` */
  mapping: Record<string, Mapping>
}

export const emptyDraft: Draft = {
  channel: null,
  template: null,
  media: null,
  numbers: '',
  customers: [],
  groups: [],
  tags: [],
  mapping: {},
}

export const keyOf = (group: Group, variable: string) => `${group}.${variable}`
const unmapped: Mapping = { type: 'static', value: '', default: '' }
export const mappingOf = (draft: Draft, group: Group, variable: string) =>
  draft.mapping[keyOf(group, variable)] ?? unmapped

/** Where a problem belongs: a path of the request, as the server names it too. */
export const paths = {
  channel: 'channelId',
  template: 'message.template.templateUId',
  media: 'message.template.media',
  numbers: 'phoneNumber',
  variable: (group: Group, name: string) => `columnMapping.${group}.${name}`,
} as const
