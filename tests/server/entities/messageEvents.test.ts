import { matchPath } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { refusalCauseFor } from '../../../providers/access.ts'
import { additions } from '../../../resources/index.ts'
import { effectiveSwitches } from '../../../resources/domain/menu.ts'
import { admins, lawyers, messages } from '../../../server/db/tables.ts'
import { runPublication } from '../../../server/services/jobs/publication.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { inputOf, prepareTypes, type CategoryIds } from '../../support/articles.ts'
import { type CardFields, prepareCards, submitCard, submitChange } from '../../support/cards.ts'
import { allRoutes } from '../../declarations/shapes.ts'

const [wuMobile, zhengMobile, wangMobile] = ['13800000001', '13800000002', '13800000003']

let app: TestApp
let needed: CardFields
let types: CategoryIds
beforeAll(async () => {
  app = await startApp({ trustedProxies: ['127.0.0.1'] })
  needed = await prepareCards(app)
  types = await prepareTypes(app)
})
afterAll(() => app.close())
afterEach(() => app.database.write(1, db => db.delete(messages)))

const signedInAs = (account: string) => app.asNew(account)
const idOf = (account: string) => app.world.people.get(account)!.id
const east = () => app.world.offices.get('东所')!

let networks = 0
const headers = () => ({ 'X-Forwarded-For': `203.1.${Math.floor(++networks / 250)}.${networks % 250}` })
const post = async (path: string, body: object) =>
  (await app.send('POST', path, { body, headers: headers() })).body.data as Record<string, string>
const picture = async () => {
  const { codeId } = await app.call('session.code', { scene: 'login' }, headers())
  return { codeId, code: app.outbox.captchas.get(codeId)! }
}
const codeTo = async (mobile: string, scene: 'register' | 'forgot') => {
  const { smsId } = await app.call('session.queryCode', { mobile, scene, ...(await picture()) }, headers())
  return { smsId, smsCode: (await app.receiveSms()).code }
}

const register = async (name: string, mobile: string) => {
  const { ticket } = await post('/cardSelf/checkSmsCode', { mobile, ...(await codeTo(mobile, 'register')) })
  const form = { ticket, mobile, name, password: 'maple-harbour-9', consentVersion: '1' }
  const { id } = await post('/lawyer/register', { ...form, organizationId: east(), personType: 1 })
  return Number(id)
}

/** The newest message of each person who has one, by account: type, title and link. */
const newestMessages = async () => {
  const rows = await app.database.read(1, db => db.select().from(messages).orderBy(messages.id))
  return Object.fromEntries(
    rows.map(row => {
      const [account] = [...app.world.people].find(
        ([, who]) => who.firmId === 1 && who.population === row.receiverType && who.id === row.receiverId,
      ) ?? [`lawyer ${row.receiverId}`]
      return [account, [row.type, row.title, row.link]]
    }),
  )
}

/** Why the page of a link is closed to an account; null where it opens. */
const closedReason = async (account: string, link: string) => {
  const self = await (await signedInAs(account)).call('session.self')
  const address = link.replace(/\?.*/, '')
  const route = allRoutes
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
    .find(it => matchPath(it.path, address))
  return route
    ? refusalCauseFor(route, { user: self, switches: effectiveSwitches({}), additions: new Set(additions) })
    : 'no such page'
}

type Row = [
  what: string,
  does: () => Promise<unknown>,
  tells: () => Record<string, [number, string, unknown]>,
]

const reviewersOfEast = ['admin', 'admin2', 'branch', 'branch2']
const each = <T>(accounts: readonly string[], message: T) =>
  Object.fromEntries(accounts.map(it => [it, message])) as Record<string, T>

let createdId = 0
const rememberId = (id: number) => void (createdId = id)

const registration: Row[] = [
  [
    'a lawyer registers',
    async () => rememberId(await register('欧阳小渔', '13811110001')),
    () => each(reviewersOfEast, [2, '欧阳小渔注册了账号', `/app/lawyer/${createdId}`]),
  ],
  [
    'a registration is passed',
    async () => {
      rememberId(await register('上官一', '13811110002'))
      await app.database.write(1, db => db.delete(messages))
      await (await signedInAs('branch')).call('lawyers.pass', { id: createdId, result: 1 })
    },
    () => ({ [`lawyer ${createdId}`]: [2, '注册审核已通过', '/app/user/dashboard'] }),
  ],
  [
    'a registration is refused',
    async () => {
      rememberId(await register('上官二', '13811110003'))
      await app.database.write(1, db => db.delete(messages))
      await (
        await signedInAs('branch')
      ).call('lawyers.pass', { id: createdId, result: 0, reason: '证号有误' })
    },
    () => ({ [`lawyer ${createdId}`]: [2, '注册审核未通过', '/app/user/dashboard'] }),
  ],
]

const cards: Row[] = [
  [
    'a card is submitted',
    async () => rememberId((await submitCard(app, zhengMobile, needed)).id),
    () => each(reviewersOfEast, [3, '名片待审核', `/app/card/detail/${createdId}`]),
  ],
  [
    'a card is passed',
    async () => {
      const { id, version } = await submitCard(app, wangMobile, needed)
      await app.database.write(1, db => db.delete(messages))
      await (await signedInAs('south')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
    },
    () => ({ [wangMobile]: [3, '名片已通过审核', '/app/user/dashboard'] }),
  ],
  [
    'a card is rejected, at the field to mend',
    async () => {
      const { id, version } = await submitChange(app, wuMobile, needed, { slogan: '包赢' })
      await app.database.write(1, db => db.delete(messages))
      const items = [{ field: 'slogan' as const, reason: '含绝对化用语' }]
      await (
        await signedInAs('admin')
      ).call('cards.adminAuditCard', { id, version, auditStatus: 3, reason: '请修改', items })
    },
    () => ({ [wuMobile]: [3, '名片未通过审核', '/app/user/card?language=CN&field=slogan'] }),
  ],
  [
    'an administrator edits a card',
    async () => {
      const admin = await signedInAs('admin')
      const { records } = await admin.call('cards.pageList', { lawyerId: idOf(wangMobile) })
      const { id, version } = records[0]!
      await admin.call('cards.update', { id, version, team: '争议解决' })
    },
    () => ({ [wangMobile]: [3, '名片已由管理员修改', '/app/user/dashboard'] }),
  ],
]

const submitArticle = async (more: object = {}) => {
  const branch = await signedInAs('branch2')
  const draft = inputOf(app, types, { organizationId: east(), lawyerIds: [idOf(zhengMobile)], ...more })
  const { articleId } = await branch.call('articles.add', { ...draft, submit: 1 })
  rememberId(articleId)
  return articleId
}
const decide = async (call: 'articles.pass' | 'articles.refuse' | 'articles.offline', more: object = {}) => {
  await app.database.write(1, db => db.delete(messages))
  const { version } = await (await signedInAs('admin')).call('articles.one', { articleId: createdId })
  const versionInput = call === 'articles.offline' ? {} : { version }
  await (await signedInAs('admin')).call(call, { articleId: createdId, ...versionInput, ...more } as never)
}

/** The authors: the lawyer named in the article, and the administrator who wrote it. */
const authorsRead = (title: string) => ({
  [zhengMobile]: [4, title, expect.stringMatching(/^\/app\/user\//)] as [number, string, unknown],
  branch2: [4, title, expect.stringContaining(`/${createdId}`)] as [number, string, unknown],
})

const contents: Row[] = [
  [
    'an article is submitted',
    () => submitArticle(),
    () => each(['admin', 'admin2', 'branch'], [4, '内容待审核', expect.stringContaining(`/${createdId}`)]),
  ],
  [
    'an article is passed',
    async () => {
      await submitArticle()
      await decide('articles.pass')
    },
    () => authorsRead('内容已发布'),
  ],
  [
    'an article is refused',
    async () => {
      await submitArticle()
      await decide('articles.refuse', { reason: '案情需要匿名' })
    },
    () => authorsRead('内容未通过审核'),
  ],
  [
    'an article is taken offline',
    async () => {
      await submitArticle()
      await decide('articles.pass')
      await decide('articles.offline', { reason: '内容过时' })
    },
    () => authorsRead('内容已下架'),
  ],
  [
    'an article goes offline by the clock',
    async () => {
      await submitArticle({ expireAt: new Date(Date.now() + 3_600_000).toISOString() })
      await decide('articles.pass')
      await app.database.write(1, db => db.delete(messages))
      await runPublication(app.database, 1, new Date(Date.now() + 7_200_000))
    },
    () => authorsRead('内容已下架'),
  ],
]

const account = '/app/user/account/settings'
const signIn = (mobile: string, secret = password) =>
  app.send('POST', '/auth/lawyerLogin', { body: { mobile, password: secret }, headers: headers() })
const setLastLogin = (at: Date | null) =>
  app.database.write(1, db => db.update(lawyers).set({ lastLoginAt: at }))

const accounts: Row[] = [
  [
    'an administrator resets a lawyer’s password',
    async () => (await signedInAs('branch')).call('lawyers.updatePassword', { id: idOf(zhengMobile) }),
    () => ({ [zhengMobile]: [5, '您的密码已被重置', account] }),
  ],
  [
    'an administrator changes a lawyer’s mobile',
    async () =>
      (await signedInAs('branch')).call('lawyers.updateMobile', {
        id: idOf(zhengMobile),
        mobile: '13800009992',
      }),
    () => ({ [zhengMobile]: [5, '您的登录手机号已修改', account] }),
  ],
  [
    'an administrator ends a lawyer’s sessions',
    async () => {
      await signedInAs(zhengMobile)
      await (await signedInAs('branch')).call('lawyers.kick', { id: idOf(zhengMobile), reason: '手机遗失' })
    },
    () => ({ [zhengMobile]: [5, '您的登录已被管理员结束', account] }),
  ],
  [
    'one ends his own sessions elsewhere',
    async () => {
      await signedInAs('admin')
      await (await signedInAs('admin')).call('admins.kick', { id: idOf('admin'), reason: '手机遗失' })
    },
    () => ({}),
  ],
  [
    'an administrator’s password is reset, his mobile changed',
    async () => {
      const admin = await signedInAs('admin')
      const { version } = await admin.call('admins.one', { id: idOf('admin2') })
      const first = await admin.call('admins.firmAccessUserUpdate', {
        id: idOf('admin2'),
        version,
        resetPassword: 1,
      })
      expect(await newestMessages()).toEqual({ admin2: [5, '您的密码已被重置', account] })
      await admin.call('admins.firmAccessUserUpdate', {
        id: idOf('admin2'),
        version: first.version,
        mobile: '13911112222',
      })
      await app.database.write(1, db => db.update(admins).set({ mustChangePwd: 0 }))
    },
    () => ({ admin2: [5, '您的手机号已修改', account] }),
  ],
  [
    'one changes his own password',
    async () =>
      (await signedInAs(wangMobile)).call('session.password', {
        oldPassword: password,
        newPassword: 'maple-harbour-9',
      }),
    () => ({ [wangMobile]: [5, '您的登录密码已修改', account] }),
  ],
  [
    'one signs in on a new device',
    async () => {
      await setLastLogin(new Date())
      expect((await signIn(wuMobile)).body.code).toBe('200')
    },
    () => ({ [wuMobile]: [5, '您的账号在新设备上登录', account] }),
  ],
  [
    'an account is locked',
    async () => {
      for (let time = 0; time < 5; time++)
        await app.send('POST', '/auth/lawyerLogin', {
          body: { mobile: wuMobile, password: 'wrong-horse-battery', ...(await picture()) },
          headers: headers(),
        })
    },
    () => ({ [wuMobile]: [5, '账号因多次登录失败被锁定', account] }),
  ],
]

const announced: Row[] = [
  [
    'an announcement to an office',
    async () =>
      (await signedInAs('admin')).call('announcements.announce', {
        title: '停电通知',
        content: '周六停电。',
        organizationIds: [app.world.offices.get('南所')!],
      }),
    () => each([wangMobile, 'south'], [7, '停电通知', null]),
  ],
  [
    'a notice of the operator',
    async () =>
      (await signedInAs('system')).call('announcements.announce', {
        title: '系统升级',
        content: '周日升级。',
        audience: 3,
        lawyerIds: [idOf(wangMobile)],
        adminIds: [idOf('south')],
      }),
    () => each([wangMobile, 'south'], [1, '系统升级', null]),
  ],
]

const others: Row[] = [
  [
    'the office of a lawyer closes and he moves',
    async () => {
      const admin = await signedInAs('admin')
      const organizationId = app.world.offices.get('南所')!
      const { version } = await admin.call('offices.firmOrganizationInfo', { organizationId })
      const input = { organizationId, peopleTo: east(), adminsTo: east(), version }
      await admin.call('offices.close', { ...input, reason: '合并', confirmPassword: password } as never)
    },
    () => ({
      [wangMobile]: [1, '您的所属律所已变更', '/app/user/dashboard'],
      south: [1, '您的所属律所已变更', null],
      ...each(
        ['branch', 'branch2'],
        [1, '南所的人员转入本所', `/app/lawyer?filter=${encodeURIComponent(`{"organizationId":${east()}}`)}`],
      ),
    }),
  ],
  [
    'a sub-administrator becomes the main one',
    async () => {
      const body = new URLSearchParams({
        organizationId: String(east()),
        firmAccessUserId: String(idOf('branch2')),
        confirmPassword: password,
      })
      const { token } = await signedInAs('admin')
      const answer = await app.send('POST', '/lawfirm/admins/main', { token, body })
      expect(answer.body).toMatchObject({ code: '200' })
    },
    () => ({ branch2: [1, '您已成为主管理员', `/app/office/${east()}/admins`] }),
  ],
]

describe.each([
  ['2 注册审核', registration],
  ['3 名片审核', cards],
  ['4 内容审核', contents],
  ['5 账号安全', accounts],
  ['7 律所公告', announced],
  ['1 系统通知', others],
])('%s', (_, rows) => {
  test.each(rows)(
    '%s: notifies the people concerned, with a page that they can open',
    async (__, does, tells) => {
      await does()
      const found = await newestMessages()
      expect(found).toEqual(tells())
      for (const [who, [, , link]] of Object.entries(found))
        if (link)
          expect(await closedReason(who.startsWith('lawyer ') ? wuMobile : who, String(link)), who).toBeNull()
    },
  )
})

test('no sign-in message for the very first sign-in nor for a known device', async () => {
  app.clock.advance(60 * 60_000)
  await setLastLogin(null)
  const first = await signIn(wuMobile)
  expect(first.body.code).toBe('200')
  expect(await newestMessages()).toEqual({})
  const cookie = first.headers.get('set-cookie')!.split(';')[0]!
  const secondSignIn = await app.send('POST', '/auth/lawyerLogin', {
    body: { mobile: wuMobile, password },
    headers: { ...headers(), Cookie: cookie },
  })
  expect(secondSignIn.body.code).toBe('200')
  expect(await newestMessages()).toEqual({})
})
