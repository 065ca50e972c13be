import type { ColumnMapping, Template, VariableGroups, VariableMapping } from '#contracts/broadcast.ts'
import type { Component, Parameter } from '#services/providers/provider.ts'
import { fill, type MediaType, part, variablesOf } from './variables.ts'

type Group = keyof VariableGroups
const groups = ['header', 'messageTags', 'buttonPayload'] as const satisfies Group[]

/** A recipient's values by field name: the standard columns and the custom fields. */
export type Fields = Readonly<Record<string, string>>
type Values = Record<Group, Record<string, string>>

/** A recipient's message, or the variables that have no value for this recipient. */
export type Composed = { values: Values; components: Component[]; missing: string[] }

/** Fills a template for one recipient. With something missing, the message must not be sent. */
export function compose(template: Template, mapping: ColumnMapping, fields: Fields): Composed {
  const wanted = variablesOf(template)
  const values: Values = { header: {}, messageTags: {}, buttonPayload: {} }
  const missing: string[] = []
  for (const group of groups)
    for (const { name, required } of wanted[group]) {
      const value = resolve(
        mapping[group].find(one => one.variable === name),
        fields,
      )
      if (value) values[group][name] = value
      else if (required) missing.push(group === 'buttonPayload' ? `button ${Number(name) + 1}` : name)
    }
  return { values, components: componentsOf(template, wanted, values), missing }
}

function resolve(mapping: VariableMapping | undefined, fields: Fields): string {
  if (!mapping) return ''
  const { type, value, default: otherwise = '' } = mapping
  if (type === 'static') return oneLine(value)
  if (type === 'column') return oneLine(fields[value] ?? '') || oneLine(otherwise)
  const names = columnsIn(value)
  const complete = names.length > 0 && names.every(name => fields[name]?.trim())
  return complete ? value.replace(column, (_, name: string) => urlSafe(fields[name] ?? '')) : oneLine(otherwise)
}

const column = /\{(\w+)\}/g
/** The columns that a URL expression such as `orders/{orderId}` takes its values from. */
export const columnsIn = (expression: string) => [...expression.matchAll(column)].map(match => match[1] ?? '')

const urlSafe = (text: string) => encodeURIComponent(text.trim())
/** The provider refuses line breaks, tabs and more than four spaces in a row in a parameter. */
const oneLine = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {5,}/g, ' ')
    .trim()

function componentsOf(template: Template, wanted: VariableGroups, values: Values): Component[] {
  const components: Component[] = []
  for (const [group, type] of [
    ['header', 'header'],
    ['messageTags', 'body'],
  ] as const)
    if (wanted[group].length > 0)
      components.push({ type, parameters: wanted[group].map(({ name }) => textParameter(name, values[group][name])) })
  const buttons = part(template, 'BUTTONS')?.buttons ?? []
  for (const { name } of wanted.buttonPayload) {
    const value = values.buttonPayload[name] ?? ''
    if (buttons[Number(name)]?.type === 'COPY_CODE')
      components.push(button('copy_code', name, { type: 'coupon_code', coupon_code: value }))
    else components.push(button('url', name, { type: 'text', text: value }))
  }
  return components
}

const textParameter = (name: string, text = ''): Parameter =>
  /^\d+$/.test(name) ? { type: 'text', text } : { type: 'text', parameter_name: name, text }
const button = (sub_type: 'url' | 'copy_code', index: string, parameter: Parameter): Component => ({
  type: 'button',
  sub_type,
  index,
  parameters: [parameter],
})

/** The header that shows media which the provider already has. */
export function mediaHeader(type: MediaType, media: { id: string; name: string }): Component {
  const { id, name } = media
  if (type === 'DOC') return { type: 'header', parameters: [{ type: 'document', document: { id, filename: name } }] }
  if (type === 'VIDEO') return { type: 'header', parameters: [{ type: 'video', video: { id } }] }
  return { type: 'header', parameters: [{ type: 'image', image: { id } }] }
}

/** The texts of a filled template, as its recipient reads them. */
export function render(template: Template, values: Values): { header?: string; body: string } {
  const header = part(template, 'HEADER')
  return {
    ...(header?.format === 'TEXT' && { header: fill(header.text ?? '', values.header) }),
    body: fill(part(template, 'BODY')?.text ?? '', values.messageTags),
  }
}
