import mongoose, { type AnyBulkWriteOperation, Types } from 'mongoose'
import { duplicateIndex } from '#common/mongo.ts'
import { type socialFields, standardFields } from '#contracts/contacts.ts'
import type { Value } from './checks.ts'
import { Customer, type CustomerRow, told, wordsOf } from './customer-rows.ts'
import type { ImportRow } from './import-rows.ts'

/** A line to write: values in the order of the import's columns. */
export interface Line {
  line: number
  values: Value[]
}

interface Target {
  /** path in the customer: `name`, or `values.{id}` */
  path: string
  fieldId?: string
}

/** Writes lines of one import: those whose number is new become customers, the others change theirs. */
export function writer(row: ImportRow) {
  const { enterpriseId, _id: importId } = row
  const targets = row.columns.map(({ fieldName }): Target => {
    const fieldId = row.fields.find(field => field.fieldName === fieldName)?.id
    return fieldId ? { fieldId, path: `values.${fieldId}` } : { path: fieldName }
  })
  const at = (name: string) => targets.findIndex(target => target.path === name)
  const [phoneAt, nameAt] = [at(standardFields[0].fieldName), at(standardFields[1].fieldName)]
  const phoneOf = (line: Line) => told(line.values[phoneAt])
  const nameOf = (line: Line) => told(line.values[nameAt])
  const stampOf = ({ line }: Line) => ({ importId, importLine: line, updatedAt: new Date() })

  /**
   * Writes lines of different numbers. A customer that this import wrote before stays as it is now: someone may have
   * edited it since.
   * @returns how many customers are new
   */
  async function write(lines: Line[]): Promise<number> {
    const rows = await Customer.find(
      { enterpriseId, phoneNumber: { $in: lines.map(phoneOf) } },
      { phoneNumber: 1, importId: 1 },
    ).lean()
    const known = new Map(rows.map(one => [one.phoneNumber, importId.equals(one.importId ?? '')]))
    const fresh = lines.filter(line => !known.has(phoneOf(line)))
    const changed = lines.filter(line => known.get(phoneOf(line)) === false)
    const taken = fresh.length > 0 ? await insert(fresh) : []
    const updates = [...changed, ...taken].map(line => (row.replace ? overwriting(line) : filling(line)))
    if (updates.length > 0) await Customer.bulkWrite(updates, { ordered: false })
    return fresh.length - taken.length
  }

  /** @returns the lines whose number someone else created at this very moment */
  async function insert(lines: Line[]): Promise<Line[]> {
    try {
      await Customer.insertMany(lines.map(created), { ordered: false, lean: true })
      return []
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error
      const failures = [error.writeErrors].flat()
      const other = failures.find(failure => duplicateIndex(failure) === null)
      if (other) throw new Error(`a customer was not written: ${other.errmsg}`)
      return failures.flatMap(failure => lines[failure.index] ?? [])
    }
  }

  function created(line: Line): CustomerRow {
    const now = new Date()
    const customer: CustomerRow = {
      _id: new Types.ObjectId(),
      enterpriseId,
      name: nameOf(line),
      phoneNumber: phoneOf(line),
      ...noSocials,
      groups: row.groupId ? [row.groupId] : [],
      tags: row.tagId ? [row.tagId] : [],
      values: {},
      words: wordsOf(nameOf(line), phoneOf(line)),
      createdAt: now,
      createdByImport: importId,
      ...stampOf(line),
    }
    for (const [index, { path, fieldId }] of targets.entries()) {
      const value = line.values[index] ?? ''
      if (value === '') continue
      if (fieldId) customer.values[fieldId] = value
      else Object.assign(customer, { [path]: value })
    }
    return customer
  }

  const unwritten = (line: Line) => ({ enterpriseId, phoneNumber: phoneOf(line), importId: { $ne: importId } })

  function overwriting(line: Line): AnyBulkWriteOperation<CustomerRow> {
    const set: Record<string, unknown> = { ...stampOf(line), words: wordsOf(nameOf(line), phoneOf(line)) }
    const unset: Record<string, 1> = {}
    for (const [index, { path, fieldId }] of targets.entries()) {
      const value = line.values[index] ?? ''
      if (path === 'phoneNumber') continue
      if (value === '' && fieldId) unset[path] = 1
      else set[path] = value
    }
    const add = { ...(row.groupId && { groups: row.groupId }), ...(row.tagId && { tags: row.tagId }) }
    const update = {
      $set: set,
      ...(Object.keys(unset).length > 0 && { $unset: unset }),
      ...(Object.keys(add).length > 0 && { $addToSet: add }),
    }
    return { updateOne: { filter: unwritten(line), update } }
  }

  /** What is empty is decided by the database, as someone may be editing the customer right now. */
  function filling(line: Line): AnyBulkWriteOperation<CustomerRow> {
    const isEmpty = (path: string) => ({ $in: [{ $ifNull: [`$${path}`, ''] }, ['', []]] })
    const set: Record<string, unknown> = stampOf(line)
    for (const [index, { path }] of targets.entries()) {
      const value = line.values[index] ?? ''
      if (value !== '' && path !== 'phoneNumber')
        set[path] = { $cond: [isEmpty(path), { $literal: value }, `$${path}`] }
    }
    set.words = { $cond: [isEmpty('name'), { $literal: wordsOf(nameOf(line), phoneOf(line)) }, '$words'] }
    const joined = (path: string, id: Types.ObjectId) => ({ $setUnion: [{ $ifNull: [`$${path}`, []] }, [id]] })
    if (row.groupId) set.groups = joined('groups', row.groupId)
    if (row.tagId) set.tags = joined('tags', row.tagId)
    return { updateOne: { filter: unwritten(line), update: [{ $set: set }] } }
  }

  return { write }
}

const noSocials = { whatsAppNumber: '', facebookId: '', instaId: '', twitterId: '' } satisfies Record<
  (typeof socialFields)[number]['fieldName'],
  string
>
