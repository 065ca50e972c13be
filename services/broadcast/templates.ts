import { Schema, Types } from 'mongoose'
import { fail } from '#common/errors.ts'
import { contains, type Owned, tenantModel } from '#common/mongo.ts'
import type { Tenant } from '#common/tenant.ts'
import type { Template } from '#contracts/broadcast.ts'
import { mediaTypeOf, variablesOf } from './variables.ts'

interface TemplateRow extends Owned, Pick<Template, 'templateId' | 'name' | 'language' | 'category' | 'status'> {
  nameLower: string
  channelId: Types.ObjectId
  components: Template['components']
  createdAt: Date
}

const TemplateModel = tenantModel<TemplateRow>(
  'Template',
  'templates',
  {
    templateId: { type: String, required: true },
    name: { type: String, required: true },
    nameLower: { type: String, required: true },
    language: { type: String, required: true },
    category: { type: String, required: true },
    status: { type: String, required: true },
    channelId: { type: Schema.Types.ObjectId, required: true },
    components: { type: [Schema.Types.Mixed], required: true },
    createdAt: { type: Date, required: true },
  },
  [
    {
      serves: "a channel's templates by name, and once each",
      keys: { enterpriseId: 1, channelId: 1, nameLower: 1, language: 1 },
      options: { unique: true },
    },
  ],
)

/** Keeps a template as the provider has it. */
export async function createTemplate(tenant: Tenant, input: Omit<Template, 'id'>): Promise<Template> {
  const row = await TemplateModel.create({
    ...input,
    nameLower: input.name.toLowerCase(),
    enterpriseId: tenant.enterpriseId,
    channelId: new Types.ObjectId(input.channelId),
    createdAt: new Date(),
  })
  return present(row)
}

/** Templates by name; `name` is any part of it. */
export async function listTemplates(
  tenant: Tenant,
  query: { from: number; perPage: number; status?: Template['status']; name?: string; channelId?: string },
): Promise<{ templates: Template[]; more: boolean }> {
  const rows = await TemplateModel.find({
    enterpriseId: tenant.enterpriseId,
    ...(query.channelId && { channelId: new Types.ObjectId(query.channelId) }),
    ...(query.status && { status: query.status }),
    ...(query.name && { nameLower: contains(query.name.toLowerCase()) }),
  })
    .sort({ nameLower: 1, _id: 1 })
    .skip(query.from)
    .limit(query.perPage + 1)
    .lean()
  return { templates: rows.slice(0, query.perPage).map(present), more: rows.length > query.perPage }
}

/** @throws notFound, also for one of another enterprise */
export async function findTemplate(tenant: Tenant, id: string): Promise<Template> {
  const row = await TemplateModel.findOne({ _id: new Types.ObjectId(id), enterpriseId: tenant.enterpriseId }).lean()
  if (!row) fail('notFound', 'The template was not found. Choose another one')
  return present(row)
}

/** A template with what a send of it must fill. */
export async function getTemplate(tenant: Tenant, id: string) {
  const template = await findTemplate(tenant, id)
  return { template, variables: variablesOf(template), mediaType: mediaTypeOf(template) }
}

function present(row: TemplateRow): Template {
  const { _id, templateId, name, language, category, status, channelId, components } = row
  return {
    id: _id.toString(),
    templateId,
    name,
    language,
    category,
    status,
    channelId: channelId.toString(),
    components,
  }
}
