import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

type Subject = { type: string; id?: number }
const timelineOf = async (who: string, subject: Subject, more: object = {}) =>
  (await app.as(who)).call('timeline.page', { ...subject, ...more })
const firstKey = (
  entries: readonly { entry: string; changes: readonly { field: string }[] }[],
  field: string,
) => entries.find(entry => entry.changes.some(change => change.field === field))!.entry

describe('a card', () => {
  test('one field of three versions ago is restored as the next version, through the ordinary update', async () => {
    const { id, key } = await stage.publishedCard()
    const { admin } = stage
    const { version } = await admin.call('cards.cardInfo', { id })
    let at = version
    for (const team of ['第一组', '第二组', '第三组'])
      at = (await admin.call('cards.update', { id, version: at, team, slogan: `${team}的签名` })).version
    const { entries } = await timelineOf('admin', { type: 'cards', id })
    const first = entries.find(entry => entry.revision === version + 1)!
    expect(first).toMatchObject({ kind: 'change', isRestorable: 1, by: '赵主任' })
    expect(first.changes.map(change => change.after)).toEqual(expect.arrayContaining(['第一组']))

    const entry = first.entry
    const offered = await admin.call('timeline.differences', { type: 'cards', id, entry })
    expect(offered.version).toBe(at)
    expect(offered.fields.find(({ field }) => field === 'team')).toMatchObject({
      label: '团队',
      before: '第三组',
      after: '第一组',
      why: null,
    })
    const saved = await admin.call('timeline.restore', {
      type: 'cards',
      id,
      entry,
      fields: ['team'],
      version: at,
    })
    expect(saved.version).toBe(at + 1)
    expect(await admin.call('cards.cardInfo', { id })).toMatchObject({
      version: at + 1,
      team: '第一组',
      slogan: '第三组的签名',
    })
    const later = await timelineOf('admin', { type: 'cards', id })
    expect(later.entries[0]).toMatchObject({
      action: 'restore',
      revision: at + 1,
      isRestorable: 0,
      text: `将【样本律师】的团队恢复为第${version + 1}版的内容`,
      changes: [{ field: 'team', before: '第三组', after: '第一组' }],
    })
    // A second tab that still has the former version loses nothing.
    await expect(
      admin.call('timeline.restore', { type: 'cards', id, entry, version: at }),
    ).rejects.toMatchObject({ code: '4090' })
    // The whole content.
    await admin.call('timeline.restore', { type: 'cards', id, entry, version: at + 1 })
    expect(await admin.call('cards.cardInfo', { id })).toMatchObject({ slogan: '第一组的签名' })
    // The messages to the lawyer, and the reviews, in the same line.
    const kinds = async (kind: string) => (await timelineOf('admin', { type: 'cards', id }, { kind })).entries
    expect((await kinds('message')).map(it => it.names)).toEqual(expect.arrayContaining([['样本律师']]))
    expect((await kinds('review')).map(it => it.action)).toEqual(['approve', 'submit'])
    // The owner reads the same, another lawyer and another office nothing.
    const own = await timelineOf(key, { type: 'cards', id })
    expect(own.entries.length).toBeGreaterThan(5)
    for (const who of ['13800000002', 'branch'])
      await expect(timelineOf(who, { type: 'cards', id })).rejects.toMatchObject({ code: '4040' })
  })

  test('nothing is restored during a review, or by somebody without the right', async () => {
    const { id, version } = await stage.submittedCard()
    const { entries } = await timelineOf('admin', { type: 'cards', id })
    const input = { type: 'cards', id, entry: entries.at(-1)!.entry, version }
    await stage.admin.call('cards.cardInfo', { id })
    await expect(stage.admin.call('timeline.restore', input)).rejects.toMatchObject({
      code: expect.stringMatching(/4091|4220/) as string,
    })
    const system = await app.as('system')
    await expect(system.call('timeline.restore', input)).rejects.toMatchObject({
      code: expect.stringMatching(/4030|4040/) as string,
    })
  })
})

test('an article: its revisions and its log rows are one line, and a field is restored as a draft of a change', async () => {
  const { articleId: id } = await stage.published()
  const { admin } = stage
  const { version, title } = await admin.call('articles.one', { articleId: id })
  await admin.call('articles.update', { articleId: id, version, title: '后来的标题', summary: '后来的摘要' })
  const { entries } = await timelineOf('admin', { type: 'articles', id })
  expect(entries.map(entry => entry.action)).toEqual(expect.arrayContaining(['create', 'publish', 'update']))
  const entry = entries.find(it => it.revision === version)!.entry
  const { version: now } = await admin.call('articles.one', { articleId: id })
  await admin.call('timeline.restore', { type: 'articles', id, entry, fields: ['title'], version: now })
  expect(await admin.call('articles.one', { articleId: id })).toMatchObject({
    title,
    summary: '后来的摘要',
    version: now + 1,
  })
})

describe('an office', () => {
  test('an earlier value is read from the log and restored; what the log does not keep is explained', async () => {
    const { organizationId: id } = await stage.office()
    const { admin } = stage
    const at = async () => (await admin.call('offices.firmOrganizationInfo', { organizationId: id })).version
    const update = async (values: object) =>
      admin.call('offices.update', { organizationId: id, version: await at(), ...values })
    await update({ email: 'one@example.com', intro: '<p>旧的<strong>介绍</strong></p>' })
    await update({
      email: 'two@example.com',
      phone: ['021-55550001', '021-55550002'],
      intro: '<p>新的介绍</p>',
    })
    const { entries } = await timelineOf('admin', { type: 'offices', id })
    const entry = firstKey(entries, 'email')
    const { fields, version } = await admin.call('timeline.differences', { type: 'offices', id, entry })
    expect(Object.fromEntries(fields.map(({ field, why }) => [field, why]))).toEqual({
      email: null,
      phone: '日志只保留了文字说明，不能据此还原',
      intro: '日志只保留了文字说明，不能据此还原',
    })
    await expect(
      admin.call('timeline.restore', { type: 'offices', id, entry, version, fields: ['intro'] }),
    ).rejects.toMatchObject({ code: '4220' })
    const saved = await admin.call('timeline.restore', { type: 'offices', id, entry, version })
    expect(saved.version).toBe(version + 1)
    expect(await admin.call('offices.firmOrganizationInfo', { organizationId: id })).toMatchObject({
      email: 'one@example.com',
      phone: ['021-55550001', '021-55550002'],
    })
    const [latest] = (await timelineOf('admin', { type: 'offices', id })).entries
    expect(latest).toMatchObject({
      action: 'restore',
      changes: [{ field: 'email', after: 'one@example.com' }],
    })
    expect(latest!.text).toMatch(/的邮箱恢复为\d{4}-\d\d-\d\d \d\d:\d\d:\d\d修改前的内容$/)
  })

  test('a branch restores only what it may change', async () => {
    const id = app.world.offices.get('东所')!
    const { admin } = stage
    const { version } = await admin.call('offices.firmOrganizationInfo', { organizationId: id })
    await admin.call('offices.update', {
      organizationId: id,
      version,
      shortName: '东方',
      fax: '021-55550007',
    })
    const [{ entry } = { entry: '' }] = (await timelineOf('branch2', { type: 'offices', id })).entries
    const branch = await app.as('branch2')
    const restore = (field: string) =>
      branch.call('timeline.restore', { type: 'offices', id, entry, fields: [field], version: version + 1 })
    await expect(restore('shortName')).rejects.toMatchObject({ code: '4030' })
  })
})

test('a setting: an earlier value is restored, and the rest of the setting stays', async () => {
  const { admin } = stage
  const save = async (mpName: string) => {
    const { version } = await admin.call('mpName.get', {})
    return admin.call('mpName.update', { version, mpName, mpIntro: '简介' })
  }
  await save('旧名称')
  const { version } = await save('新名称')
  const { entries } = await timelineOf('admin', { type: 'mpName' })
  const entry = firstKey(entries, 'mpName')
  await admin.call('timeline.restore', { type: 'mpName', entry, version })
  expect(await admin.call('mpName.get', {})).toMatchObject({ mpName: '旧名称', mpIntro: '简介' })
})

describe('a person', () => {
  test('shows changes, reveals and sign-ins in one line, by kind and page by page', async () => {
    const { id, key } = await stage.lawyer()
    const { admin } = stage
    await app.call('session.lawyerLogin', { mobile: key, password: 'liangshan-0108' })
    await admin.call('lawyers.lawyerInfo', { id, reveal: 1 })
    const { version } = await admin.call('lawyers.lawyerInfo', { id })
    await admin.call('lawyers.update', { id, version, email: 'new@example.com', team: '并购组' })
    const all = await timelineOf('admin', { type: 'lawyers', id })
    expect(all.entries.map(entry => entry.kind)).toEqual(['change', 'reveal', 'signIn'])
    const pages = []
    let before: string | undefined
    do {
      const { entries, next } = await timelineOf('admin', { type: 'lawyers', id }, { size: 1, before })
      pages.push(...entries)
      before = next ?? undefined
    } while (before !== undefined)
    expect(pages.map(entry => entry.entry)).toEqual(all.entries.map(entry => entry.entry))
    const reveals = await timelineOf('admin', { type: 'lawyers', id }, { kind: 'reveal' })
    expect(reveals.entries).toMatchObject([{ action: 'reveal', by: '赵主任' }])
    // The person reads the own line, nobody else’s.
    expect((await timelineOf(key, { type: 'lawyers', id })).entries).toHaveLength(all.entries.length)
    await expect(timelineOf('13800000002', { type: 'lawyers', id })).rejects.toMatchObject({ code: '4040' })
  })

  test('a masked value is never restored', async () => {
    const { id } = await stage.lawyer()
    const { admin } = stage
    await admin.call('lawyers.updateMobile', { id, mobile: '13711110001' })
    const { version } = await admin.call('lawyers.lawyerInfo', { id })
    for (const [at, licenseNumber] of ['13101201910123456', '13101201910123457'].entries())
      await admin.call('lawyers.update', { id, version: version + at, licenseNumber })
    const { entries } = await timelineOf('admin', { type: 'lawyers', id })
    expect(entries.find(entry => entry.action === 'changeMobile')).toMatchObject({ isRestorable: 0 })
    const { entry } = entries[0]!
    const { fields } = await admin.call('timeline.differences', { type: 'lawyers', id, entry })
    expect(fields).toMatchObject([{ field: 'licenseNumber', why: '日志没有保留原来的值' }])
    await expect(
      admin.call('timeline.restore', { type: 'lawyers', id, entry, version: version + 2 }),
    ).rejects.toMatchObject({ code: '4220' })
  })

  test('the timeline of a purged person keeps no personal values', async () => {
    const { id, key } = await stage.lawyer()
    const { admin } = stage
    await app.call('session.lawyerLogin', { mobile: key, password: 'liangshan-0108' })
    const { version } = await admin.call('lawyers.lawyerInfo', { id })
    await admin.call('lawyers.update', { id, version, email: 'secret@example.com', team: '机密组' })
    await admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '本人要求' } })
    const inBin = await timelineOf('admin', { type: 'lawyers', id })
    expect(JSON.stringify(inBin)).toContain('secret@example.com')
    const purged = await admin.send('DELETE', `/lawyer/purge/${id}`, {
      body: { reason: '本人要求', confirmPassword: 'liangshan-0108' },
    })
    expect(purged.body.code).toBe('200')
    const { entries, isPurged } = await timelineOf('admin', { type: 'lawyers', id })
    expect(isPurged).toBe(1)
    expect(entries.map(entry => entry.action)).toEqual(['purge', 'delete', 'update', 'login'])
    const text = JSON.stringify(entries)
    for (const value of ['secret@example.com', '机密组', '样本律师', key.slice(-4), '本人要求'])
      expect(text).not.toContain(value)
    // The labels of the changed fields remain, without values.
    expect(entries[2]!.changes).toEqual(
      expect.arrayContaining([{ field: 'email', label: '邮箱', before: '', after: '' }]),
    )
    // What never existed is not found, and neither is the line of somebody else's office.
    await expect(timelineOf('admin', { type: 'lawyers', id: 999_999 })).rejects.toMatchObject({
      code: '4040',
    })
    await expect(timelineOf('branch', { type: 'lawyers', id })).rejects.toMatchObject({ code: '4040' })
  })
})
