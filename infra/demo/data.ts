import type { TemplateComponent } from '#contracts/broadcast.ts'
import type { Role } from '#contracts/permissions.ts'
import type { FieldInput } from '#services/contacts/public.ts'

/** Sign-ins of the trial. The password is printed at start; there is no demo in production. */
export const demoUsers: { name: string; emailId: string; password: string; roles: Role[]; role: string }[] = [
  {
    name: 'Demo Administrator',
    emailId: 'admin@demo.example',
    password: 'parley-demo',
    roles: [1],
    role: 'Administrator',
  },
  { name: 'Demo Agent', emailId: 'agent@demo.example', password: 'parley-demo', roles: [3], role: 'Handle Chats' },
]

const text = { commaIncluded: false, fieldType: 'text' } as const
export const demoFields: FieldInput[] = [
  {
    ...text,
    fieldName: 'city',
    fieldLabel: 'City',
    fieldHelptext: 'Where the customer lives',
    mandatory: false,
    inputType: 'Alphabets',
    validations: [
      { id: 'minValue', value: 2 },
      { id: 'maxValue', value: 40 },
      { id: 'allowSpecialChars', value: true },
      { id: 'allowedChars', value: [' ', '-', '.'] },
    ],
  },
  {
    ...text,
    fieldName: 'email',
    fieldLabel: 'E-mail',
    fieldHelptext: 'Where invoices go',
    mandatory: false,
    inputType: 'Email',
    validations: [],
  },
  {
    ...text,
    fieldName: 'points',
    fieldLabel: 'Loyalty points',
    fieldHelptext: 'Balance of the loyalty programme',
    mandatory: false,
    inputType: 'Number',
    validations: [],
  },
  {
    fieldName: 'plan',
    fieldLabel: 'Plan',
    fieldHelptext: 'What the customer pays for',
    mandatory: false,
    fieldType: 'selectbox-singlevalue',
    defaultValue: 'Basic,Plus,Premium',
    commaIncluded: false,
    validations: [],
  },
  {
    fieldName: 'interests',
    fieldLabel: 'Interests',
    fieldHelptext: 'Topics that the customer chose',
    mandatory: false,
    fieldType: 'selectbox-multiplevalue',
    defaultValue: 'Offers,News,Events,Surveys',
    commaIncluded: false,
    validations: [],
  },
]

export const demoGroups = ['Newsletter', 'Loyalty programme']
export const demoTags = ['New', 'Returning']

interface DemoTemplate {
  name: string
  templateId: string
  language: string
  category: 'UTILITY' | 'AUTHENTICATION' | 'MARKETING'
  status: 'APPROVED'
  components: TemplateComponent[]
}
export const demoTemplates: DemoTemplate[] = [
  {
    name: 'order_shipped',
    templateId: '900000000000001',
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Your order is on its way' },
      { type: 'BODY', text: 'Hello {{1}}, your order *{{2}}* has left our warehouse and reaches {{3}} soon.' },
      { type: 'FOOTER', text: 'Reply HELP for help' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Track order', url: 'https://shop.example/track/{{1}}', example: ['12345'] },
          { type: 'QUICK_REPLY', text: 'Talk to us' },
        ],
      },
    ],
  },
  {
    name: 'season_offer',
    templateId: '900000000000002',
    language: 'en',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: '{{1}}, enjoy *20 % off* everything this week. _Only for you._' },
      { type: 'FOOTER', text: 'Reply STOP to hear no more' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Show me' },
          { type: 'QUICK_REPLY', text: 'Not now' },
        ],
      },
    ],
  },
  {
    name: 'invoice_ready',
    templateId: '900000000000003',
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'Hello {{1}}, your invoice for {{2}} is attached. Thank you!' },
    ],
  },
  {
    name: 'welcome',
    templateId: '900000000000004',
    language: 'en',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [
      { type: 'BODY', text: 'Welcome to our family, {{1}}! We are glad that you are here.' },
      { type: 'BUTTONS', buttons: [{ type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+918047190000' }] },
    ],
  },
]
