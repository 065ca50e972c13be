import type { Template } from '#contracts/broadcast.ts'
import type { PreviewValues } from '../ui/template-preview.tsx'
import { type Draft, type Group, mappingOf, type TemplateDetail } from './draft.ts'

/** What the preview shows for each variable: a constant as it is, a column by its label. */
export function previewValues(
  draft: Draft,
  { variables }: Pick<TemplateDetail, 'variables'>,
  labelOf: (fieldName: string) => string,
): PreviewValues {
  const places = (group: Group) =>
    Object.fromEntries(
      variables[group].flatMap(({ name }) => {
        const { type, value } = mappingOf(draft, group, name)
        if (!value.trim()) return []
        const isPlace = type !== 'static'
        return [[name, { text: type === 'column' ? labelOf(value) : value, isPlace }] as const]
      }),
    )
  return { header: places('header'), body: places('messageTags') }
}

/** How long a part's text is, with its constants filled in. */
export function filledLength(draft: Draft, { template }: Pick<TemplateDetail, 'template'>, group: Group): number {
  return textOf(template, group).replace(/\{\{\s*(\w+)\s*\}\}/g, (written, name: string) => {
    const { type, value } = mappingOf(draft, group, name)
    return type === 'static' && value.trim() ? value.trim() : written
  }).length
}

function textOf({ components }: Template, group: Group): string {
  for (const component of components) {
    if (group === 'messageTags' && component.type === 'BODY') return component.text
    if (group === 'header' && component.type === 'HEADER') return component.text ?? ''
  }
  return ''
}

/** Texts of a template's buttons, in their order. */
export const buttonTexts = ({ components }: Template): string[] =>
  components.flatMap(component => (component.type === 'BUTTONS' ? component.buttons.map(({ text }) => text) : []))
