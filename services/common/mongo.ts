import mongoose, {
  type Aggregate,
  type IndexDefinition,
  type IndexOptions,
  type Model,
  model,
  type PipelineStage,
  type Query,
  Schema,
  type SchemaDefinition,
  Types,
} from 'mongoose'

const unscopedCalls = new WeakSet<object>()

/**
 * Lets one query or aggregation pass the tenant guard. Few places have a reason to (sign-in, webhooks, sweep); a test
 * lists them.
 */
export function unscoped<Q extends object>(_reason: string, call: Q): Q {
  unscopedCalls.add(call)
  return call
}

const isId = (value: unknown) =>
  value instanceof Types.ObjectId || (typeof value === 'string' && /^[0-9a-f]{24}$/.test(value))
const forgotten = (what: string) => new Error(`${what} without an enterprise id`)

const readsAndWrites = [
  'countDocuments',
  'deleteMany',
  'deleteOne',
  'distinct',
  'find',
  'findOne',
  'findOneAndDelete',
  'findOneAndReplace',
  'findOneAndUpdate',
  'replaceOne',
  'updateMany',
  'updateOne',
] as const
const joins = ['$lookup', '$graphLookup', '$unionWith', '$out', '$merge']

type Stage = Record<string, unknown>
const startsWithTenant = (pipeline: readonly unknown[] | undefined) => {
  const match = (pipeline?.[0] as { $match?: { enterpriseId?: unknown } } | undefined)?.$match
  return isId(match?.enterpriseId)
}

/** No stage may reach into another collection unless the pipeline it runs there names the enterprise first. */
function checkStages(stages: readonly unknown[]) {
  for (const stage of stages as Stage[])
    for (const [name, body] of Object.entries(stage)) {
      if (joins.includes(name) && !startsWithTenant((body as { pipeline?: unknown[] }).pipeline)) throw forgotten(name)
      if (name === '$facet') for (const inner of Object.values(body as Record<string, unknown[]>)) checkStages(inner)
    }
}

function checkUpdate(update: unknown) {
  const stages = Array.isArray(update) ? update : [update]
  for (const stage of stages)
    for (const [operator, change] of Object.entries((stage ?? {}) as Stage)) {
      const touched = operator.startsWith('$') ? Object.keys((change ?? {}) as object) : [operator]
      if (operator !== '$setOnInsert' && touched.includes('enterpriseId')) throw new Error('An owner never changes')
    }
}

interface BulkOperation {
  [name: string]: { filter?: { enterpriseId?: unknown }; document?: { enterpriseId?: unknown }; update?: unknown }
}

/** Refuses every query, aggregation, bulk operation and change of owner that does not name one enterprise. */
function tenantGuard(schema: Schema) {
  schema.add({ enterpriseId: { type: Schema.Types.ObjectId, required: true, immutable: true } })
  schema.pre([...readsAndWrites], { query: true, document: false }, function (this: Query<unknown, unknown>) {
    checkUpdate(this.getUpdate())
    if (unscopedCalls.has(this)) return
    const { enterpriseId } = this.getFilter() as { enterpriseId?: unknown }
    if (!isId(enterpriseId)) throw forgotten('A query')
  })
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    if (unscopedCalls.has(this)) return
    const pipeline: PipelineStage[] = this.pipeline()
    if (!startsWithTenant(pipeline)) throw forgotten('An aggregation')
    checkStages(pipeline)
  })
  schema.pre('bulkWrite', operations => {
    for (const operation of operations as unknown as BulkOperation[])
      for (const { filter, document, update } of Object.values(operation)) {
        if (!isId((filter ?? document)?.enterpriseId)) throw forgotten('A bulk operation')
        checkUpdate(update)
      }
  })
}

/** What every row of a tenant has. */
export interface Owned {
  _id: Types.ObjectId
  enterpriseId: Types.ObjectId
}

interface Index {
  /** the query it serves */
  serves: string
  keys: IndexDefinition
  options?: IndexOptions
}

/** A collection whose rows belong to one enterprise each: adds `enterpriseId` and the guard. */
export function tenantModel<T extends Owned>(
  name: string,
  collection: string,
  definition: SchemaDefinition,
  indexes: Index[],
): Model<T> {
  const schema = new Schema(definition, { ...plain, collection })
  tenantGuard(schema)
  for (const index of indexes) schema.index(index.keys, index.options)
  // T describes the definition; mongoose cannot infer one from the other
  return model(name, schema) as unknown as Model<T>
}

/** What every schema of ours has in common: unknown keys are an error, no version key, empty objects are kept. */
export const plain = { strict: 'throw', versionKey: false, minimize: false } as const

mongoose.set('strictQuery', 'throw')
mongoose.set('autoIndex', false)
mongoose.set('autoCreate', false)

/** Connects this process (or worker thread) to the database that the address names, `parley` where it names none. */
export async function connectMongo(uri: string): Promise<void> {
  const dbName = new URL(uri).pathname.slice(1) || 'parley'
  await mongoose.connect(uri, {
    dbName,
    maxPoolSize: 30,
    serverSelectionTimeoutMS: 10_000,
  })
}

/** Creates what indexes the imported models declare. */
export async function ensureIndexes(): Promise<void> {
  for (const model of Object.values(mongoose.models)) await model.createIndexes()
}

export const closeMongo = () => mongoose.disconnect()
export const mongoAnswers = () => mongoose.connection.db?.command({ ping: 1 })

interface MongoFailure {
  code?: unknown
  message?: unknown
  writeErrors?: unknown
}

/**
 * Is this the server's word that a unique index refused a row? Knows MongoDB (11000) and FerretDB, whose
 * findOneAndUpdate reports code 1 and does not name the index.
 * @returns the index's name, '' where it is not told, or null when it is something else
 */
export function duplicateIndex(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  const { code, message, writeErrors } = error as MongoFailure
  const told = String(message ?? '')
  if (Array.isArray(writeErrors) && writeErrors.length > 0 && code !== 11000) return duplicateIndex(writeErrors[0])
  if (code !== 11000 && !(code === 1 && /duplicate key|conflicting key value/i.test(told))) return null
  return /index: "?([\w.-]+)|Index '([\w.-]+)'/.exec(told)?.slice(1).find(Boolean) ?? ''
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A filter for values that begin with a text, which an index can serve. Case counts: compare with a lower-cased field. */
export const beginsWith = (text: string) => new RegExp(`^${escaped(text)}`)

/** A filter for values that have a text anywhere, which no index serves: for lists that something else keeps short. */
export const contains = (text: string) => new RegExp(escaped(text))
