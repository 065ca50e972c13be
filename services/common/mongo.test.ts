import { Types } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/stores.ts'
import { closeMongo, connectMongo, duplicateIndex, ensureIndexes, type Owned, tenantModel, unscoped } from './mongo.ts'

const { mongodbUri } = freshDatabase()
interface NoteRow extends Owned {
  title: string
}
const Note = tenantModel<NoteRow>('TestNote', 'testnotes', { title: { type: String, required: true } }, [
  { serves: 'a title is unique', keys: { enterpriseId: 1, title: 1 }, options: { unique: true, name: 'one_title' } },
])
const enterpriseId = new Types.ObjectId()
const other = new Types.ObjectId()

beforeAll(async () => {
  await connectMongo(mongodbUri)
  await ensureIndexes()
  await Note.create([
    { enterpriseId, title: 'mine' },
    { enterpriseId: other, title: 'theirs' },
  ])
})
afterAll(closeMongo)

const forgotten: Record<string, () => Promise<unknown>> = {
  find: () => Note.find({}).exec(),
  findOne: () => Note.findOne({ title: 'theirs' }).exec(),
  findById: () => Note.findById(new Types.ObjectId()).exec(),
  countDocuments: () => Note.countDocuments({}).exec(),
  distinct: () => Note.distinct('title').exec(),
  updateOne: () => Note.updateOne({ title: 'theirs' }, { title: 'x' }).exec(),
  updateMany: () => Note.updateMany({}, { title: 'x' }).exec(),
  deleteOne: () => Note.deleteOne({ title: 'theirs' }).exec(),
  deleteMany: () => Note.deleteMany({}).exec(),
  findOneAndUpdate: () => Note.findOneAndUpdate({ title: 'theirs' }, { title: 'x' }).exec(),
  findOneAndDelete: () => Note.findOneAndDelete({ title: 'theirs' }).exec(),
  replaceOne: () => Note.replaceOne({ title: 'theirs' }, { title: 'x' }).exec(),
  'an operator for an owner': () => Note.find({ enterpriseId: { $ne: enterpriseId } }).exec(),
  aggregate: () => Note.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }]).exec(),
  'aggregate with a late $match': () => Note.aggregate([{ $sort: { title: 1 } }, { $match: { enterpriseId } }]).exec(),
  $lookup: () =>
    Note.aggregate([
      { $match: { enterpriseId } },
      { $lookup: { from: 'testnotes', localField: 'title', foreignField: 'title', as: 'all' } },
    ]).exec(),
  '$lookup inside $facet': () =>
    Note.aggregate([
      { $match: { enterpriseId } },
      { $facet: { a: [{ $lookup: { from: 'testnotes', pipeline: [{ $match: {} }], as: 'all' } }] } },
    ]).exec(),
  $unionWith: () => Note.aggregate([{ $match: { enterpriseId } }, { $unionWith: { coll: 'testnotes' } }]).exec(),
  'bulkWrite update': () => Note.bulkWrite([{ updateOne: { filter: { title: 'theirs' }, update: { title: 'x' } } }]),
  'bulkWrite delete': () => Note.bulkWrite([{ deleteMany: { filter: {} } }]),
  'a new row': () => Note.create({ title: 'nobody’s' }),
  insertMany: () => Note.insertMany([{ title: 'nobody’s' } as NoteRow]),
  'change of owner': () => Note.updateOne({ enterpriseId, title: 'mine' }, { $set: { enterpriseId: other } }).exec(),
  'change of owner in a bulk': () =>
    Note.bulkWrite([{ updateOne: { filter: { enterpriseId }, update: { $set: { enterpriseId: other } } } }]),
  'change of owner by pipeline': () =>
    Note.updateOne({ enterpriseId }, [{ $set: { enterpriseId: other } }], { updatePipeline: true }).exec(),
}
for (const [name, call] of Object.entries(forgotten))
  test(`${name} without the enterprise fails and changes nothing`, async () => {
    await expect(call()).rejects.toThrow()
    const rows = await unscoped('the test looks at all', Note.find({})).sort({ title: 1 }).lean()
    expect(rows.map(({ title, enterpriseId: owner }) => [title, owner.toString()])).toEqual([
      ['mine', enterpriseId.toString()],
      ['theirs', other.toString()],
    ])
  })

test('a query that names the enterprise sees its rows alone, also in a $lookup', async () => {
  expect(await Note.find({ enterpriseId }).distinct('title')).toEqual(['mine'])
  const joined = await Note.aggregate([
    { $match: { enterpriseId } },
    { $lookup: { from: 'testnotes', pipeline: [{ $match: { enterpriseId } }], as: 'all' } },
  ])
  expect(joined[0].all.map((row: NoteRow) => row.title)).toEqual(['mine'])
})

test('a duplicate is recognised whichever call met it, and whatever dialect the server speaks', async () => {
  const calls = [
    () => Note.create({ enterpriseId, title: 'mine' }),
    () => Note.insertMany([{ enterpriseId, title: 'mine' } as NoteRow], { ordered: false }),
    () => Note.bulkWrite([{ insertOne: { document: { enterpriseId, title: 'mine' } as NoteRow } }], { ordered: false }),
  ]
  for (const call of calls) {
    const error = await call().then(
      () => null,
      error => error,
    )
    expect(duplicateIndex(error)).not.toBeNull()
  }
  await Note.create({ enterpriseId, title: 'second' })
  const renamed = await Note.findOneAndUpdate({ enterpriseId, title: 'second' }, { title: 'mine' }).catch(
    error => error,
  )
  expect(duplicateIndex(renamed)).not.toBeNull()
  await Note.deleteOne({ enterpriseId, title: 'second' })
})

test('what is no duplicate is not taken for one', () => {
  for (const error of [null, 'text', new Error('duplicate key'), { code: 1, message: 'no such command' }, { code: 50 }])
    expect(duplicateIndex(error)).toBeNull()
  expect(
    duplicateIndex({ code: 11000, message: 'E11000 duplicate key error collection: a.b index: one_title dup key: {}' }),
  ).toBe('one_title')
})
