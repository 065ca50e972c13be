import { describe, expect, test } from 'vitest'
import { orderUser, publish } from '#common/events.ts'
import { key, redis } from '#common/redis.ts'
import { signOut } from '#contracts/account.ts'
import { signedIn, testApp, until } from '#test/factories.ts'
import {
  broadcastState,
  changeUser,
  connect,
  heardType,
  importState,
  listen,
  online,
  reaches,
  removeSessions,
  subscriberIds,
} from '#test/sockets.ts'

const app = await testApp()
const url = await listen(app)
/** may see broadcasts, not imports */
const reportViewer = 6

describe('a state', () => {
  test('reaches every socket of its enterprise and none of another', async () => {
    const [ours, theirs] = [await signedIn(app), await signedIn(app)]
    const [a, b, foreign] = await Promise.all([
      online(url, ours.token, ours.tenant),
      online(url, ours.token, ours.tenant),
      online(url, theirs.token, theirs.tenant),
    ])
    const state = importState({ acceptedLines: 7 })
    await publish(ours.tenant, state)
    await until('both to hear', () => a.state(state.id) && b.state(state.id))
    expect(a.state(state.id)).toEqual(state)
    // what is said to them later has arrived, so what was said before would have
    await reaches(theirs.tenant, foreign)
    expect(foreign.state(state.id)).toBeUndefined()
  })

  test('reaches only who may see it', async () => {
    const admin = await signedIn(app)
    const viewer = await signedIn(app, { roles: [reportViewer], enterpriseId: admin.tenant.enterpriseId })
    const [all, some] = [await online(url, admin.token, admin.tenant), await online(url, viewer.token, viewer.tenant)]
    const [imported, sent] = [importState(), broadcastState()]
    await publish(admin.tenant, imported)
    await publish(admin.tenant, sent)
    await until('all to hear', () => all.state(imported.id) && all.state(sent.id) && some.state(sent.id))
    expect(some.heard.filter(one => one.type === 'import')).toEqual([])
  })

  test('100 states in a moment come as few, and the last is right', async () => {
    const { tenant, token } = await signedIn(app)
    const client = await online(url, token, tenant)
    const first = importState()
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        publish(tenant, { ...first, state: { ...first.state, acceptedLines: i + 1 } }),
      ),
    )
    await until('the last state', () => {
      const last = client.state(first.id)
      return last?.type === 'import' && last.state.acceptedLines === 100
    })
    expect(client.heard.filter(one => 'id' in one && one.id === first.id).length).toBeLessThan(5)
  })

  test('that is none is passed over', async () => {
    const { tenant, token } = await signedIn(app)
    const client = await online(url, token, tenant)
    const channel = key('t', tenant.enterpriseId.toString())
    await redis().publish(channel, '{')
    await redis().publish(channel, JSON.stringify({ type: 'import', id: 'x', state: { secret: 1 } }))
    await redis().publish(channel, JSON.stringify({ type: 'of a newer version' }))
    await reaches(tenant, client)
    expect(client.heard.every(one => one.type === 'ready' || one.type === 'import' || one.type === 'broadcast')).toBe(
      true,
    )
    expect(client.state('x')).toBeUndefined()
  })
})

describe('a permission that is taken away is heard of no more within 5 s', () => {
  test.each([
    ['on the order', true],
    ['when the order is lost', false],
  ])('%s', async (_name, isOrdered) => {
    const { tenant, token } = await signedIn(app)
    const client = await online(url, token, tenant)
    await changeUser(tenant, { roles: [reportViewer] })
    const changedMs = Date.now()
    if (isOrdered) await orderUser(String(tenant.user?.id), { type: 'userChanged', userId: String(tenant.user?.id) })
    await until('permissionsChanged', () => heardType(client, 'permissionsChanged'), 5_000)
    if (isOrdered) expect(Date.now() - changedMs).toBeLessThan(2_000)
    const [imported, sent] = [importState(), broadcastState()]
    await publish(tenant, imported)
    await publish(tenant, sent)
    await until('what it may still see', () => client.state(sent.id))
    expect(client.state(imported.id)).toBeUndefined()
  })
})

describe('a socket is closed with 4001 within 5 s', () => {
  test('when its session is ended, and the user’s other session goes on', async () => {
    const { tenant, token, emailId } = await signedIn(app)
    const again = await app.server.inject({
      method: 'POST',
      url: '/account/enterprise/login/twoFactorAuth',
      payload: { email: emailId, password: 'correct horse battery' },
    })
    const [ended, other] = [await online(url, token, tenant), await online(url, again.json().data.token, tenant)]
    await app.call(signOut, { token })
    expect(await until('closed', () => ended.code, 5_000)).toBe(4001)
    await reaches(tenant, other)
  })

  test('when the order is lost', async () => {
    const { tenant, token } = await signedIn(app)
    const client = await online(url, token, tenant)
    await removeSessions(tenant)
    expect(await until('closed', () => client.code, 5_000)).toBe(4001)
  })

  test('when its user is deactivated', async () => {
    const { tenant, token } = await signedIn(app)
    const client = await online(url, token, tenant)
    await changeUser(tenant, { state: 2 })
    expect(await until('closed', () => client.code, 5_000)).toBe(4001)
  })
})

describe('the connection to Redis', () => {
  test('is one for all sockets', async () => {
    const users = await Promise.all([signedIn(app), signedIn(app), signedIn(app)])
    await Promise.all(users.map(({ token, tenant }) => online(url, token, tenant)))
    expect(await subscriberIds()).toHaveLength(1)
  })

  test('comes back when it is cut, and everyone hears again', async () => {
    const [a, b] = await Promise.all([signedIn(app), signedIn(app)])
    const [first, second] = await Promise.all([online(url, a.token, a.tenant), online(url, b.token, b.tenant)])
    const [old] = await subscriberIds()
    await redis().client('KILL', 'ID', old ?? 0)
    await until('another connection', async () => (await subscriberIds()).some(id => id !== old))
    await Promise.all([reaches(a.tenant, first), reaches(b.tenant, second)])
    expect([first.code, second.code]).toEqual([undefined, undefined])
  })

  test('listens only for who is connected', async () => {
    const { tenant, token } = await signedIn(app)
    const channels = [key('t', String(tenant.enterpriseId)), key('u', String(tenant.user?.id))]
    const listeners = async () => {
      const counts = await redis().pubsub('NUMSUB', ...channels)
      return counts.filter(one => !channels.includes(String(one))).map(Number)
    }
    expect(await listeners()).toEqual([0, 0])
    const clients = [await online(url, token, tenant), await online(url, token, tenant)]
    expect(await listeners()).toEqual([1, 1])
    clients[0]?.ws.close()
    await reaches(tenant, clients[1] ?? (await connect(url)))
    expect(await listeners()).toEqual([1, 1])
    clients[1]?.ws.close()
    await until('nobody listens', async () => (await listeners()).every(count => count === 0))
  })
})
