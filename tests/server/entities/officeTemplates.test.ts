import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { cards, logs, messages, offices } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  await publish({ officeTemplates: 1 })
})
afterAll(() => app.close())

const publish = async (card: object) => {
  const { version } = await stage.admin.call('firm.mpconf', { draft: 1 })
  await stage.admin.call('firm.updateMpconf', { card, version })
}
const east = () => app.world.offices.get('东所')!
const south = () => app.world.offices.get('南所')!
const sendTemplate = async (account: string, organizationId: number, template: object, version?: number) => {
  const now = await stage.admin.call('offices.cardTemplate', { organizationId })
  const body = { organizationId, version: version ?? now.version, ...template }
  return (await (await app.as(account)).send('PUT', '/firmOrganization/cardTemplate', { body })).body
}
const clear = {
  template: null,
  avatarStyle: null,
  headFields: null,
  blocks: null,
  requiredFields: null,
  policy: null,
}
const save = async (organizationId: number, template: object) =>
  expect(await sendTemplate('admin', organizationId, { ...clear, ...template })).toMatchObject({
    code: '200',
  })

const moveTo = async (lawyerId: number, organizationId: number) => {
  const { version } = await stage.admin.call('lawyers.lawyerInfo', { id: lawyerId })
  await stage.admin.call('lawyers.update', { id: lawyerId, version, organizationId, reason: '转所' })
}
/** A published card of a lawyer of 总所 who has moved to the office. */
const cardIn = async (organizationId: number, content: object = {}) => {
  const card = await stage.publishedCard()
  const { version } = await stage.admin.call('cards.cardInfo', { id: card.id })
  await stage.admin.call('cards.update', { id: card.id, version, ...content })
  await moveTo(card.lawyerId, organizationId)
  return card
}
const infoFor = async (key: string, id: number) => (await app.asNew(key)).call('cards.cardInfo', { id })
const change = async (key: string, id: number, patch: object) => {
  const lawyer = await app.asNew(key)
  const { version } = await lawyer.call('cards.cardInfo', { id })
  return (await lawyer.send('PUT', '/lawyer/card/update', { body: { id, version, ...patch } })).body
}
const inbox = (receiverId: number, receiverType: 1 | 2) =>
  app.database.read(1, db =>
    db
      .select({ title: messages.title, content: messages.content, link: messages.link })
      .from(messages)
      .where(and(eq(messages.receiverId, receiverId), eq(messages.receiverType, receiverType))),
  )
const marked = async (filter: object = {}) =>
  (await stage.admin.call('cards.pageList', { fitState: 1, pageNum: 1, pageSize: 100, ...filter })).records

describe('locks of an office', () => {
  test('hold for the cards of that office only, and the answer and the refusal say who locked', async () => {
    await save(east(), { policy: { slogan: 3, titles: 2 } })
    const [inEast, inSouth] = [await cardIn(east()), await cardIn(south())]
    const card = await infoFor(inEast.key, inEast.id)
    expect(card.policy).toMatchObject({ slogan: 'locked', workPosition: 'locked' })
    expect(card.template).toMatchObject({ organizationName: '东所', locked: ['slogan'] })
    expect(await change(inEast.key, inEast.id, { slogan: '新' })).toMatchObject({
      code: '4220',
      data: { errors: { slogan: '该字段由东所锁定，如需修改请联系本所管理员' } },
    })
    expect(await change(inEast.key, inEast.id, { workPosition: null })).toMatchObject({
      data: { errors: { workPosition: '该字段由管理员维护，如需修改请联系管理员' } },
    })
    expect((await infoFor(inSouth.key, inSouth.id)).template).toBeUndefined()
    expect(await change(inSouth.key, inSouth.id, { slogan: '新' })).toMatchObject({ code: '200' })
  })

  test('never loosen the firm’s, neither when they are saved nor when the firm tightens later', async () => {
    expect(await sendTemplate('branch', east(), { policy: { workPosition: 2 } })).toMatchObject({
      code: '4220',
      data: { errors: { 'policy.workPosition': '律所的设置更严，不能放宽' } },
    })
    await save(east(), { policy: { intro: 2 } })
    const { key, id } = await cardIn(east())
    const { card } = await stage.admin.call('firm.mpconf', { draft: 1 })
    await publish({ policy: { ...card.policy, intro: 3 } })
    expect((await infoFor(key, id)).policy).toMatchObject({ intro: 'locked' })
    expect((await infoFor(key, id)).template).toMatchObject({ locked: [] })
    await publish({ policy: card.policy })
  })

  test('and required fields hold for whatever publishes the card', async () => {
    await save(east(), { requiredFields: ['slogan'] })
    const { id } = await cardIn(east(), { slogan: '守正' })
    const { version } = await stage.admin.call('cards.cardInfo', { id })
    const { body } = await (
      await app.as('branch')
    ).send('PUT', '/lawyer/card/update', {
      body: { id, version, slogan: null },
    })
    expect(body).toMatchObject({ code: '4220', data: { errors: { slogan: expect.any(String) } } })
  })

  test('hold for every call by which a lawyer or an assistant changes a card', async () => {
    await save(east(), {})
    const { key, id } = await cardIn(east(), { slogan: '甲' })
    const owner = await app.asNew(key)
    const before = await owner.call('cards.cardInfo', { id })
    await change(key, id, { slogan: '乙' })
    await save(east(), { policy: { slogan: 3 } })
    const now = await owner.call('cards.cardInfo', { id })
    const today = firmDay(app.clock.now())
    const helper = await stage.lawyer()
    const mandate = await owner.call('mandates.grant', {
      population: 2,
      assistantId: helper.id,
      fields: ['slogan'],
      startOn: today,
      endOn: today,
    })
    const assistant = await app.asNew(helper.key)
    const edit = { id, version: now.version, slogan: '丙' }
    const byMandate = { ...edit, mandateId: mandate.id }
    const lockedAnswer = { code: '4220', data: { errors: { slogan: expect.stringContaining('东所锁定') } } }
    const answers = [
      await owner.send('PUT', '/lawyer/card/update', { body: edit }),
      await assistant.send('PUT', '/lawyer/card/update', { body: byMandate }),
    ]
    for (const { body } of answers) expect(body).toMatchObject(lockedAnswer)
    const entry = `revision-${before.version}`
    const plan = await owner.call('timeline.differences', { type: 'cards', id, entry })
    expect(plan.fields.find(it => it.field === 'slogan')?.why).toBe(
      '该字段由东所锁定，如需修改请联系本所管理员',
    )
    await owner.send('POST', `/lawyer/card/revisions/${id}/restore`, {
      body: { to: before.version, version: now.version },
    })
    expect((await owner.call('cards.cardInfo', { id })).slogan).toBe('乙')
    // Review is not closed by a lock: an administrator changes the field.
    const { version } = await stage.admin.call('cards.cardInfo', { id })
    await stage.admin.call('cards.update', { id, version, slogan: '丁' })
    expect((await owner.call('cards.cardInfo', { id })).slogan).toBe('丁')
  })

  test('are ignored at once when the firm lets offices have none, and hold again after', async () => {
    await save(east(), { policy: { slogan: 3 }, template: 3 })
    const { key, id } = await cardIn(east())
    await publish({ officeTemplates: 0 })
    expect((await infoFor(key, id)).template).toBeUndefined()
    expect(await change(key, id, { slogan: '自由' })).toMatchObject({ code: '200' })
    expect(await stage.admin.call('offices.cardTemplate', { organizationId: east() })).toMatchObject({
      isAllowed: 0,
      template: 3,
    })
    expect(await sendTemplate('branch', east(), { template: 2 })).toMatchObject({ code: '4091' })
    await publish({ officeTemplates: 1 })
    expect(await change(key, id, { slogan: '又锁' })).toMatchObject({ code: '4220' })
  })
})

describe('the template of an office', () => {
  test('is read and saved within the scope of who edits the office', async () => {
    expect(await sendTemplate('branch', east(), { template: 2 })).toMatchObject({ code: '200' })
    expect(await sendTemplate('branch', south(), { template: 2 })).toMatchObject({ code: '4040' })
    expect(await sendTemplate('branch2', east(), { template: 1 })).toMatchObject({ code: '4030' })
    expect(await sendTemplate('system', east(), { template: 1 })).toMatchObject({ code: '4030' })
    const lawyer = await (
      await app.as('13800000002')
    ).send('GET', `/firmOrganization/cardTemplate?organizationId=${east()}`)
    expect(lawyer.body.code).toBe('4030')
    const other = await (
      await app.as('other-admin')
    ).send('GET', `/firmOrganization/cardTemplate?organizationId=${east()}`)
    expect(other.body.code).toBe('4040')
  })

  test('has a version: of two savers one is refused with what the other saved', async () => {
    await save(east(), { template: 1 })
    const { version } = await stage.admin.call('offices.cardTemplate', { organizationId: east() })
    const both = await Promise.all([
      sendTemplate('branch', east(), { template: 2 }, version),
      sendTemplate('admin', east(), { template: 3 }, version),
    ])
    expect(both.map(it => it.code).toSorted()).toEqual(['200', '4090'])
    const [saved] = both.filter(it => it.code === '200') as { data: { template: number } }[]
    expect(both.find(it => it.code === '4090')).toMatchObject({
      data: { current: { template: saved!.data.template }, changedFields: ['template'] },
    })
  })

  test('is logged with its differences, and leaves the version of the office', async () => {
    await save(east(), {})
    const before = await stage.admin.call('offices.firmOrganizationInfo', { organizationId: east() })
    await save(east(), { template: 2, policy: { team: 3 } })
    const [entry] = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.seq)).limit(1))
    expect(entry).toMatchObject({
      module: 2,
      action: 'config',
      targetId: east(),
      summary: '修改【东所】的名片模板',
    })
    expect(entry!.diff.map(it => it.label)).toEqual(['名片样式', '字段修改权限'])
    const after = await stage.admin.call('offices.firmOrganizationInfo', { organizationId: east() })
    expect(after.version).toBe(before.version)
    // The same values again are no change.
    await save(east(), { template: 2, policy: { team: 3 } })
    const [same] = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.seq)).limit(1))
    expect(same!.id).toBe(entry!.id)
  })

  test('comes with the card and with its printed code, and with no card of another office', async () => {
    await save(east(), { template: 3, avatarStyle: 2, headFields: ['name', 'team'] })
    const { key, id, lawyerId } = await cardIn(east())
    const layout = { template: 3, avatarStyle: 2, headFields: ['name', 'team'] }
    expect((await infoFor(key, id)).template?.layout).toEqual(layout)
    const { codeKey } = await stage.admin.call('cards.cardInfo', { id })
    expect(await app.call('cards.code', { codeKey: codeKey!, language: 'CN' })).toMatchObject({
      cardId: id,
      layout,
    })
    await moveTo(lawyerId, south())
    expect(await app.call('cards.code', { codeKey: codeKey!, language: 'CN' })).not.toHaveProperty('layout')
  })

  test('is part of the configuration file, by the name of the office', async () => {
    await save(east(), { template: 2 })
    const exported = async () => {
      const { token } = await app.as('admin')
      const response = await app.fetch('/firmConf/export', {
        method: 'POST',
        headers: { Token: token, 'Content-Type': 'application/json' },
        body: '{}',
      })
      return response.text()
    }
    const importFile = async (content: string, more: object = {}) =>
      (await (await app.as('admin')).send('POST', '/firmConf/import', { body: { content, ...more } }))
        .body as {
        code: string
        data: { parts: { name: string; version: number; differences: object[] }[]; applied: string[] }
      }
    const file = await exported()
    expect(JSON.parse(file)).toMatchObject({ parts: { officeTemplates: { 东所: { template: 2 } } } })
    await save(east(), { template: 3 })
    const { data } = await importFile(file)
    expect(data.parts).toMatchObject([
      { name: 'officeTemplates', differences: [{ before: '极简', after: '商务' }] },
    ])
    const versions = { officeTemplates: data.parts[0]!.version }
    // Somebody saves between the comparison and the import.
    await save(east(), { template: 1 })
    expect((await importFile(file, { apply: 1, versions })).code).toBe('4090')
    const again = { officeTemplates: (await importFile(file)).data.parts[0]!.version }
    expect((await importFile(file, { apply: 1, versions: again })).data.applied).toEqual(['officeTemplates'])
    expect(await exported()).toBe(file)
    const elsewhere = file.replace('东所', '无此所')
    const unknown = { officeTemplates: (await importFile(elsewhere)).data.parts[0]!.version }
    expect((await importFile(elsewhere, { apply: 1, versions: unknown })).code).toBe('4220')
  })

  test('is changed by an office for itself only, also from a configuration file', async () => {
    await save(east(), { template: 2 })
    await save(south(), { template: 2 })
    const importAs = async (account: string, parts: object, more: object = {}) => {
      const content = JSON.stringify({ format: 'tenant-admin/configuration', formatVersion: 1, parts })
      const { body } = await (
        await app.as(account)
      ).send('POST', '/firmConf/import', { body: { content, ...more } })
      return body as { code: string; data: { parts: { version: number }[]; errors: object } }
    }
    const apply = async (officeTemplates: object) => {
      const { data } = await importAs('branch', { officeTemplates })
      const versions = { officeTemplates: data.parts[0]!.version }
      return importAs('branch', { officeTemplates }, { apply: 1, versions })
    }
    expect(await apply({ 南所: { template: 3 } })).toMatchObject({
      code: '4220',
      data: { errors: { content: expect.stringContaining('南所') } },
    })
    // What a file says of another office without changing it is no obstacle.
    expect(await apply({ 东所: { template: 3 }, 南所: { template: 2 } })).toMatchObject({ code: '200' })
    const templateOf = async (organizationId: number) =>
      (await stage.admin.call('offices.cardTemplate', { organizationId })).template
    expect([await templateOf(east()), await templateOf(south())]).toEqual([3, 2])
  })

  test('survives values that this release does not know', async () => {
    await app.database.write(1, db =>
      db
        .update(offices)
        .set({
          cardTemplate: {
            values: { template: 9, policy: { slogan: 'x' }, nonsense: {}, requiredFields: ['avatar'] },
            version: 40,
            updatedAt: new Date().toISOString(),
            updatedBy: null,
          },
        })
        .where(eq(offices.organizationId, east())),
    )
    const read = await stage.admin.call('offices.cardTemplate', { organizationId: east() })
    expect(read).toMatchObject({ template: null, policy: null, requiredFields: ['avatar'], version: 40 })
  })
})

describe('a change of office', () => {
  test('marks what no longer fits, tells the lawyer and the new office, and changes nothing of the card', async () => {
    const blocks = (await stage.admin.call('firm.mpconf', { draft: 1 })).card.blocks
    await save(south(), {
      requiredFields: ['slogan', 'team'],
      blocks: blocks.map(it => ({ ...it, enabled: it.key === 'honours' ? 0 : it.enabled })),
    })
    const card = await stage.publishedCard()
    const before = await stage.admin.call('cards.cardInfo', { id: card.id })
    await stage.admin.call('cards.update', {
      id: card.id,
      version: before.version,
      team: '争议解决',
      honours: [{ year: 2024, name: '优秀律师', issuer: '律师协会' }],
    })
    const content = (await stage.admin.call('cards.cardInfo', { id: card.id })).published
    const ofBranch = async () => (await inbox(app.world.people.get('branch')!.id, 1)).length
    const messagesBefore = await ofBranch()
    await moveTo(card.lawyerId, south())
    const after = await infoFor('south', card.id)
    expect(after.misfits).toEqual([
      { field: 'slogan', reason: 'required' },
      { field: 'honours', reason: 'hidden' },
    ])
    expect([after.fitState, after.published]).toEqual([1, content])
    expect((await marked()).map(it => it.id)).toContain(card.id)
    expect((await inbox(card.lawyerId, 2)).map(it => it.title)).toContain('名片待调整')
    const told = (await inbox(app.world.people.get('south')!.id, 1)).find(
      it => it.title === '1人的名片待调整',
    )
    expect(told?.link).toBe(
      `/app/card?filter=${encodeURIComponent(`{"organizationId":${south()},"fitState":1}`)}`,
    )
    expect(await ofBranch()).toBe(messagesBefore)
  })

  test('is fixed by what is published, whoever publishes it', async () => {
    await save(south(), { requiredFields: ['slogan'] })
    const { key, id } = await cardIn(south())
    expect((await infoFor(key, id)).misfits).toEqual([{ field: 'slogan', reason: 'required' }])
    expect(await change(key, id, { slogan: '守正出奇' })).toMatchObject({ code: '200' })
    const now = await infoFor(key, id)
    if (now.changedFields.includes('slogan')) {
      // Waits for review: what is public still lacks it.
      expect(now.misfits).toHaveLength(1)
      await stage.admin.call('cards.update', { id, version: now.version, slogan: '守正出奇', publish: 1 })
    }
    expect((await infoFor(key, id)).misfits).toBeUndefined()
    expect((await marked()).map(it => it.id)).not.toContain(id)
  })

  test('ends its marks with the template that gave a reason, with a move on, and with the firm’s switch', async () => {
    await save(south(), { avatarStyle: 3, requiredFields: ['slogan', 'team'] })
    const { id, lawyerId } = await cardIn(south())
    expect(await marked({ organizationId: south() })).not.toHaveLength(0)
    await publish({ officeTemplates: 0 })
    expect(await marked()).toEqual([])
    await publish({ officeTemplates: 1 })
    await save(south(), { avatarStyle: 3, requiredFields: ['team'] })
    expect((await stage.admin.call('cards.cardInfo', { id })).misfits).toEqual([
      { field: 'team', reason: 'required' },
    ])
    await save(east(), {})
    await moveTo(lawyerId, east())
    const [row] = await app.database.read(1, db => db.select().from(cards).where(eq(cards.id, id)))
    expect(row!.misfits).toEqual([])
  })

  test('by the closing of an office marks the cards of all who move, with one message for their new office', async () => {
    await save(south(), { requiredFields: ['slogan'] })
    const closing = await stage.office()
    const people = [await cardIn(closing.organizationId), await cardIn(closing.organizationId)]
    const { body } = await (
      await app.as('admin')
    ).send('PUT', '/firmOrganization/close', {
      body: {
        organizationId: closing.organizationId,
        version: 1,
        peopleTo: south(),
        reason: '合并办公',
        confirmPassword: 'liangshan-0108',
      },
    })
    expect(body.code).toBe('200')
    const ids = (await marked()).map(it => it.id)
    expect(ids).toEqual(expect.arrayContaining(people.map(it => it.id)))
    const titles = (await inbox(app.world.people.get('south')!.id, 1)).map(it => it.title)
    expect(titles.filter(it => it === '2人的名片待调整')).toHaveLength(1)
  })
})
