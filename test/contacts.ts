import { log } from '#common/log.ts'
import type { Tenant } from '#common/tenant.ts'
import * as contract from '#contracts/contacts.ts'
import type * as fields from '#services/contacts/fields.ts'
import { runImport } from '#services/contacts/import-run.ts'
import { type TestApp, uploaded } from './factories.ts'

const never = new AbortController().signal
/** Works on an import as its worker would. */
export const work = (tenant: Tenant, importId: string, signal = never) => runImport(tenant, importId, { signal, log })

/** Step 1 of an upload. */
export async function sendFile(app: TestApp, token: string, bytes: string | Buffer, name = 'customers.csv') {
  const { body } = await uploaded(app, token, { name, mime: 'text/csv', bytes })
  return app.call(contract.uploadCsv, { token, body: { file: { name, path: body.data.id, source: 'URL' } } })
}

/** Both steps, with the guessed mapping; answers the id of the import. */
export async function startImport(
  app: TestApp,
  token: string,
  bytes: string | Buffer,
  more: { replace?: boolean; groupId?: string; segmentId?: string } = {},
): Promise<string> {
  const { data } = (await sendFile(app, token, bytes)).body
  if (!('headerMapping' in data)) throw new Error('not parsed')
  const { uploadId, headerMapping } = data
  const answer = await app.call(contract.uploadCsv, { token, body: { uploadId, headerMapping, ...more } })
  if (answer.status !== 200) throw new Error(answer.body.message)
  return uploadId
}

/** An import as My Uploads shows it. */
export async function shown(app: TestApp, token: string, uploadId: string): Promise<contract.Import> {
  const { customerCSVs } = (await app.call(contract.listUploads, { token, query: { perPage: '100' } })).body.data
  const found = customerCSVs.find(one => one.uploadId === uploadId)
  if (!found) throw new Error(`no import ${uploadId}`)
  return found
}

/** A text field, unless `more` says otherwise. */
export const field = (fieldName: string, more: Partial<fields.FieldInput> = {}): fields.FieldInput => ({
  fieldName,
  fieldLabel: fieldName,
  fieldHelptext: fieldName,
  mandatory: false,
  fieldType: 'text',
  inputType: 'Alphanumeric',
  commaIncluded: false,
  validations: [],
  ...more,
})
