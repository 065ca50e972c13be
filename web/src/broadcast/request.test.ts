import { expect, test } from 'vitest'
import { limits } from '#contracts/limits.ts'
import { messages } from '#contracts/messages.ts'
import { type Draft, emptyDraft, keyOf, paths, type TemplateDetail } from './draft.ts'
import { bodyOf, problemsIn } from './request.ts'

const id = (digit: string) => digit.repeat(24)
const detail: TemplateDetail = {
  template: {
    id: id('a'),
    templateId: '1',
    name: 'invoice_ready',
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    channelId: id('b'),
    components: [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'Hello {{1}}' },
    ],
  },
  variables: {
    header: [],
    messageTags: [{ name: '1', type: 'TEXT', required: true }],
    buttonPayload: [{ name: '0', type: 'URL', required: true }],
  },
  mediaType: 'DOC',
}
const whole: Draft = {
  ...emptyDraft,
  channel: { id: id('b'), label: 'Shop' },
  template: { id: id('a'), label: 'invoice_ready' },
  media: { id: id('c'), name: 'a.pdf', mime: 'application/pdf', size: 1 },
  numbers: '+919876543210',
  mapping: {
    [keyOf('messageTags', '1')]: { type: 'column', value: 'name', default: ' friend ' },
    [keyOf('buttonPayload', '0')]: { type: 'expression', value: 'orders/{orderId}', default: '' },
  },
}
const problems = (changes: Partial<Draft>) => problemsIn({ ...whole, ...changes }, detail, 'IN')

test('a whole draft has no problems', () => expect(problems({})).toEqual({}))

test('what is missing is said at its field', () => {
  expect(problemsIn(emptyDraft, undefined, 'IN')).toEqual({
    [paths.channel]: messages.fieldMandatory,
    [paths.template]: messages.fieldMandatory,
    [paths.numbers]: messages.fieldMandatory,
  })
  expect(problems({ media: null, mapping: {} })).toEqual({
    [paths.media]: messages.attachmentMissing,
    [paths.variable('messageTags', '1')]: messages.fieldMandatory,
    [paths.variable('buttonPayload', '0')]: messages.fieldMandatory,
  })
})

test('numbers are wrong when none is one; a group alone is enough', () => {
  expect(problems({ numbers: '12345' })).toEqual({ [paths.numbers]: messages.numberInvalid })
  expect(problems({ numbers: '12345, +919876543210' })).toEqual({})
  expect(problems({ numbers: '', groups: [{ id: id('d'), label: 'Newsletter' }] })).toEqual({})
})

test('an expression names a column, and a constant fits the body', () => {
  const mapped = (type: 'static' | 'expression', value: string) => ({ type, value, default: '' })
  const { mapping } = whole
  expect(
    problems({ mapping: { ...mapping, [keyOf('buttonPayload', '0')]: mapped('expression', 'orders/1') } }),
  ).toEqual({
    [paths.variable('buttonPayload', '0')]: messages.urlVariableNotFound,
  })
  const long = 'x'.repeat(limits.templateBody)
  expect(problems({ mapping: { ...mapping, [keyOf('messageTags', '1')]: mapped('static', long) } })).toEqual({
    [paths.variable('messageTags', '1')]: 'With these values the text is longer than 1,024 characters',
  })
})

test('the request names the uploaded file, every typed number and every variable', () => {
  const body = bodyOf({ ...whole, numbers: '+919876543210, 12345', customers: [{ id: id('e'), label: 'A' }] }, detail)
  expect(body).toMatchObject({
    channelId: id('b'),
    phoneNumber: ['+919876543210', '12345'],
    customerIds: [id('e')],
    message: {
      template: {
        templateId: 'invoice_ready',
        templateUId: id('a'),
        media: { fileName: 'a.pdf', type: 'DOC', url: id('c') },
      },
    },
    columnMapping: {
      messageTags: [{ variable: '1', type: 'column', value: 'name', default: ' friend ' }],
      buttonPayload: [{ variable: '0', type: 'expression', value: 'orders/{orderId}' }],
    },
  })
})
