import type { BusinessNumber, Template } from './entries.ts'
import type { Component, SendBody } from './shapes.ts'

/** The template of a message that has one. */
export function templateOf(message: SendBody) {
  return message.type === 'template' ? message.template : undefined
}

/** What the log keeps of a message's content. */
export function shown(number: BusinessNumber, message: SendBody) {
  const template = templateOf(message)
  return {
    phoneNumberId: number.phoneNumberId,
    type: message.type,
    callbackData: message.biz_opaque_callback_data,
    template: template?.name,
    language: template?.language.code,
    variables: variablesOf(message),
    category: template ? categoryOf(template.name, number.templates) : ('service' as const),
  }
}

function categoryOf(name: string, templates: Template[] = []): Template['category'] {
  return templates.find(template => template.name === name)?.category ?? 'marketing'
}

function variablesOf(message: SendBody): string[] {
  if (message.type === 'text') return [message.text.body]
  if (message.type !== 'template') return []
  return flatten(message.template.components).flatMap(component =>
    component.parameters.flatMap(parameter => {
      if (parameter.type === 'text') return [parameter.text]
      if (parameter.type === 'coupon_code') return [parameter.coupon_code]
      return []
    }),
  )
}

/** The ids of uploaded files that a message uses. */
export function mediaIds(message: SendBody): string[] {
  switch (message.type) {
    case 'image':
      return idOf(message.image)
    case 'video':
      return idOf(message.video)
    case 'document':
      return idOf(message.document)
    case 'template':
      return flatten(message.template.components).flatMap(component =>
        component.parameters.flatMap(parameter => {
          if (parameter.type === 'image') return idOf(parameter.image)
          if (parameter.type === 'video') return idOf(parameter.video)
          return parameter.type === 'document' ? idOf(parameter.document) : []
        }),
      )
    default:
      return []
  }
}

function idOf(media: { id?: string }): string[] {
  return media.id === undefined ? [] : [media.id]
}

/** Components with those of carousel cards in line. */
function flatten(components: Component[] = []): Exclude<Component, { type: 'carousel' }>[] {
  return components.flatMap(component =>
    component.type === 'carousel' ? component.cards.flatMap(card => card.components) : [component],
  )
}
