import { Writable } from 'node:stream'

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { counters, lawyers, logs } from '../../../server/db/tables.ts'
import { createLog } from '../../../server/process/log.ts'
import { createSignOn } from '../../../server/services/integrations/signOn.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { beginSignOnAt, offerWecom, signInPage } from '../../support/signOn.ts'
import { agentId, corpId, startWecom } from '../../support/wecom.ts'

const adminMobile = '13900000100'
const lawyer = '13800000001'

let app: TestApp
let wecom: Awaited<ReturnType<typeof startWecom>>
const logLines: string[] = []
beforeAll(async () => {
  wecom = await startWecom()
  wecom.members.set('zhao', { userid: 'ZhaoZhuRen', mobile: adminMobile })
  wecom.members.set('wu', { userid: 'WuLvShi', mobile: lawyer })
  wecom.members.set('quiet', { userid: 'E-007' })
  wecom.members.set('stranger', { userid: 'Stranger', mobile: '13711112222' })
  const config = { isProduction: true, isPrivateSignOnAllowed: false, wecom: wecom.addresses }
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logLines.push(chunk.toString())
      done()
    },
  })
  app = await startApp({ services: { signOn: createSignOn(config, createLog('error', stream)) } })
})
afterAll(async () => {
  await app.close()
  await wecom.close()
})
beforeEach(async () => {
  await offerWecom(app)
  await app.database.write(null, db => db.delete(counters))
  wecom.refusals.clear()
  logLines.length = 0
})

const ok = () => ({ errcode: 0, errmsg: 'ok' })

type Options = { userType?: 1 | 2; isInApp?: boolean; code?: string }

const signInAs = async (member: string, { userType = 2, isInApp = false, code }: Options = {}) => {
  const { attempt, state, browser } = await beginSignOnAt(app, { way: 'wecom', userType })
  const given = code ?? wecom.codeFor(member, isInApp)
  return (await app.send('POST', '/auth/sso/login', { body: { ...attempt, state, browser, code: given } }))
    .body
}

test.each([
  ['zhao', 'admin', 1, false],
  ['zhao', 'admin', 1, true],
  ['wu', lawyer, 2, false],
  ['wu', lawyer, 2, true],
] as const)('%s signs in as %s by the mobile', async (member, who, userType, isInApp) => {
  const { id } = await app.as(who)
  const body = await signInAs(member, { userType, isInApp })
  expect(body).toMatchObject({ code: '200', data: { userInfo: { id, userType } } })
  const isSignIn = and(eq(logs.firmId, 1), eq(logs.action, 'login'))
  const rows = await app.database.read(1, db => db.select().from(logs).where(isSignIn))
  expect(rows.some(({ summary }) => summary?.includes('企业微信'))).toBe(true)
})

test('asks on a computer for a code to scan, and in the app for the personal data', async () => {
  const address = async (inApp: 0 | 1) => {
    const body = { way: 'wecom', userType: 2, page: signInPage, inApp }
    const { data } = (await app.send('POST', '/auth/sso/start', { body })).body
    return new URL((data as { url: string }).url)
  }
  const [computer, phone] = [await address(0), await address(1)]
  expect(computer.pathname).toBe('/wwlogin/sso/login')
  expect(Object.fromEntries(computer.searchParams)).toEqual({
    login_type: 'CorpApp',
    appid: corpId,
    agentid: agentId,
    redirect_uri: signInPage,
    state: expect.stringMatching(/^[a-z0-9]{1,128}$/) as string,
  })
  expect(phone.pathname).toBe('/connect/oauth2/authorize')
  expect(Object.fromEntries(phone.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'snsapi_privateinfo',
    agentid: agentId,
  })
  expect(phone.hash).toBe('#wechat_redirect')
})

test('a member without a mobile is found by the account, if the firm says so', async () => {
  const { id } = await app.as('13800000002')
  await app.database.write(1, db =>
    db
      .update(lawyers)
      .set({ employeeNo: 'e-007' })
      .where(and(eq(lawyers.firmId, 1), eq(lawyers.id, id))),
  )
  expect(await signInAs('quiet')).toMatchObject({ code: '4001' })
  await offerWecom(app, { byAccount: 1 })
  expect(await signInAs('quiet')).toMatchObject({ code: '200', data: { userInfo: { id } } })
})

test('a member whom the firm does not know, and who is no member, is told whom to ask', async () => {
  expect(await signInAs('stranger')).toMatchObject({
    code: '4001',
    data: {
      identity: '137****2222',
      contacts: expect.arrayContaining([expect.objectContaining({ name: '赵主任' })]) as [],
    },
  })
  expect(await signInAs('visitor')).toMatchObject({ code: '4001', data: { identity: '' } })
  // The administrator's member does not open a lawyer's account.
  expect(await signInAs('zhao')).toMatchObject({ code: '4001' })
})

test('a code that was used or invented is refused, and so is a wrong secret', async () => {
  const code = wecom.codeFor('wu', false)
  expect((await signInAs('wu', { code })).code).toBe('200')
  expect(await signInAs('wu', { code })).toMatchObject({
    code: '4091',
    message: '身份平台没有确认这次登录，请重新登录',
  })
  await offerWecom(app, { secret: 'wrong' })
  expect((await signInAs('wu')).code).toBe('5030')
})

test.each([
  ['auth/getuserinfo', -1, 'system busy'],
  ['auth/getuserinfo', 45_009, 'api freq out of limit'],
  ['user/get', 45_033, 'api concurrent out of limit'],
  ['user/get', -1, 'system busy'],
] as const)('%s that answers %i is unavailable, and its code is logged', async (name, errcode, errmsg) => {
  wecom.refusals.set(name, { errcode, errmsg })
  expect(await signInAs('wu')).toMatchObject({
    code: '5030',
    message: '身份平台暂不可用，请稍后重试或改用其他方式登录',
  })
  expect(logLines.join('')).toContain(`${errmsg}（${errcode}）`)
})

test('a refusal of the mobile is logged with its code, and the account still counts', async () => {
  const { id } = await app.as('13800000002')
  await app.database.write(1, db =>
    db
      .update(lawyers)
      .set({ employeeNo: 'E-007' })
      .where(and(eq(lawyers.firmId, 1), eq(lawyers.id, id))),
  )
  await offerWecom(app, { byAccount: 1 })
  wecom.refusals.set('user/get', { errcode: 60_011, errmsg: 'no privilege to access' })
  expect(await signInAs('quiet')).toMatchObject({ code: '200', data: { userInfo: { id } } })
  expect(logLines.join('')).toContain('no privilege to access（60011）')
})

test('the ids of a member are the same in capital and small letters', async () => {
  const { id } = await app.as(lawyer)
  wecom.refusals.set('user/get', Object.assign(ok(), { userid: 'wulvshi', mobile: lawyer }))
  expect(await signInAs('wu')).toMatchObject({ code: '200', data: { userInfo: { id } } })
  wecom.refusals.set('user/get', Object.assign(ok(), { userid: 'somebody', mobile: lawyer }))
  expect((await signInAs('wu')).code).toBe('4001')
})

test('a state of one way is refused by the other', async () => {
  const { attempt, state, browser } = await beginSignOnAt(app, { way: 'wecom' })
  const body = { ...attempt, way: 'openId', state, browser, code: wecom.codeFor('wu', false) }
  expect((await app.send('POST', '/auth/sso/login', { body })).body.code).toBe('4031')
})

test('a token is used again, and replaced once it is no longer valid', async () => {
  expect((await signInAs('wu')).code).toBe('200')
  const count = () => wecom.asked.filter(it => it === 'gettoken').length
  const before = count()
  expect((await signInAs('wu')).code).toBe('200')
  expect(count()).toBe(before)
  wecom.expireTokens()
  expect((await signInAs('wu')).code).toBe('200')
  expect(count()).toBe(before + 1)
})

test('the sign-in page offers it by its name', async () => {
  const { login } = await app.call('conf.app', {})
  expect(login.sso).toEqual([{ way: 'wecom', name: '企业微信', userTypes: [1, 2] }])
})
