import { randomBytes } from 'node:crypto'

import { decrypt, encrypt, getSignature } from '@wecom/crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { admins, cards, counters, logs, messageMirrors } from '../../../server/db/tables.ts'
import { createMirrors } from '../../../server/services/integrations/mirrors.ts'
import { createWecomApp } from '../../../server/services/integrations/wecomApp.ts'
import { elementsIn, xmlOf } from '../../../server/services/integrations/wecomEnvelope.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'
import { offerWecom } from '../../support/signOn.ts'
import { agentId, corpId, type SentMessage, startWecom } from '../../support/wecom.ts'

const token = 'QDG6eK'
const key = randomBytes(32).toString('base64').replace(/=$/, '').replaceAll(/[+/]/g, 'A')

let app: TestApp
let stage: Stage
let wecom: Awaited<ReturnType<typeof startWecom>>

const configureApp = async (values: object) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config', {})
  return system.call('system.updateConfig', { wecomApp: values, version })
}
const mobileOf = async (account: string) => {
  const [row] = await app.database.read(1, db =>
    db
      .select({ mobile: admins.mobile })
      .from(admins)
      .where(and(eq(admins.firmId, 1), eq(admins.account, account))),
  )
  return row!.mobile
}

beforeAll(async () => {
  wecom = await startWecom()
  const mirrors = createMirrors({
    mail: undefined,
    robotEndpoint: 'http://127.0.0.1:1',
    publicUrl: 'https://cards.firm.example/',
    basePath: '/web',
  })
  app = await startApp({ services: { mirrors, wecomApp: createWecomApp({ wecom: wecom.addresses }) } })
  stage = await setStage(app, { office: '东所', admin: 'branch' })
  wecom.members.set('branch', { userid: 'ZhaoZhuRen', mobile: await mobileOf('branch') })
  wecom.members.set('branch2', { userid: 'QianZhuRen', mobile: await mobileOf('branch2') })
  await offerWecom(app)
  await configureApp({ isOn: 1, token, key })
})
afterAll(async () => {
  await app.close()
  await wecom.close()
})
beforeEach(async () => {
  wecom.sent.length = 0
  await app.database.write(1, db => db.delete(messageMirrors))
  await app.database.write(null, db => db.delete(counters))
  await stage.setting('reminderSet', { wecomTypes: [2, 3, 4] })
})

type Changes = {
  member?: string
  at?: Date
  signature?: string
  key?: string
  agent?: string
  button?: string
}

/** Presses a button of a message, as 企业微信 reports it, and answers the sentence of the new card. */
const press = async (message: SentMessage, changes: Changes = {}) => {
  const { member = message.touser, at = app.clock.now(), agent = agentId, button = 'approve' } = changes
  const event = xmlOf({
    ToUserName: corpId,
    FromUserName: member,
    CreateTime: Math.floor(at.getTime() / 1000),
    MsgType: 'event',
    Event: 'template_card_event',
    EventKey: button,
    TaskId: message.template_card.task_id,
    CardType: 'button_interaction',
    ResponseCode: 'RESPONSE',
    AgentID: agent,
  })
  const encrypted = encrypt(changes.key ?? key, event, corpId)
  const [timestamp, nonce] = [String(Math.floor(at.getTime() / 1000)), randomBytes(6).toString('hex')]
  const signature = changes.signature ?? getSignature(token, timestamp, nonce, encrypted)
  return send({ timestamp, nonce, signature, encrypted })
}
type Sent = { timestamp: string; nonce: string; signature: string; encrypted: string }
const send = async ({ timestamp, nonce, signature, encrypted }: Sent) => {
  const query = new URLSearchParams({ msg_signature: signature, timestamp, nonce })
  const response = await app.app.request(`/api/wecom/app?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: xmlOf({ ToUserName: corpId, AgentID: agentId, Encrypt: encrypted }),
  })
  if (response.status !== 200) return `HTTP ${response.status}`
  const text = await response.text()
  const answered = elementsIn(text)?.['Encrypt']
  if (!answered) return text
  const card = decrypt(key, answered)
  expect(card.id).toBe(corpId)
  return /<SubTitleText>(.*)<\/SubTitleText>/.exec(card.message)?.[1] ?? card.message
}

const messageTo = (userid: string) => {
  const message = wecom.sent.find(it => it.touser === userid)
  if (!message) throw new Error(`Nothing was sent to ${userid}`)
  return message
}
/** Messages of a firm are sent one after another; a run that finds the queue in use leaves the next one to the next run. */
const sendAll = async (which: 'due' | 'all' = 'due') => {
  await app.runJobs(which)
  const isUntried = which === 'all' ? isNull(messageMirrors.sentAt) : eq(messageMirrors.attempts, 0)
  for (let rounds = 0; rounds < 20; rounds += 1) {
    if ((await app.database.read(1, db => db.select().from(messageMirrors).where(isUntried))).length === 0)
      return
    await app.runJobs(which)
  }
}
const submitted = async () => {
  const { id } = await stage.submittedCard()
  await sendAll()
  return id
}
const cardState = async (id: number) => {
  const [row] = await app.database.read(1, db =>
    db
      .select({ status: cards.auditStatus, version: cards.version })
      .from(cards)
      .where(and(eq(cards.firmId, 1), eq(cards.id, id))),
  )
  return row!
}

test('each reviewer gets the card with three buttons, and one without an account of 企业微信 nothing', async () => {
  const id = await submitted()
  expect(wecom.sent.map(it => it.touser).toSorted()).toEqual(['QianZhuRen', 'ZhaoZhuRen'])
  const { template_card: card, agentid, msgtype } = messageTo('ZhaoZhuRen')
  expect([agentid, msgtype, card.card_type]).toEqual([Number(agentId), 'template_card', 'button_interaction'])
  const page = `https://cards.firm.example/web/app/card/detail/${id}`
  expect(card.main_title.title).toBe('名片待审核')
  expect(card.button_list).toMatchObject([
    { text: '通过', type: 0, key: 'approve' },
    { text: '驳回', type: 1, url: `${page}?action=reject` },
    { text: '打开', type: 1, url: page },
  ])
  // A first card has more fields than a message shows.
  expect(card.horizontal_content_list.at(-1)).toMatchObject({
    keyname: '另有',
    value: expect.stringMatching(/^\d+项，请打开查看$/) as string,
  })
  expect(card.task_id).toMatch(/^[\w@-]{1,128}$/)
})

test('a value that is not public is in no message', async () => {
  const draft = await stage.card()
  const lawyer = await app.as(draft.key)
  const { version } = await lawyer.call('cards.update', {
    id: draft.id,
    version: draft.version,
    fax: '021-55556666',
    wechatNo: 'hidden-account',
    visibility: { fax: 1, wechatNo: 0 },
  })
  await lawyer.call('cards.submitAudit', { id: draft.id, version })
  await sendAll()
  expect(JSON.stringify(wecom.sent)).not.toContain('hidden-account')
})

test('a press approves the card, is logged for the reviewer, and a second one says who has decided and when', async () => {
  const id = await submitted()
  expect(await press(messageTo('ZhaoZhuRen'))).toBe('您已通过。')
  expect((await cardState(id)).status).toBe(2)
  const rows = await app.database.read(1, db =>
    db
      .select({ device: logs.device, name: logs.operatorName })
      .from(logs)
      .where(and(eq(logs.firmId, 1), eq(logs.targetId, id), eq(logs.action, 'approve'))),
  )
  expect(rows).toMatchObject([{ device: '企业微信应用消息' }])
  const sentence = new RegExp(`^${rows[0]!.name}在\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d已通过。$`)
  expect(await press(messageTo('ZhaoZhuRen'))).toMatch(sentence)
  expect(await press(messageTo('QianZhuRen'))).toMatch(sentence)
})

test('a refusal on the page is what a later press is told', async () => {
  const id = await submitted()
  const { version } = await cardState(id)
  await stage.admin.call('cards.adminAuditCard', { id, version, auditStatus: 3, reason: '职位与聘书不一致' })
  expect(await press(messageTo('QianZhuRen'))).toMatch(/驳回。$/)
  expect((await cardState(id)).status).toBe(3)
})

test('what was changed after the message is not approved by it, however often it arrives', async () => {
  const { id, key: mobile } = await stage.submittedCard()
  await sendAll()
  const lawyer = await app.as(mobile)
  const withdrawn = await lawyer.call('cards.submitAudit', {
    id,
    version: (await cardState(id)).version,
    withdraw: 1,
  })
  const edited = await lawyer.call('cards.update', { id, version: withdrawn.version, slogan: '另一句话' })
  const first = messageTo('ZhaoZhuRen')
  expect(await press(first)).toMatch(/现在不需要审核/)
  await lawyer.call('cards.submitAudit', { id, version: edited.version })
  expect(await press(first)).toContain('消息发出后内容又有修改')
  expect((await cardState(id)).status).toBe(1)
})

test('a press is not told of a decision that was made before the message', async () => {
  const { id, key: mobile } = await stage.submittedCard()
  await stage.admin.call('cards.adminAuditCard', {
    id,
    version: (await cardState(id)).version,
    auditStatus: 2,
  })
  app.clock.advance(60_000)
  const lawyer = await app.as(mobile)
  const edited = await lawyer.call('cards.update', {
    id,
    version: (await cardState(id)).version,
    slogan: '另一句话',
  })
  const { version } = await lawyer.call('cards.submitAudit', { id, version: edited.version })
  await sendAll()
  const message = wecom.sent.findLast(it => it.touser === 'ZhaoZhuRen' && it.template_card.button_list)!
  await lawyer.call('cards.submitAudit', { id, version, withdraw: 1 })
  expect(await press(message)).toMatch(/现在不需要审核/)
})

test('two who press at the same moment decide once', async () => {
  const id = await submitted()
  const sentences = await Promise.all([press(messageTo('ZhaoZhuRen')), press(messageTo('QianZhuRen'))])
  expect(sentences.filter(it => it === '您已通过。')).toHaveLength(1)
  expect(sentences.filter(it => /在.*已通过。$/.test(it))).toHaveLength(1)
  expect((await cardState(id)).status).toBe(2)
})

describe('a press is refused', () => {
  test('with a wrong signature, another key, or an old time', async () => {
    const id = await submitted()
    const message = messageTo('ZhaoZhuRen')
    const old = new Date(app.clock.now().getTime() - 11 * 60_000)
    expect(await press(message, { signature: '0'.repeat(40) })).toBe('HTTP 400')
    expect(await press(message, { key: 'B'.repeat(43) })).toBe('HTTP 400')
    expect(await press(message, { at: old })).toBe('HTTP 400')
    expect((await cardState(id)).status).toBe(1)
  })

  test('of another member, of another application, and of another button', async () => {
    const id = await submitted()
    const message = messageTo('ZhaoZhuRen')
    expect(await press(message, { member: 'QianZhuRen' })).toContain('已失效')
    expect(await press(message, { agent: '1000003' })).toBe('')
    expect(await press(message, { button: 'other' })).toBe('')
    expect(
      await press({ ...message, template_card: { ...message.template_card, task_id: `2-1-1-1` } }),
    ).toContain('已失效')
    expect((await cardState(id)).status).toBe(1)
    // 企业微信 reports ids in another case than they were given.
    expect(await press(message, { member: 'zhaozhuren' })).toBe('您已通过。')
  })

  test('of an administrator who has lost the right or the account', async () => {
    const id = await submitted()
    const message = messageTo('QianZhuRen')
    const change = (values: object) =>
      app.database.write(1, db =>
        db
          .update(admins)
          .set(values)
          .where(and(eq(admins.firmId, 1), eq(admins.account, 'branch2'))),
      )
    await change({ status: 0 })
    expect(await press(message)).toContain('您现在不能审核')
    await change({ status: 1 })
    expect((await cardState(id)).status).toBe(1)
  })

  test('where the firm has switched it off, as an address that does not exist', async () => {
    await submitted()
    await configureApp({ isOn: 0 })
    expect(await press(messageTo('ZhaoZhuRen'))).toBe('HTTP 404')
    wecom.sent.length = 0
    await submitted()
    // Without a way back, the message has no buttons.
    expect(messageTo('ZhaoZhuRen').template_card).toMatchObject({ card_type: 'text_notice' })
    await configureApp({ isOn: 1 })
  })
})

test('a body that holds nothing encrypted, or is longer than any event, is refused before it is parsed', async () => {
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000))
  const query = new URLSearchParams({ msg_signature: '0'.repeat(40), timestamp, nonce: 'nonce' })
  const statusOf = async (body: string) => {
    const headers = { 'content-type': 'text/xml', 'content-length': String(Buffer.byteLength(body)) }
    const init = { method: 'POST', headers, body }
    return (await app.app.request(`/api/wecom/app?${query.toString()}`, init)).status
  }
  expect(await statusOf('')).toBe(400)
  expect(await statusOf('<xml><Encrypt></Encrypt></xml>')).toBe(400)
  expect(await statusOf('<a>'.repeat(2_000))).toBe(400)
  expect(await statusOf('<a>'.repeat(20_000))).toBe(413)
})

test('a captured request that is sent again changes nothing', async () => {
  const { id } = await stage.submittedCard()
  await sendAll()
  const message = messageTo('ZhaoZhuRen')
  await press(message)
  const { version } = await cardState(id)
  expect(await press(message)).toMatch(/在.*已通过/)
  expect((await cardState(id)).version).toBe(version)
})

test('the address is verified by the text that 企业微信 has encrypted', async () => {
  const encrypted = encrypt(key, '1616140317555161061', corpId)
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000))
  const query = new URLSearchParams({
    msg_signature: getSignature(token, timestamp, 'nonce', encrypted),
    timestamp,
    nonce: 'nonce',
    echostr: encrypted,
  })
  const response = await app.app.request(`/api/wecom/app?${query.toString()}`)
  expect([response.status, await response.text()]).toEqual([200, '1616140317555161061'])
})

test('an article is approved in the message, too', async () => {
  const article = await stage.waiting()
  await sendAll()
  expect(await press(messageTo('ZhaoZhuRen'))).toBe('您已通过。')
  expect(await stage.admin.call('articles.one', { articleId: article.articleId })).toMatchObject({
    status: 2,
  })
})

test('a refusal of 企业微信 is tried again under another name', async () => {
  wecom.refusals.set('message/send', { errcode: 45_009, errmsg: 'api freq out of limit' })
  await submitted()
  expect(wecom.sent).toEqual([])
  wecom.refusals.clear()
  await sendAll('all')
  expect(wecom.sent).toHaveLength(2)
  // A later attempt has a name of its own.
  expect(messageTo('ZhaoZhuRen').template_card.task_id).toMatch(/-[2-9]$/)
})

test('a lawyer gets messages without buttons', async () => {
  const draft = await stage.submittedCard()
  await app.database.write(1, db =>
    db.execute(sql`update lawyers set status = 1 where firm_id = 1 and mobile = ${draft.key}`),
  )
  wecom.members.set('lawyer', { userid: 'WuLvShi', mobile: draft.key })
  const { version } = await cardState(draft.id)
  await stage.admin.call('cards.adminAuditCard', { id: draft.id, version, auditStatus: 2 })
  await sendAll()
  const { template_card: card } = messageTo('WuLvShi')
  expect(card).toMatchObject({ card_type: 'text_notice', main_title: { title: '名片已通过审核' } })
  expect(card.button_list).toBeUndefined()
})

test('it is switched on with token and key only, and neither is ever answered', async () => {
  const other = await app.as('system')
  await app.database.write(1, db =>
    db.execute(sql`update firm_configs set value = value - 'wecomApp' where firm_id = 1 and key = 'system'`),
  )
  await expect(configureApp({ isOn: 1 })).rejects.toMatchObject({ code: '4220' })
  await expect(configureApp({ isOn: 1, token, key: 'short' })).rejects.toMatchObject({ code: '4220' })
  const answered = await configureApp({ isOn: 1, token, key })
  expect(answered.wecomApp).toEqual({ isOn: 1, tokenSet: 1, keySet: 1 })
  expect(JSON.stringify([answered, await other.call('system.config', {})])).not.toMatch(`${token}|${key}`)
})

test('the connection is tested by a message to the caller', async () => {
  const system = await app.as('system')
  await expect(system.call('system.testIntegration', { name: 'wecomApp' })).rejects.toMatchObject({
    code: '5030',
    message: expect.stringContaining('手机号') as string,
  })
  wecom.members.set('system', { userid: 'YunWei', mobile: await mobileOf('system') })
  await system.call('system.testIntegration', { name: 'wecomApp' })
  expect(messageTo('YunWei').template_card.card_type).toBe('text_notice')
})
