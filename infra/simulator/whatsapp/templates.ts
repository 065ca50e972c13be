import type { Template } from './entries.ts'
import { type Refusal, refusal } from './errors.ts'
import type { SendBody } from './shapes.ts'

type Sent = Extract<SendBody, { type: 'template' }>['template']

/** Holds a sent template against the approved ones. */
export function checkTemplate(sent: Sent, approved: Template[]): Refusal | undefined {
  const language = sent.language.code
  const template = approved.find(each => each.name === sent.name && each.language === language)
  if (!template) return refusal(132001, `template name (${sent.name}) does not exist in ${language}`)
  if (template.status === 'PAUSED') return refusal(132015)
  if (template.status === 'DISABLED') return refusal(132016)
  return checkBody(sent, template) ?? checkHeader(sent, template)
}

function checkBody(sent: Sent, template: Template): Refusal | undefined {
  const given = sent.components?.find(component => component.type === 'body')?.parameters.length ?? 0
  if (given === template.bodyVariables) return undefined
  const details = `body: number of localizable_params (${given}) does not match the expected number of params (${template.bodyVariables})`
  return refusal(132000, details)
}

function checkHeader(sent: Sent, template: Template): Refusal | undefined {
  const given = sent.components?.find(component => component.type === 'header')?.parameters ?? []
  const expected = template.header ? 1 : 0
  if (given.length !== expected) {
    return refusal(expected ? 132012 : 132000, `header: expected ${expected} parameter, found ${given.length}`)
  }
  const [parameter] = given
  if (!parameter || parameter.type === template.header) return undefined
  return refusal(132012, `header: Format mismatch, expected ${template.header}, received ${parameter.type}`)
}
