import { Schema, type Types } from 'mongoose'
import { type Owned, tenantModel } from '#common/mongo.ts'
import type { Value } from './checks.ts'
import { digitsOf } from './phone.ts'

export interface CustomerRow extends Owned {
  name: string
  /** E.164 */
  phoneNumber: string
  whatsAppNumber: string
  facebookId: string
  instaId: string
  twitterId: string
  groups: Types.ObjectId[]
  tags: Types.ObjectId[]
  /** custom fields by the id of their definition; what is empty has no key */
  values: Record<string, Value>
  /** what the search looks at: see wordsOf */
  words: string[]
  createdAt: Date
  updatedAt: Date
  /** the import that created this customer */
  createdByImport?: Types.ObjectId
  /** the last import that wrote this customer, and the data line it came from */
  importId?: Types.ObjectId
  importLine?: number
}

export const Customer = tenantModel<CustomerRow>(
  'Customer',
  'customers',
  {
    name: { type: String, required: true },
    phoneNumber: { type: String, required: true },
    whatsAppNumber: { type: String, default: '' },
    facebookId: { type: String, default: '' },
    instaId: { type: String, default: '' },
    twitterId: { type: String, default: '' },
    groups: [Schema.Types.ObjectId],
    tags: [Schema.Types.ObjectId],
    values: { type: Schema.Types.Mixed, default: {} },
    words: [String],
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    createdByImport: Schema.Types.ObjectId,
    importId: Schema.Types.ObjectId,
    importLine: Number,
  },
  [
    {
      serves: 'one customer a number; imports and broadcasts by number',
      keys: { enterpriseId: 1, phoneNumber: 1 },
      options: { unique: true },
    },
    { serves: 'the phone book, newest first; recipients in order', keys: { enterpriseId: 1, _id: -1 } },
    { serves: 'the search by beginnings of words', keys: { enterpriseId: 1, words: 1 } },
    { serves: 'the customers of a group, and their number', keys: { enterpriseId: 1, groups: 1, _id: -1 } },
    { serves: 'the customers of a label, and their number', keys: { enterpriseId: 1, tags: 1, _id: -1 } },
    {
      serves: 'how many customers an import created',
      keys: { enterpriseId: 1, createdByImport: 1 },
      options: { partialFilterExpression: { createdByImport: { $exists: true } } },
    },
  ],
)

const wordsKept = 30
const wordLength = 60

/** The words of a name as the search compares them: in lower case, in one form of Unicode. */
export const split = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map(word => word.slice(0, wordLength))

/** What a customer is found by: the words of the name, and the digits with and without the country's code. */
export function wordsOf(name: string, phoneNumber: string): string[] {
  const { all, national } = digitsOf(phoneNumber)
  return [...new Set([...split(name).slice(0, wordsKept), all, national])]
}

/** The condition that a search sets: every word of it begins a word of the customer. */
export function found(search: string | undefined): { $and?: { words: { $regex: RegExp } }[] } {
  if (!search) return {}
  // a number is one word, however it is spaced and whatever stands before it
  const isNumber = /^[\d\s()+.-]*$/.test(search)
  const words = isNumber ? [search.replace(/\D/g, '').replace(/^0+/, '')].filter(Boolean) : split(search)
  if (words.length === 0) return {}
  return { $and: words.map(word => ({ words: { $regex: new RegExp(`^${word}`) } })) }
}

/** A value as one text, for tables and messages. */
export const told = (value: Value | undefined): string => (Array.isArray(value) ? value.join(', ') : (value ?? ''))
