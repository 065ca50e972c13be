import type { Template, TemplateComponent, VariableGroups } from '#contracts/broadcast.ts'
import type { mediaTypes } from '#contracts/enterprise.ts'

export type MediaType = (typeof mediaTypes)[number]
type Of<T extends TemplateComponent['type']> = Extract<TemplateComponent, { type: T }>

type Variable = VariableGroups['header'][number]

const place = /\{\{\s*(\w+)\s*\}\}/g

/** The component of one type, where a template has it. */
export function part<T extends TemplateComponent['type']>(template: Template, type: T): Of<T> | undefined {
  return template.components.find((component): component is Of<T> => component.type === type)
}

/** Names of the `{{places}}` in a text, each once; numbered ones in the order of their numbers. */
export function placesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(place)].map(match => match[1] ?? ''))]
  return names.every(name => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names
}

/** A text with its places filled; one without a value stays as written. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(place, (all, name: string) => values[name] ?? all)

/** What a send of this template must fill. */
export function variablesOf(template: Template): VariableGroups {
  const header = part(template, 'HEADER')
  const inText = (text: string | undefined): Variable[] =>
    placesIn(text ?? '').map(name => ({ name, type: 'TEXT', required: true }))
  const buttons = part(template, 'BUTTONS')?.buttons ?? []
  return {
    header: header?.format === 'TEXT' ? inText(header.text) : [],
    messageTags: inText(part(template, 'BODY')?.text),
    buttonPayload: buttons.flatMap((button, index): Variable[] => {
      if (button.type === 'COPY_CODE') return [{ name: String(index), type: 'TEXT', required: true }]
      if (button.type !== 'URL' || placesIn(button.url ?? '').length === 0) return []
      return [{ name: String(index), type: 'URL', required: true }]
    }),
  }
}

/** The kind of media that a template's header needs; empty for a text or missing header. */
export function mediaTypeOf(template: Template): MediaType | '' {
  const format = part(template, 'HEADER')?.format
  if (format === 'DOCUMENT') return 'DOC'
  return format === 'IMAGE' || format === 'VIDEO' ? format : ''
}
