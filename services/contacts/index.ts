import type { Service } from '#common/app.ts'
import { fail } from '#common/errors.ts'
import { say, serve } from '#common/serve.ts'
import * as contract from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import * as customers from './customers.ts'
import * as fields from './fields.ts'
import * as groups from './groups.ts'
import * as importErrors from './import-errors.ts'
import * as imports from './imports.ts'

export const contactsService: Service = async app => {
  serve(app, contract.saveField, async ({ tenant, body }) => say(messages.fieldSaved, await fields.save(tenant, body)))
  serve(app, contract.listFields, async ({ tenant }) => ({ inputFieldDefinitions: await fields.list(tenant) }))
  serve(app, contract.getField, async ({ tenant, params }) => ({
    inputFieldDefinition: await fields.get(tenant, params.id),
  }))
  serve(app, contract.moveField, async ({ tenant, body }) => ({
    inputFieldDefinitions: await fields.move(tenant, body.from, body.to),
  }))
  serve(app, contract.deleteField, async ({ tenant, params }) => {
    await fields.remove(tenant, params.id)
    return say(messages.fieldDeleted, {})
  })

  serve(app, contract.listGroups, async ({ tenant, query }) => ({
    groups: await groups.list(tenant, 'groups', query.search),
  }))
  serve(app, contract.saveGroup, async ({ tenant, body }) =>
    say(messages.groupSaved, await groups.save(tenant, 'groups', body)),
  )
  serve(app, contract.deleteGroup, async ({ tenant, params }) => {
    await groups.remove(tenant, 'groups', params.id)
    return say(messages.groupDeleted, {})
  })
  serve(app, contract.listTags, async ({ tenant, query }) => ({
    tags: await groups.list(tenant, 'tags', query.search),
  }))
  serve(app, contract.saveTag, async ({ tenant, body }) =>
    say(messages.tagSaved, await groups.save(tenant, 'tags', body)),
  )
  serve(app, contract.deleteTag, async ({ tenant, params }) => {
    await groups.remove(tenant, 'tags', params.id)
    return say(messages.tagDeleted, {})
  })
  serve(app, contract.mapCustomers, async ({ tenant, body }) => {
    const { target, groupIds, tagIds, customerIds, remove = false } = body
    const ids = target === 'groups' ? groupIds : tagIds
    if (!ids) fail('badInput', messages.required)
    const changed = await customers.map(tenant, { kind: target, ids, customerIds, remove })
    return say(messages.customersMapped, { changed })
  })

  serve(app, contract.listCustomers, async ({ tenant, query }) => ({ customers: await customers.list(tenant, query) }))
  serve(app, contract.pickCustomers, ({ tenant, query }) => customers.picker(tenant, query))
  serve(app, contract.getCustomer, async ({ tenant, params }) => ({ customer: await customers.get(tenant, params.id) }))
  serve(app, contract.saveCustomer, async ({ tenant, body }) =>
    say(messages.customerSaved, { customer: await customers.save(tenant, body) }),
  )
  serve(app, contract.deleteCustomer, async ({ tenant, params }) => {
    await customers.remove(tenant, params.id)
    return say(messages.customerDeleted, {})
  })

  serve(app, contract.uploadCsv, async ({ tenant, body }) => {
    const { file, uploadId, headerMapping, replace, groupId, segmentId } = body
    if (uploadId && headerMapping) {
      const started = await imports.start(tenant, { uploadId, headerMapping, replace, groupId, tagId: segmentId })
      return say(messages.uploadedSuccessfully, { import: started })
    }
    if (!file) fail('badInput')
    const parsed = await imports.upload(tenant, file)
    return parsed.rows.length === 0 ? say(messages.onlyHeaders, parsed) : parsed
  })
  serve(app, contract.previewCsv, ({ tenant, body }) => imports.preview(tenant, body.uploadId, body.headerMapping))
  serve(app, contract.listUploads, ({ tenant, query }) => imports.list(tenant, query))
  serve(app, contract.listUploadErrors, ({ tenant, query }) => importErrors.list(tenant, query))
  serve(app, contract.downloadUploadErrors, async ({ tenant, params, reply }) => {
    const { name, stream } = await importErrors.download(tenant, params.id)
    return reply.headers(csvFile(name)).send(stream)
  })
  serve(app, contract.sampleCsv, async ({ tenant, reply }) =>
    reply.headers(csvFile('Sample.csv')).send(await importErrors.sample(tenant)),
  )
}

const csvFile = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name.replace(/[^\w .()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
})
