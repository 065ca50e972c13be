export {
  channelOf,
  createChannel,
  type SendingChannel,
  sandboxChannels,
  sendingChannel,
  webhookChannel,
} from './channels.ts'
export { checkMedia } from './drive.ts'
export { createEnterprise, enterpriseOf } from './enterprises.ts'
export { createUser, hasUsers, identify, permissionsOf } from './users.ts'
