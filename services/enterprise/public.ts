export {
  channelOf,
  createChannel,
  type SendingChannel,
  sandboxChannels,
  sendingChannel,
  webhookChannel,
} from './channels.ts'
export { checkMedia } from './drive.ts'
export { createEnterprise, enterpriseNamed, enterpriseOf, hasEnterprises } from './enterprises.ts'
export { createUser, identify, permissionsOf } from './users.ts'
