import { describe, expect, test } from 'vitest'
import type { ColumnMapping, Template } from '#contracts/broadcast.ts'
import { compose, mediaHeader, render } from './message.ts'
import { mediaTypeOf, variablesOf } from './variables.ts'

const template = (components: Template['components']): Template => ({
  id: '0'.repeat(24),
  templateId: '1',
  name: 'offer',
  language: 'en',
  category: 'MARKETING',
  status: 'APPROVED',
  channelId: '0'.repeat(24),
  components,
})
const order = template([
  { type: 'HEADER', format: 'TEXT', text: 'For {{1}}' },
  { type: 'BODY', text: 'Order {{2}} of {{1}}, again {{2}}; in {{10}}' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Stop' },
      { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
      { type: 'URL', text: 'Home', url: 'https://shop.example' },
      { type: 'COPY_CODE', text: 'Copy' },
    ],
  },
])
const mapping = (more: Partial<ColumnMapping>): ColumnMapping => ({
  header: [{ variable: '1', type: 'column', value: 'name' }],
  messageTags: [
    { variable: '1', type: 'column', value: 'name' },
    { variable: '2', type: 'static', value: 'A-1' },
    { variable: '10', type: 'column', value: 'city', default: 'your town' },
  ],
  buttonPayload: [
    { variable: '1', type: 'expression', value: 'track/{orderId}' },
    { variable: '3', type: 'static', value: 'SAVE10' },
  ],
  ...more,
})

describe('variables', () => {
  test('are found once each, in the order of their numbers', () => {
    const { header, messageTags, buttonPayload } = variablesOf(order)
    expect(header.map(one => one.name)).toEqual(['1'])
    expect(messageTags.map(one => one.name)).toEqual(['1', '2', '10'])
    expect(buttonPayload).toEqual([
      { name: '1', type: 'URL', required: true },
      { name: '3', type: 'TEXT', required: true },
    ])
  })

  test.each([
    ['DOCUMENT', 'DOC'],
    ['IMAGE', 'IMAGE'],
    ['VIDEO', 'VIDEO'],
    ['NONE', ''],
    ['TEXT', ''],
  ] as const)('a header of format %s needs media of type "%s"', (format, type) => {
    expect(mediaTypeOf(template([{ type: 'HEADER', format }]))).toBe(type)
  })
})

describe('a message', () => {
  test('is what the provider expects', () => {
    const { components, missing } = compose(order, mapping({}), { name: 'Asha', city: 'Pune', orderId: 'a/b 1' })
    expect(missing).toEqual([])
    expect(components).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'Asha' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Asha' },
          { type: 'text', text: 'A-1' },
          { type: 'text', text: 'Pune' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'track/a%2Fb%201' }] },
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '3',
        parameters: [{ type: 'coupon_code', coupon_code: 'SAVE10' }],
      },
    ])
  })

  test('takes the default where the customer’s column is empty, and says what is missing without one', () => {
    const { values, missing } = compose(order, mapping({}), { city: '  ' })
    expect(values.messageTags['10']).toBe('your town')
    expect(missing).toEqual(['1', '1', 'button 2'])
  })

  test('names its parameters where the template does', () => {
    const named = template([{ type: 'BODY', text: 'Hi {{first_name}}' }])
    const messageTags = [{ variable: 'first_name', type: 'static' as const, value: 'Asha' }]
    expect(compose(named, { header: [], messageTags, buttonPayload: [] }, {}).components).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Asha' }] },
    ])
  })

  test('keeps a value in one line: the provider refuses line breaks and tabs', () => {
    const { values } = compose(order, mapping({}), { name: 'Asha\r\n\tRao       x', orderId: '1' })
    expect(values.header['1']).toBe('Asha Rao x')
  })

  test('reads as its recipient sees it; a value that looks like a place is not filled again', () => {
    const { values } = compose(order, mapping({}), { name: '{{2}}', city: 'Pune', orderId: '1' })
    expect(render(order, values)).toEqual({ header: 'For {{2}}', body: 'Order A-1 of {{2}}, again A-1; in Pune' })
  })

  test('shows a document under its name', () => {
    expect(mediaHeader('DOC', { id: '9', name: 'a.pdf' })).toEqual({
      type: 'header',
      parameters: [{ type: 'document', document: { id: '9', filename: 'a.pdf' } }],
    })
  })
})
