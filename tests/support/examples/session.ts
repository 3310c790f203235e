import { eq } from 'drizzle-orm'

import { webhookDeliveries } from '../../../server/db/tables.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { password } from '../app.ts'
import type { Makers } from './example.ts'
import { addPasskeyFor, createAuthenticator, passkeyProof } from '../passkey.ts'
import { challengeOf, codeOf, turnFactorOn } from '../secondFactor.ts'
import { beginSignOnAt, offerOpenId, signInPage } from '../signOn.ts'
import { pieceOfVideo } from '../video.ts'

const nothingChanged = 'public, and nothing is changed'

/** Examples for signing in, registration, sessions and uploads. */
const filmSize = 5000
const film = (fingerprint: string) => ({
  scene: 'video' as const,
  size: filmSize,
  mime: 'video/mp4',
  fingerprint,
})

const sharedView = (organizationId: number, name: string) => ({
  resource: 'positions',
  name,
  organizationId,
  content: {
    filter: {},
    sort: { field: 'sort', order: 'ASC' as const },
    perPage: 20,
    columns: { order: [], hidden: [] },
    density: 'compact' as const,
  },
})

/** A webhook to an address where nothing listens. */
const hold = { endOn: '2999-12-31', reason: '诉讼保全' }
const held = (answer: Readonly<Record<string, unknown>>) =>
  [{ module: 14, action: 'hold', target: ['holds', Number(answer['id'])], diff: ['endOn'] }] as const

export const webhook = { name: '官网', url: 'http://127.0.0.1:9/hook', events: ['office.closed' as const] }

const apiToken = (name: string) => ({
  name,
  lastDay: firmDay(Date.now() + 30 * 24 * 3_600_000),
  capabilities: ['lawyer.view'],
  confirmPassword: password,
})

export const sessionMakers: Makers = {
  'apiTokens.add': ({ next }) => ({
    input: apiToken(`令牌${next()}`),
    logs: ({ id }) => [
      {
        module: 10,
        action: 'create',
        target: ['apiTokens', Number(id)],
        diff: { capabilities: ['', '查看人员'] },
      },
    ],
  }),
  'webhooks.add': () => ({
    input: webhook,
    logs: ({ id }) => [
      {
        module: 10,
        action: 'create',
        target: ['webhooks', Number(id)],
        diff: ['name', 'url', 'events'],
      },
    ],
  }),
  'webhooks.update': async ({ admin }) => {
    const { id, version } = await admin.call('webhooks.add', webhook)
    return {
      input: { id, version, name: '新官网' },
      logs: [{ module: 10, action: 'update', target: ['webhooks', id], diff: { name: ['官网', '新官网'] } }],
    }
  },
  'webhooks.remove': async ({ admin }) => {
    const { id } = await admin.call('webhooks.add', webhook)
    return { input: { id }, logs: [{ module: 10, action: 'delete', target: ['webhooks', id] }] }
  },
  'webhooks.test': async ({ admin }) => {
    const { id } = await admin.call('webhooks.add', webhook)
    return { input: { id }, logs: [{ module: 10, action: 'remind', target: ['webhooks', id] }] }
  },
  'webhooks.renew': async ({ admin }) => {
    const { id } = await admin.call('webhooks.add', webhook)
    return { input: { id }, logs: [{ module: 10, action: 'update', target: ['webhooks', id] }] }
  },
  'webhookDeliveries.resend': async ({ app, admin }) => {
    const { id: hookId } = await admin.call('webhooks.add', webhook)
    const { deliveryId: id } = await admin.call('webhooks.test', { id: hookId })
    await app.runJobs()
    await app.database.write(1, db =>
      db.update(webhookDeliveries).set({ state: 2 }).where(eq(webhookDeliveries.id, id)),
    )
    return { input: { id }, logs: [{ module: 10, action: 'remind', target: ['webhookDeliveries', id] }] }
  },
  'apiTokens.revoke': async ({ admin, next }) => {
    const { id } = await admin.call('apiTokens.add', apiToken(`令牌${next()}`))
    return { input: { id }, logs: [{ module: 10, action: 'disable', target: ['apiTokens', id] }] }
  },
  'sharedViews.share': ({ organizationId, next }) => ({
    input: sharedView(organizationId, `视图${next()}`),
    logs: ({ id }) => [{ module: 2, action: 'create', target: ['sharedViews', Number(id)], diff: ['name'] }],
  }),
  'sharedViews.update': async ({ admin, organizationId, next }) => {
    const name = `视图${next()}`
    const view = await admin.call('sharedViews.share', sharedView(organizationId, name))
    return {
      input: { ...view, name: `${name}改` },
      logs: [
        {
          module: 2,
          action: 'update',
          target: ['sharedViews', view.id],
          diff: { name: [name, `${name}改`] },
        },
      ],
    }
  },
  'sharedViews.remove': async ({ admin, organizationId, next }) => {
    const { id } = await admin.call('sharedViews.share', sharedView(organizationId, `视图${next()}`))
    return { input: { id }, logs: [{ module: 2, action: 'delete', target: ['sharedViews', id] }] }
  },
  'privacyRequests.ask': async ({ lawyer }) => {
    const { id, key } = await lawyer()
    return {
      by: key,
      input: { kind: 2, content: '不再使用，请删除' },
      logs: [{ module: 14, action: 'submit', target: ['lawyers', id] }],
    }
  },
  'privacyRequests.reply': async ({ app, lawyer }) => {
    const { id: lawyerId, key } = await lawyer()
    const { id } = await (await app.as(key)).call('privacyRequests.ask', { kind: 1, content: '邮箱有误' })
    return {
      input: { id, status: 1, response: '已经更正', version: 1 },
      logs: [{ module: 14, action: 'pass', target: ['lawyers', lawyerId], diff: ['status', 'response'] }],
    }
  },
  'lawyers.hold': async ({ lawyer }) => {
    const { id } = await lawyer()
    return { input: { id, ...hold }, logs: held }
  },
  'articles.hold': async ({ article }) => {
    const { articleId } = await article()
    return { input: { articleId, ...hold }, logs: held }
  },
  'offices.hold': async ({ office }) => {
    const { organizationId } = await office()
    return { input: { organizationId, ...hold }, logs: held }
  },
  'holds.release': async ({ admin, lawyer }) => {
    const { id: lawyerId } = await lawyer()
    const { id } = await admin.call('lawyers.hold', { id: lawyerId, ...hold })
    return {
      input: { id, version: 1, reason: '案件已结' },
      logs: [{ module: 14, action: 'unhold', target: ['holds', id] }],
    }
  },
  'privacyRequests.archive': async ({ lawyer }) => {
    const { id, key } = await lawyer()
    return { by: key, input: {}, logs: [{ module: 14, action: 'export', target: ['lawyers', id] }] }
  },
  'privacyRequests.evidence': () => ({
    input: { from: '2026-01-01', to: '2026-06-30' },
    logs: [{ module: 14, action: 'export' }],
  }),
  'uploads.begin': ({ next }) => ({ input: film(next()), logs: 'room for a file, which nothing names yet' }),
  'uploads.cancel': async ({ admin, next }) => {
    const { key } = await admin.call('uploads.begin', film(next()))
    return { input: { key }, logs: 'a file that nothing named' }
  },
  'uploads.finish': async ({ app, admin, next }) => {
    const { key } = await admin.call('uploads.begin', film(next()))
    const body = pieceOfVideo(0, filmSize)
    const headers = { Token: admin.token }
    await app.fetch(`/upload/piece?key=${key}&offset=0`, { method: 'PUT', headers, body })
    return { input: { key }, logs: 'a file that nothing names yet' }
  },
  'session.presence': async ({ card }) => ({
    input: { resource: 'cards', id: (await card()).id },
    logs: 'who has a form open at this moment',
  }),
  'session.code': () => ({ input: { scene: 'login' }, logs: nothingChanged }),
  'session.getFirmId': () => ({ input: {}, logs: nothingChanged }),
  'session.firmAccessUserLogin': async ({ administrator }) => {
    const { key } = await administrator(2)
    return { input: { account: key, password }, logs: [{ module: 1, action: 'login' }] }
  },
  'session.lawyerLogin': async ({ lawyer }) => {
    const { key } = await lawyer()
    return { input: { mobile: key, password }, logs: [{ module: 1, action: 'login' }] }
  },
  'session.queryCode': async ({ lawyer, picture }) => {
    const { key } = await lawyer()
    return {
      input: { mobile: key, scene: 'login', ...(await picture()) },
      logs: 'a code was sent, which opens nothing by itself',
    }
  },
  'session.password': async ({ lawyer }) => {
    const { id, key } = await lawyer()
    return {
      by: key,
      input: { oldPassword: password, newPassword: 'maple-harbour-9' },
      logs: [{ module: 1, action: 'changePassword', target: ['lawyers', id] }],
    }
  },
  'session.question': async ({ lawyer }) => {
    const { id, key } = await lawyer()
    return {
      by: key,
      input: { password, question: 3, answer: '东方小学' },
      logs: [{ module: 1, action: 'update', target: ['lawyers', id] }],
    }
  },
  'session.consent': async ({ lawyer, setting }) => {
    await setting('loginRegSet', { privacy: '<p>我们怎样使用您的信息</p>' })
    const { id, key } = await lawyer()
    return {
      by: key,
      input: { version: '1' },
      logs: [{ module: 14, action: 'consent', target: ['lawyers', id] }],
    }
  },
  'session.setPreference': async ({ lawyer }) => ({
    by: (await lawyer()).key,
    input: { name: 'density', value: 'compact' },
    logs: 'it concerns nobody but himself',
  }),
  'session.logout': async ({ lawyer }) => ({
    by: (await lawyer()).key,
    input: {},
    logs: [{ module: 1, action: 'logout' }],
  }),
  'session.loginByFactor': async ({ app, lawyer }) => {
    const { key } = await lawyer()
    const { codeNow } = await turnFactorOn(app, key)
    app.clock.advance(30_000)
    return {
      input: { challenge: await challengeOf(app, key), code: codeNow() },
      logs: [{ module: 1, action: 'login' }],
    }
  },
  'session.beginFactor': async ({ lawyer }) => ({
    by: (await lawyer()).key,
    input: { password },
    logs: 'a secret that counts for nothing before it is confirmed',
  }),
  'session.confirmFactor': async ({ app, lawyer }) => {
    const { id, key } = await lawyer()
    const person = await app.as(key)
    const { key: secret } = await person.call('session.beginFactor', { password })
    return {
      by: key,
      input: { code: codeOf(secret, app.clock.now()) },
      logs: [{ module: 1, action: 'factorOn', target: ['lawyers', id] }],
    }
  },
  'session.removeFactor': async ({ app, lawyer }) => {
    const { id, key } = await lawyer()
    const { codeNow } = await turnFactorOn(app, key)
    app.clock.advance(30_000)
    return {
      by: key,
      input: { password, code: codeNow() },
      logs: [{ module: 1, action: 'factorOff', target: ['lawyers', id] }],
    }
  },
  'session.renewRecoveryCodes': async ({ app, lawyer }) => {
    const { id, key } = await lawyer()
    const { codeNow } = await turnFactorOn(app, key)
    app.clock.advance(30_000)
    return {
      by: key,
      input: { password, code: codeNow() },
      logs: [{ module: 1, action: 'update', target: ['lawyers', id] }],
    }
  },
  'session.beginPasskey': async ({ lawyer }) => ({
    by: (await lawyer()).key,
    input: { password },
    logs: 'a challenge that opens nothing by itself',
  }),
  'session.addPasskey': async ({ app, lawyer }) => {
    const { id, key } = await lawyer()
    const { options } = await (await app.as(key)).call('session.beginPasskey', { password })
    return {
      by: key,
      input: { name: '办公室电脑', credential: createAuthenticator().create(options) },
      logs: [{ module: 1, action: 'passkeyOn', target: ['lawyers', id] }],
    }
  },
  'session.renamePasskey': async ({ app, lawyer }) => {
    const { id: lawyerId, key } = await lawyer()
    const { id } = await addPasskeyFor(app, key)
    return {
      by: key,
      input: { id, name: '家里的电脑', version: 1 },
      logs: [{ module: 1, action: 'update', target: ['lawyers', lawyerId] }],
    }
  },
  'session.removePasskey': async ({ app, lawyer }) => {
    const { id: lawyerId, key } = await lawyer()
    const { id } = await addPasskeyFor(app, key)
    return {
      by: key,
      input: { id, password },
      logs: [{ module: 1, action: 'passkeyOff', target: ['lawyers', lawyerId] }],
    }
  },
  'session.passkeyChallenge': () => ({
    input: { userType: 1 },
    logs: 'a challenge that opens nothing by itself',
  }),
  'session.loginByPasskey': async ({ app, lawyer }) => {
    const { key } = await lawyer()
    const { authenticator } = await addPasskeyFor(app, key)
    return {
      input: await passkeyProof(app, authenticator, 2),
      logs: [{ module: 1, action: 'login' }],
    }
  },
  'session.startSignOn': async ({ app }) => {
    await offerOpenId(app, 'https://id.example')
    return {
      input: { way: 'openId', userType: 2, page: signInPage, inApp: 0 },
      logs: 'a state that opens nothing by itself',
    }
  },
  'session.loginBySignOn': async ({ app, lawyer }) => {
    const { key } = await lawyer()
    await offerOpenId(app, 'https://id.example')
    const { attempt, state, browser } = await beginSignOnAt(app)
    return {
      input: { ...attempt, state, browser, code: key },
      logs: [{ module: 1, action: 'login' }],
    }
  },
  'session.endView': async ({ admin, lawyer }) => {
    const { id } = await lawyer()
    await admin.call('lawyers.viewAs', { id })
    return { input: {}, logs: [{ module: 1, action: 'viewAs', target: ['lawyers', id] }] }
  },
  'session.endSessions': async ({ app, lawyer }) => {
    const { id: lawyerId, key } = await lawyer()
    await app.as(key)
    const other = await app.asNew(key)
    const sessions = await other.call('session.sessions')
    return {
      by: key,
      input: { id: sessions.find(it => it.current === 1)!.id },
      logs: [{ module: 1, action: 'kick', target: ['lawyers', lawyerId] }],
    }
  },
  'session.loginByQuestion': async ({ app, lawyer, picture, setting }) => {
    await setting('loginRegSet', { questionRecovery: 1 })
    const { id, key } = await lawyer()
    const person = await app.as(key)
    await person.call('session.question', { password, question: 3, answer: '东方小学' })
    const recoveryStart = await app.call('session.loginByQuestion', {
      account: key,
      userType: 2,
      ...(await picture()),
    })
    if (!('ticket' in recoveryStart)) throw new Error('The question was not asked')
    return {
      input: {
        ticket: recoveryStart.ticket,
        answer: '东方小学',
        smsCode: (await app.receiveSms()).code,
        newPassword: 'maple-harbour-9',
      },
      logs: [
        { module: 1, action: 'changePassword', target: ['lawyers', id] },
        { module: 1, action: 'login' },
      ],
    }
  },
  'registration.getAdminInfo': async ({ picture }) => ({ input: await picture(), logs: nothingChanged }),
  'registration.getCardCode': async ({ picture, next }) => ({
    input: { mobile: `1310000${next()}`, ...(await picture()) },
    logs: 'a code was sent, which opens nothing by itself',
  }),
  'registration.checkSmsCode': async ({ provenMobile }) => ({
    input: await provenMobile(),
    logs: 'a ticket was given, which opens nothing by itself',
  }),
  'registration.register': async ({ app, organizationId, provenMobile }) => {
    const proof = await provenMobile()
    const { ticket } = await app.call('registration.checkSmsCode', proof)
    return {
      input: {
        ticket,
        mobile: proof.mobile,
        name: '新人',
        password: 'maple-harbour-9',
        organizationId,
        personType: 1,
        consentVersion: '1',
      },
      logs: answer => [{ module: 4, action: 'create', target: ['lawyers', Number(answer['id'])] }],
    }
  },
}
