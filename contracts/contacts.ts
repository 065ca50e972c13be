import { z } from 'zod'
import { limits } from './limits.ts'
import { needs } from './permissions.ts'
import { FieldError, From, Id, IdParams, Ids, Moment, PerPage, Search, Text } from './reply.ts'
import { route } from './route.ts'

/** What every address of this area begins with. */
export const customerMaster = '/chatbird/api/customer_master'

// ---- field definitions (Attributes) ----

export const fieldTypes = ['text', 'textarea', 'selectbox-singlevalue', 'selectbox-multiplevalue'] as const
export const inputTypes = ['Alphabets', 'Alphanumeric', 'Number', 'Decimal', 'Email'] as const
export const FieldType = z.enum(fieldTypes)
export const InputType = z.enum(inputTypes)

/** The rules of a text field, as id and value pairs: minValue and maxValue count characters. */
export const Validation = z.union([
  z.object({ id: z.literal(['minValue', 'maxValue']), value: z.int().min(0).max(limits.fieldValue) }),
  z.object({ id: z.literal('allowSpecialChars'), value: z.boolean() }),
  z.object({ id: z.literal('allowedChars'), value: z.array(z.string().min(1).max(10)).max(100) }),
])
export type Validation = z.infer<typeof Validation>

export const FieldDefinition = z.object({
  id: Id,
  index: z.int(),
  fieldName: z.string(),
  fieldLabel: z.string(),
  fieldHelptext: z.string(),
  mandatory: z.boolean(),
  fieldType: FieldType,
  /** for text and textarea alone */
  inputType: InputType.optional(),
  /** the options of a select box, separated by commas */
  defaultValue: z.string().optional(),
  commaIncluded: z.boolean(),
  validations: z.array(Validation),
})
export type FieldDefinition = z.infer<typeof FieldDefinition>

/** What both standard rows have in common with custom ones, so that forms and imports treat all alike. */
export const standardFields = [
  {
    fieldName: 'phoneNumber',
    fieldLabel: 'Phone Number',
    fieldType: 'text',
    inputType: 'Alphanumeric',
    mandatory: true,
    validations: [
      { id: 'minValue', value: limits.standardPhoneMin },
      { id: 'maxValue', value: limits.standardPhoneMax },
      { id: 'allowSpecialChars', value: true },
      { id: 'allowedChars', value: ['+'] },
    ],
  },
  {
    fieldName: 'name',
    fieldLabel: 'Name',
    fieldType: 'text',
    inputType: 'Alphanumeric',
    mandatory: true,
    validations: [
      { id: 'minValue', value: limits.standardNameMin },
      { id: 'maxValue', value: limits.standardNameMax },
    ],
  },
] as const

/** Columns that a customer has beside the custom fields; a CSV may fill them too. */
export const socialFields = [
  { fieldName: 'whatsAppNumber', fieldLabel: 'Whatsapp' },
  { fieldName: 'twitterId', fieldLabel: 'Twitter ID' },
  { fieldName: 'facebookId', fieldLabel: 'Facebook ID' },
  { fieldName: 'instaId', fieldLabel: 'Instagram ID' },
] as const

export const saveField = route('POST', `${customerMaster}/inputfields`, {
  needs: 'CUSTOMER_MASTER.EDIT',
  summary: 'Create a field definition, or change one (with id)',
  body: z.object({
    id: Id.optional(),
    index: z.int().min(0).optional(),
    fieldName: Text(limits.fieldLabel),
    fieldLabel: Text(limits.fieldLabel),
    fieldHelptext: Text(limits.fieldHelp),
    mandatory: z.boolean(),
    fieldType: FieldType,
    inputType: InputType.optional(),
    defaultValue: Text(limits.fieldOptions).optional(),
    commaIncluded: z.boolean().default(false),
    validations: z.array(Validation).max(4).default([]),
  }),
  reply: FieldDefinition,
})
export const listFields = route('GET', `${customerMaster}/inputfields`, {
  needs: ['CUSTOMER_MASTER.VIEW', ...needs.customerPick],
  summary: 'All field definitions in their order',
  reply: z.object({ inputFieldDefinitions: z.array(FieldDefinition) }),
})
export const getField = route('GET', `${customerMaster}/inputfields/:id`, {
  needs: 'CUSTOMER_MASTER.VIEW',
  summary: 'One field definition',
  params: IdParams,
  reply: z.object({ inputFieldDefinition: FieldDefinition }),
})
export const moveField = route('POST', `${customerMaster}/inputfields/move`, {
  needs: 'CUSTOMER_MASTER.EDIT',
  summary: 'Move a definition from one place in the order to another (both counted from 0)',
  body: z.object({ from: z.int().min(0), to: z.int().min(0) }),
  reply: z.object({ inputFieldDefinitions: z.array(FieldDefinition) }),
})
export const deleteField = route('DELETE', `${customerMaster}/inputfields/:id`, {
  needs: 'CUSTOMER_MASTER.EDIT',
  summary: 'Delete a field definition; the values that customers have for it go with it',
  params: IdParams,
})

// ---- groups and labels (tags) ----

export const Group = z.object({ id: Id, name: z.string(), count: z.int() })
export type Group = z.infer<typeof Group>
const SaveNamed = z.object({ id: Id.optional(), name: Text(limits.name) })

export const listGroups = route('GET', `${customerMaster}/groups`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'Groups with their number of customers',
  query: z.object({ search: Search }),
  reply: z.object({ groups: z.array(Group) }),
})
export const saveGroup = route('POST', `${customerMaster}/groups`, {
  needs: 'CUSTOMER.EDIT',
  summary: 'Create a group, or rename one (with id)',
  body: SaveNamed,
  reply: Group,
})
export const deleteGroup = route('DELETE', `${customerMaster}/groups/:id`, {
  needs: 'CUSTOMER.DELETE',
  summary: 'Delete a group; its customers stay',
  params: IdParams,
})
export const listTags = route('GET', `${customerMaster}/tags`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'Labels with their number of customers',
  query: z.object({ search: Search }),
  reply: z.object({ tags: z.array(Group) }),
})
export const saveTag = route('POST', `${customerMaster}/tags`, {
  needs: 'CUSTOMER.EDIT',
  summary: 'Create a label, or rename one (with id)',
  body: SaveNamed,
  reply: Group,
})
export const deleteTag = route('DELETE', `${customerMaster}/tags/:id`, {
  needs: 'CUSTOMER.DELETE',
  summary: 'Delete a label; its customers stay',
  params: IdParams,
})
export const mapCustomers = route('POST', `${customerMaster}/map`, {
  needs: 'CUSTOMER.EDIT',
  summary: 'Put customers into groups or attach labels to them; with `remove`, take them out',
  body: z.object({
    target: z.enum(['groups', 'tags']),
    groupIds: z.array(Id).min(1).max(100).optional(),
    tagIds: z.array(Id).min(1).max(100).optional(),
    customerIds: z.array(Id).min(1).max(limits.mapAtOnce),
    remove: z.boolean().optional(),
  }),
  reply: z.object({ changed: z.int() }),
})

// ---- customers ----

/** A custom field's value; a multiple select has several. */
export const CustomValue = z.object({
  id: Id,
  value: z.union([z.string().max(limits.fieldValue), z.array(z.string().max(limits.fieldValue)).max(500)]),
})
const social = z.string().trim().max(limits.socialField).optional()
export const Customer = z.object({
  id: Id,
  name: z.string(),
  phoneNumber: z.string(),
  whatsAppNumber: z.string(),
  facebookId: z.string(),
  instaId: z.string(),
  twitterId: z.string(),
  tags: z.array(Id),
  groups: z.array(Id),
  data: z.array(CustomValue),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Customer = z.infer<typeof Customer>

/** `details` hold the custom fields' values in the order of `headers`. */
export const CustomerRow = z.object({
  id: Id,
  name: z.string(),
  phoneNumber: z.string(),
  details: z.array(z.object({ value: z.string() })),
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const listCustomers = route('GET', `${customerMaster}/customers`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'Customers by search (beginnings of words of the name, or of the number), group or label; newest first',
  query: z.object({ from: From, perPage: PerPage(limits.customersPage), search: Search, groups: Ids, tags: Ids }),
  reply: z.object({
    customers: z.object({
      customers: z.array(CustomerRow),
      headers: z.array(z.object({ name: z.string() })),
      hasMore: z.boolean(),
      total: z.int(),
    }),
  }),
})
export const pickCustomers = route('GET', `${customerMaster}/customers/picker`, {
  needs: needs.customerPick,
  summary: 'Name and number of customers, for the phone book of Quick Send',
  query: z.object({ from: From, perPage: PerPage(limits.customerPickerPage), search: Search }),
  reply: z.object({
    customers: z.array(CustomerRow.pick({ id: true, name: true, phoneNumber: true })),
    hasMore: z.boolean(),
  }),
})
export const getCustomer = route('GET', `${customerMaster}/customers/:id`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'One customer',
  params: IdParams,
  reply: z.object({ customer: Customer }),
})
export const saveCustomer = route('POST', `${customerMaster}/customers`, {
  needs: 'CUSTOMER.EDIT',
  summary: 'Create a customer, or change one (with id; the phone number stays)',
  body: z.object({
    id: Id.optional(),
    name: z.string().max(limits.fieldValue),
    phoneNumber: z.string().max(limits.fieldValue),
    whatsAppNumber: social,
    facebookId: social,
    instaId: social,
    twitterId: social,
    tags: z.array(Id).max(100).default([]),
    groups: z.array(Id).max(100).default([]),
    data: z.array(CustomValue).max(limits.fieldDefinitions).default([]),
  }),
  reply: z.object({ customer: Customer }),
})
export const deleteCustomer = route('DELETE', `${customerMaster}/customers/:id`, {
  needs: 'CUSTOMER.DELETE',
  summary: 'Delete a customer',
  params: IdParams,
})

// ---- CSV imports ----

export const HeaderMapping = z.array(
  z.object({
    /** header in the file */
    src: z.string().min(1).max(limits.csvHeaderChars),
    /** system header: a field's fieldName */
    des: z.string().min(1).max(limits.fieldLabel),
  }),
)
export type HeaderMapping = z.infer<typeof HeaderMapping>

export const uploadStates = ['WAITING', 'COMPLETED', 'ERROR'] as const
/** What an upload in its state is doing, or how it ended. */
export const importPhases = [
  'mapping',
  'queued',
  'checking',
  'writing',
  'done',
  'failed',
  'cancelled',
  'undone',
] as const

/** An import as lists and the socket tell it. Lines are data lines: the header is not counted. */
export const Import = z.object({
  uploadId: Id,
  file: z.object({ name: z.string() }),
  totalLines: z.int(),
  acceptedLines: z.int(),
  errorLines: z.int(),
  /** accepted lines that a later line of the same number replaces */
  duplicateLines: z.int(),
  createdCustomers: z.int(),
  updatedCustomers: z.int(),
  state: z.enum(uploadStates),
  phase: z.enum(importPhases),
  /** 0 to 100 over both passes */
  progress: z.number(),
  startedTimeStr: Moment,
  completedTimeStr: Moment.optional(),
  /** why it failed, for a person */
  error: z.string().optional(),
})
export type Import = z.infer<typeof Import>

export const SystemHeader = z.object({
  name: z.string(),
  label: z.string(),
  mandatory: z.boolean(),
})

export const sampleCsv = route('GET', `${customerMaster}/csv/sample`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'A CSV with the headers that an import understands, as Sample.csv',
  produces: 'text/csv',
})

/** What is known of a file before anything is written. */
export const ParsedFile = z.object({
  uploadId: Id,
  parsedHeaders: z.object({ systemHeaders: z.array(SystemHeader), userHeaders: z.array(z.string()) }),
  /** a guess from the names of the columns */
  headerMapping: HeaderMapping,
  delimiter: z.string(),
  encoding: z.string(),
  /** the first rows as they stand in the file */
  rows: z.array(z.array(z.string())),
})
export type ParsedFile = z.infer<typeof ParsedFile>

export const uploadCsv = route('POST', `${customerMaster}/csv/upload`, {
  needs: 'CUSTOMER.EDIT',
  summary:
    'Two steps. First {file}: answers uploadId, headers, a guessed mapping and the first rows. ' +
    'Then {uploadId, headerMapping, …}: starts the import',
  body: z.object({
    file: z.object({ name: z.string().max(limits.fileName), path: Id, source: z.literal('URL') }).optional(),
    uploadId: Id.optional(),
    headerMapping: HeaderMapping.max(limits.csvColumns).optional(),
    /** true: values of the file overwrite; otherwise they fill what is empty */
    replace: z.boolean().default(false),
    groupId: Id.optional(),
    /** id of a label */
    segmentId: Id.optional(),
    group: z.boolean().optional(),
  }),
  reply: z.union([z.object({ import: Import }), ParsedFile]),
})
export const previewCsv = route('POST', `${customerMaster}/csv/preview`, {
  needs: 'CUSTOMER.EDIT',
  summary: 'The first rows under a mapping: what would be written, and what would be refused and why',
  body: z.object({ uploadId: Id, headerMapping: HeaderMapping.max(limits.csvColumns) }),
  reply: z.object({
    headers: z.array(SystemHeader),
    rows: z.array(z.object({ line: z.int(), values: z.array(z.string()), errors: z.array(FieldError) })),
  }),
})
export const listUploads = route('GET', `${customerMaster}/csv/uploads`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'Imports, newest first',
  query: z.object({
    from: From,
    perPage: PerPage(limits.uploadsPage),
    fromDate: Moment.optional(),
    toDate: Moment.optional(),
  }),
  reply: z.object({ customerCSVs: z.array(Import), hasMore: z.boolean() }),
})
export const ImportError = z.object({
  /** number of the data line, counted from 1 */
  line: z.int(),
  lineStr: z.string(),
  errors: z.array(FieldError),
})
export type ImportError = z.infer<typeof ImportError>
export const listUploadErrors = route('GET', `${customerMaster}/csv/errors`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'The refused lines of an import (entryId) in the order of the file',
  query: z.object({
    entryId: Id,
    from: From,
    perPage: PerPage(limits.uploadErrorsPage),
    search: Search,
    groups: Ids,
    tags: Ids,
  }),
  reply: z.object({
    upload: Import,
    customers: z.object({
      customers: z.array(ImportError),
      headers: z.array(z.object({ name: z.string() })),
      hasMore: z.boolean(),
    }),
  }),
})
export const downloadUploadErrors = route('GET', `${customerMaster}/csv/errors/:id/download`, {
  needs: 'CUSTOMER.VIEW',
  summary: 'The refused lines with their messages as a CSV that can be mended and uploaded again',
  params: IdParams,
  produces: 'text/csv',
})

export const isCsvName = (name: string) => /\.csv$/i.test(name)
