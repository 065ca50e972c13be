import type { Service } from '#common/app.ts'
import { readFile } from '#common/files.ts'
import { say, serve } from '#common/serve.ts'
import * as account from '#contracts/account.ts'
import * as contract from '#contracts/enterprise.ts'
import { messages } from '#contracts/messages.ts'
import { newCaptcha } from './captcha.ts'
import * as channels from './channels.ts'
import * as drive from './drive.ts'
import { signIn, signOut } from './sign-in.ts'
import { me } from './users.ts'

export const enterpriseService: Service = async app => {
  serve(app, account.generateCaptcha, () => newCaptcha())
  serve(app, account.signIn, async ({ body, request }) => {
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? ''
    const session = await signIn(body, { ip: request.ip, userAgent, requestId: request.id })
    return say(messages.signedIn, session)
  })
  serve(app, account.signOut, async ({ tenant, sessionId }) => {
    await signOut(tenant, sessionId)
    return say(messages.signedOut, {})
  })
  serve(app, account.me, ({ tenant }) => me(tenant))

  serve(app, contract.listChannels, ({ tenant, query }) => channels.listChannels(tenant, query))
  serve(app, contract.uploadFile, async ({ tenant, request }) => drive.upload(tenant, await request.file()))
  serve(app, contract.downloadFile, async ({ tenant, params, reply }) => {
    const file = await drive.openable(tenant, params.id)
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', file.size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('cache-control', 'private, no-store')
      .send(await readFile(tenant, params.id))
  })
  serve(app, contract.validateMedia, ({ tenant, query }) => drive.checkMedia(tenant, query.id, query.mediaType))
}
