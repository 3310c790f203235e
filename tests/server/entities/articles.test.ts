import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { admins, articleRevisions, logs } from '../../../server/db/tables.ts'
import { runPublication } from '../../../server/services/jobs/publication.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf, reviewMessageTitles, prepareTypes, type CategoryIds } from '../../support/articles.ts'
import { settledCodes } from '../../support/settledCodes.ts'

let app: TestApp
let types: CategoryIds
beforeAll(async () => {
  app = await startApp()
  types = await prepareTypes(app)
})
afterAll(() => app.close())

const east = () => app.world.offices.get('东所')!
const eastern = () => app.world.people.get('13800000002')!.id

/** Written by the sub-administrator of 东所, who may not publish. */
const fromEast = (more: object = {}) =>
  inputOf(app, types, { organizationId: east(), lawyerIds: [eastern()], ...more })

const add = async (account: string, draft: ReturnType<typeof inputOf>, submit?: 0 | 1) =>
  (await app.as(account)).call('articles.add', { ...draft, ...(submit !== undefined && { submit }) })

/** The version that the reviewer has read. */
const currentVersion = async (articleId: number) => ({
  articleId,
  version: (await stateOf(articleId)).version,
})
const stateOf = async (articleId: number) => {
  const it = await (await app.as('admin')).call('articles.one', { articleId })
  return { status: it.status, revisionStatus: it.revisionStatus ?? null, version: it.version }
}
const publicTitles = async (articleId: number) =>
  (await app.call('articles.getList', { ids: [articleId] })).records.map(it => it.title)

const actionsOn = (articleId: number) =>
  app.database.read(1, async db =>
    (
      await db
        .select()
        .from(logs)
        .where(and(eq(logs.targetType, 'articles'), eq(logs.targetId, articleId)))
        .orderBy(logs.seq)
    ).map(it => it.action),
  )

test('the log quotes the changed part of a long text', async () => {
  const beginning = '本文讨论股权代持协议的效力与风险，共分三个部分，依次说明。'.repeat(3)
  const { articleId } = await add('branch2', fromEast({ content: `<p>${beginning}代理人</p>` }))
  const writer = await app.as('branch2')
  await writer.call('articles.update', { articleId, version: 1, content: `<p>${beginning}代持人</p>` })
  const [row] = (
    await (
      await app.as('admin')
    ).call('logs.getAdminLogPageList', { targetType: 'articles', targetId: articleId })
  ).records
  expect(row?.summary).toMatch(/的正文由“….*代理人”改为“….*代持人”$/)
})

describe('D fields required only for publication', () => {
  const without = { typeId: undefined, cover: null, content: null, lawyerIds: null }

  test('are not required for a draft, and are demanded at their field when the draft is submitted', async () => {
    const admin = await app.as('admin')
    const { articleId, status } = await add('admin', inputOf(app, types, without))
    expect(status).toBe(0)
    expect(await admin.call('articles.one', { articleId })).toMatchObject({ typeId: null, cover: null })
    const { version } = await stateOf(articleId)
    await expect(admin.call('articles.update', { articleId, version, submit: 1 })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { typeId: '请选择分类', cover: '请上传封面', content: '请输入正文' } },
    })
    await expect(add('admin', inputOf(app, types, { typeId: null }), 1)).rejects.toMatchObject({
      code: '4220',
      data: { errors: { typeId: '请选择分类' } },
    })
    const saved = await admin.call('articles.update', { articleId, version, summary: '还没有分类' })
    await admin.call('articles.update', {
      articleId,
      version: saved.version,
      ...inputOf(app, types, { kind: undefined }),
      submit: 1,
    })
    expect(await stateOf(articleId)).toMatchObject({ status: 2 })
  })

  test('may be missing when a draft is listed, counted, removed and restored, and in its history', async () => {
    const admin = await app.as('admin')
    const { articleId } = await add('admin', inputOf(app, types, { ...without, title: '无分类的草稿' }))
    const { records } = await admin.call('articles.getList', { kind: 2, ids: [articleId] })
    expect(records).toMatchObject([{ title: '无分类的草稿', typeId: null }])
    const ofType = await admin.call('articles.getList', { kind: 2, typeId: types[2], pageSize: 200 })
    expect(ofType.records.map(it => it.articleId)).not.toContain(articleId)
    const chosen = await admin.call('articles.update', { articleId, version: 1, typeId: types[2] })
    await admin.call('articles.update', { articleId, version: chosen.version, typeId: null })
    const [cleared, selected] = await admin.call('articles.revisions', { articleId })
    expect([cleared?.diff, selected?.diff]).toMatchObject([
      [{ field: 'typeId', before: '分类2', after: '' }],
      [{ field: 'typeId', before: '', after: '分类2' }],
    ])
    await admin.call('articles.remove', { articleId })
    const removed = await admin.call('recycledArticles.page', { pageSize: 200 })
    expect(removed.records.find(it => it.id === articleId)).toMatchObject({ typeId: null })
    expect(await admin.call('recycledArticles.restore', { id: articleId })).toMatchObject({ status: 0 })
  })

  test('are required for a published article and for a submitted change of it', async () => {
    const admin = await app.as('admin')
    const { articleId } = await add('admin', inputOf(app, types), 1)
    const { version } = await stateOf(articleId)
    const saved = await admin.call('articles.update', { articleId, version, typeId: null })
    expect(await stateOf(articleId)).toMatchObject({ status: 2, revisionStatus: 0 })
    const [row] = (await app.call('articles.getList', { ids: [articleId] })).records
    expect(row?.typeId).toBe(types[2])
    await expect(
      admin.call('articles.update', { articleId, version: saved.version, submit: 1 }),
    ).rejects.toMatchObject({ code: '4220', data: { errors: { typeId: '请选择分类' } } })
  })

  test('include the cause of a case', async () => {
    const draft = inputOf(app, types, { kind: 3, typeId: types[3], caseInfo: { court: '某市中级人民法院' } })
    const { articleId, version } = await add('admin', draft)
    const admin = await app.as('admin')
    await expect(admin.call('articles.update', { articleId, version, submit: 1 })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { 'caseInfo.cause': '请填写案由' } },
    })
    const caseInfo = { court: '某市中级人民法院', cause: '买卖合同纠纷' }
    await admin.call('articles.update', { articleId, version, caseInfo, submit: 1 })
    expect(await stateOf(articleId)).toMatchObject({ status: 2 })
  })
})

describe('the states of an article', () => {
  test('an article is submitted, refused with a reason, corrected, passed, pinned, taken offline, republished and deleted', async () => {
    const [writer, head, admin] = [await app.as('branch2'), await app.as('branch'), await app.as('admin')]
    const { articleId, status } = await add('branch2', fromEast(), 1)
    expect(status).toBe(1)
    expect(await reviewMessageTitles(app, 'branch')).toContain('内容待审核')
    expect(await reviewMessageTitles(app, 'south')).toEqual([])
    await expect(
      writer.call('articles.update', { articleId, version: 2, title: '审核中修改' }),
    ).rejects.toMatchObject({ code: '4091' })

    expect(
      await head.call('articles.refuse', { ...(await currentVersion(articleId)), reason: '标题太泛' }),
    ).toEqual({
      status: 3,
    })
    expect(await reviewMessageTitles(app, '13800000002')).toContain('内容未通过审核')
    expect((await writer.call('articles.one', { articleId })).refuseReason).toBe('标题太泛')
    await expect(head.call('articles.pass', await currentVersion(articleId))).rejects.toMatchObject({
      code: '4091',
      data: { from: 3, allowed: [0, 1, 2] },
    })

    const corrected = await writer.call('articles.update', {
      articleId,
      version: 3,
      title: '瑕疵出资',
      submit: 1,
    })
    expect(corrected.status).toBe(1)
    expect(await publicTitles(articleId)).toEqual([])
    expect(await head.call('articles.pass', await currentVersion(articleId))).toEqual({ status: 2 })
    expect(await publicTitles(articleId)).toEqual(['瑕疵出资'])
    expect((await reviewMessageTitles(app, 'branch2'))[0]).toBe('内容已发布')

    expect(await admin.call('articles.top', { articleId, to: 1 })).toEqual({ isTop: 1 })
    expect(await admin.call('articles.top', { articleId, to: 1 })).toEqual({ isTop: 1 })
    await expect(head.call('articles.remove', { articleId })).rejects.toMatchObject({ code: '4091' })
    expect(await head.call('articles.offline', { articleId, reason: '内容过时' })).toEqual({ status: 4 })
    expect(await publicTitles(articleId)).toEqual([])
    expect((await admin.call('articles.one', { articleId })).isTop).toBe(0)
    await expect(admin.call('articles.top', { articleId, to: 1 })).rejects.toMatchObject({ code: '4091' })

    const { version } = await stateOf(articleId)
    await expect(writer.call('articles.update', { articleId, version, submit: 1 })).rejects.toMatchObject({
      code: '4091',
    })
    await head.call('articles.update', { articleId, version, submit: 1 })
    expect(await publicTitles(articleId)).toEqual(['瑕疵出资'])
    await head.call('articles.offline', { articleId })
    await head.call('articles.remove', { articleId })
    await expect(admin.call('articles.one', { articleId })).rejects.toMatchObject({ code: '4040' })
    expect(await actionsOn(articleId)).toEqual([
      'create',
      'submit',
      'refuse',
      'update',
      'submit',
      'pass',
      'top',
      'offline',
      'publish',
      'offline',
      'delete',
    ])
  })

  test('an author withdraws a submission', async () => {
    const writer = await app.as('branch2')
    const { articleId, version } = await add('branch2', fromEast(), 1)
    await writer.call('articles.update', { articleId, version, submit: 0 })
    expect(await stateOf(articleId)).toMatchObject({ status: 0 })
    await expect(
      (await app.as('branch')).call('articles.pass', await currentVersion(articleId)),
    ).rejects.toMatchObject({
      code: '4091',
    })
  })

  test('a change of a published article is kept separately, and the public version stays until it is passed', async () => {
    const [writer, head] = [await app.as('branch2'), await app.as('branch')]
    const { articleId } = await add('branch2', fromEast({ title: '原来的标题' }), 1)
    await head.call('articles.pass', await currentVersion(articleId))
    const { version } = await stateOf(articleId)
    const saved = await writer.call('articles.update', { articleId, version, title: '新的标题' })
    expect(await stateOf(articleId)).toMatchObject({ status: 2, revisionStatus: 0 })
    await writer.call('articles.update', { articleId, version: saved.version, submit: 1 })
    expect(await publicTitles(articleId)).toEqual(['原来的标题'])
    const waiting = await head.call('articles.getList', { status: 1, kind: 2, pageSize: 200 })
    expect(waiting.records.map(it => it.articleId)).toContain(articleId)
    expect(await head.call('articles.one', { articleId })).toMatchObject({
      title: '新的标题',
      changedFields: ['title'],
    })

    await head.call('articles.refuse', { ...(await currentVersion(articleId)), reason: '请说明修改理由' })
    expect(await stateOf(articleId)).toMatchObject({ status: 2, revisionStatus: 3 })
    const stateAfter = await stateOf(articleId)
    await writer.call('articles.update', { articleId, version: stateAfter.version, submit: 1 })
    await head.call('articles.pass', await currentVersion(articleId))
    expect(await publicTitles(articleId)).toEqual(['新的标题'])
    expect(await stateOf(articleId)).toMatchObject({ status: 2, revisionStatus: null })
    const kinds = await app.database.read(1, db =>
      db
        .select({ kind: articleRevisions.kind })
        .from(articleRevisions)
        .where(eq(articleRevisions.articleId, articleId))
        .orderBy(articleRevisions.version),
    )
    expect(kinds.map(it => it.kind)).toEqual([
      'create',
      'submit',
      'pass',
      'edit',
      'submit',
      'refuse',
      'submit',
      'pass',
    ])
  })

  test('a scheduled article is published at its time and taken offline at its end', async () => {
    const later = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString()
    const { articleId, status } = await add(
      'admin',
      inputOf(app, types, { publishAt: later(1), expireAt: later(3) }),
      1,
    )
    expect(status).toBe(5)
    const turn = () => runPublication(app.database, 1, app.clock.now())
    await turn()
    expect(await publicTitles(articleId)).toEqual([])
    app.clock.advance(1.5 * 3_600_000)
    await turn()
    expect(await publicTitles(articleId)).toHaveLength(1)
    app.clock.advance(0.4 * 3_600_000)
    const { records } = await (
      await app.asNew('admin')
    ).call('logs.getAdminLogPageList', { module: [6], action: ['publish'] })
    expect(records.find(it => it.targetId === articleId)).toMatchObject({ operatorName: '系统', logType: 3 })
    app.clock.advance(1.2 * 3_600_000)
    expect(await publicTitles(articleId)).toEqual([])
    await turn()
    expect((await (await app.asNew('admin')).call('articles.one', { articleId })).status).toBe(4)
    app.clock.advance(-3.1 * 3_600_000)
  })

  test('an incomplete article is not submitted, and all that is missing is named', async () => {
    const admin = await app.as('admin')
    const bare = inputOf(app, types, { content: undefined, cover: undefined, lawyerIds: null, sourceType: 2 })
    await expect(admin.call('articles.add', { ...bare, submit: 1 })).rejects.toMatchObject({
      code: '4220',
      data: {
        errors: {
          content: '请输入正文',
          cover: '请上传封面',
          lawyerIds: expect.any(String),
          sourceName: expect.any(String),
        },
      },
    })
    const linked = inputOf(app, types, { contentMode: 2, linkUrl: 'https://evil.example.com/a', submit: 1 })
    await expect(admin.call('articles.add', linked)).rejects.toMatchObject({
      data: { errors: { linkUrl: expect.stringContaining('mp.weixin.qq.com') } },
    })
  })

  test('of two reviewers, one decides', async () => {
    const { articleId } = await add('branch2', fromEast(), 1)
    const [admin, head] = [await app.as('admin'), await app.as('branch')]
    const codes = await settledCodes([
      admin.call('articles.pass', await currentVersion(articleId)),
      head.call('articles.refuse', { ...(await currentVersion(articleId)), reason: '重复提交' }),
      admin.call('articles.pass', await currentVersion(articleId)),
    ])
    expect(codes).toEqual(['200', '4091', '4091'])
  })
})

describe('D rights', () => {
  test('a branch sees the whole firm and changes its own; a sub-administrator only own articles', async () => {
    const { articleId: mains } = await add('admin', inputOf(app, types))
    const { articleId: heads } = await add('branch', fromEast())
    const [head, sub] = [await app.as('branch'), await app.as('branch2')]
    expect((await sub.call('articles.one', { articleId: mains })).articleId).toBe(mains)
    for (const [caller, articleId] of [
      [head, mains],
      [sub, heads],
      [sub, mains],
    ] as const)
      await expect(
        caller.call('articles.update', { articleId, version: 1, title: '改别人的' }),
      ).rejects.toMatchObject({ code: '4040' })
    await expect(add('branch', inputOf(app, types))).rejects.toMatchObject({
      data: { errors: { organizationId: '只能选择本所' } },
    })
    await expect(sub.call('articles.pass', await currentVersion(heads))).rejects.toMatchObject({
      code: '4030',
    })
  })

  test('an administrator who has moved to another office no longer edits the own articles of the former one', async () => {
    const { articleId, version } = await add('branch2', fromEast())
    const move = (office: string) =>
      app.database.write(1, db =>
        db
          .update(admins)
          .set({ organizationId: app.world.offices.get(office)! })
          .where(eq(admins.account, 'branch2')),
      )
    const writer = await app.as('branch2')
    await move('南所')
    await expect(writer.call('articles.update', { articleId, version, title: '改动' })).rejects.toMatchObject(
      {
        code: '4040',
      },
    )
    await move('东所')
    await writer.call('articles.update', { articleId, version, title: '改动' })
  })

  test('a lawyer submits an article, which names the lawyer and is reviewed', async () => {
    const lawyer = await app.as('13800000002')
    const { articleId, status, version } = await add('13800000002', fromEast({ lawyerIds: null }), 1)
    expect(status).toBe(1)
    const { records } = await lawyer.call('articles.getList', { lawyerId: lawyer.id, pageSize: 200 })
    expect(records.find(it => it.articleId === articleId)).toMatchObject({ lawyerIds: [lawyer.id], version })
    await lawyer.call('articles.update', { articleId, version, submit: 0 })
    const other = await app.as('13800000001')
    await expect(other.call('articles.one', { articleId })).rejects.toMatchObject({ code: '4040' })
  })

  test('the public gets published articles without internal fields', async () => {
    const { articleId } = await add('admin', inputOf(app, types), 1)
    await add('admin', inputOf(app, types, { title: '没有发布的草稿' }))
    const { records } = await app.call('articles.getList', { kind: 2, pageSize: 200 })
    expect(records.every(it => it.status === 2)).toBe(true)
    const row = records.find(it => it.articleId === articleId)!
    for (const name of ['version', 'createdBy', 'updatedBy', 'refuseReason', 'revisionStatus', 'expireAt'])
      expect(row).not.toHaveProperty(name)
  })

  test('nobody reviews an article of which they are an author', async () => {
    await app.database.write(1, db =>
      db.execute(`update lawyers set mobile = (select mobile from admins where account = 'branch' and firm_id = 1)
        where mobile = '13800000002'`),
    )
    const { articleId } = await add('branch2', fromEast(), 1)
    await expect(
      (await app.as('branch')).call('articles.pass', await currentVersion(articleId)),
    ).rejects.toMatchObject({
      code: '4030',
      message: '不得审核本人内容，请由其他管理员审核',
    })
    expect((await add('branch', fromEast(), 1)).status).toBe(1)
    await app.database.write(1, db =>
      db.execute(`update lawyers set mobile = '13800000002' where id = ${eastern()}`),
    )
  })
})

describe('D content', () => {
  test('removes scripts, styles, handlers and javascript: links, and keeps pictures, tables and films', async () => {
    const content = `<h2 onclick="x()">题&#8203;\u200D</h2><script>alert(1)</script><style>p{}</style><p style="color:red">文</p>
      <a href="javascript:alert(1)">链</a><svg onload="x()"><path/></svg><iframe src="https://a.cn"></iframe>
      <img src="/api/files/1/a.webp" alt="图" onerror="x()"><img src="data:image/svg+xml,x"><img src="/api/auth/self">
      <table><tbody><tr><td colspan="2">格</td></tr></tbody></table><video src="/api/files/1/a.mp4" autoplay></video>`
    const { articleId } = await add('admin', inputOf(app, types, { content }))
    const { content: storedContent } = await (await app.as('admin')).call('articles.one', { articleId })
    expect(storedContent).toContain('<h2>题</h2>')
    expect(storedContent).not.toMatch(
      /script|style|onclick|onerror|onload|javascript|svg|iframe|autoplay|data:|auth\/self/,
    )
    expect(storedContent).toContain('<img alt="图" src="/api/files/1/a.webp" />')
    expect(storedContent).toContain('<td colspan="2">格</td>')
    expect(storedContent).toContain('<video src="/api/files/1/a.mp4">')
  })

  test.each([
    ['<p><a href="javascript:alert(1)">x</a></p>', '<p><a>x</a></p>'],
    ['<p><a href=" data:text/html,x">x</a><a href="/api/auth/self">y</a></p>', '<p><a>x</a><a>y</a></p>'],
    ['<svg><animate onbegin="alert(1)"/><a xlink:href="javascript:alert(1)">x</a></svg>', '<a>x</a>'],
    ['<math><mi xlink:href="javascript:alert(1)">x</mi></math>', 'x'],
    ['<p style="x" class="MsoNormal"><o:p>&nbsp;</o:p>x</p>', '<p>\u00A0x</p>'],
    ['<video src="javascript:alert(1)" onerror="x()"></video><p>x</p>', '<p>x</p>'],
    ['<img data-upload="7"><p>x</p>', '<p>x</p>'],
  ])('%s is stored without executable parts', async (content, clean) => {
    const { articleId } = await add('admin', inputOf(app, types, { content: `${content}<p>文</p>` }))
    const { content: storedContent } = await (await app.as('admin')).call('articles.one', { articleId })
    expect(storedContent?.replace('<p>文</p>', '').replaceAll('&nbsp;', '\u00A0')).toBe(clean)
  })

  test('a link may be a mail address or a phone number', async () => {
    const content =
      '<p><a href="mailto:a@b.cn">信</a><a href="tel:021-12345678">话</a><a href="http://a.cn">网</a></p>'
    const { articleId } = await add('admin', inputOf(app, types, { content }))
    const { content: storedContent } = await (await app.as('admin')).call('articles.one', { articleId })
    for (const href of ['mailto:a@b.cn', 'tel:021-12345678', 'http://a.cn'])
      expect(storedContent).toContain(`href="${href}"`)
  })

  test('professional is JSON text in both directions, and an invalid one is refused', async () => {
    const admin = await app.as('admin')
    const profession = await admin.call('professions.add', { name: '争议解决', sort: 0, enabled: 1 })
    const { articleId } = await add('admin', inputOf(app, types, { professional: `[${profession.id}]` }), 1)
    expect((await admin.call('articles.one', { articleId })).professional).toBe(`[${profession.id}]`)
    const found = await app.call('articles.getList', { professionalId: profession.id })
    expect(found.records.map(it => it.articleId)).toEqual([articleId])
    for (const professional of ['[1', '{"a":1}', '["x"]', '[1,2,3,4,5,6]'])
      await expect(add('admin', inputOf(app, types, { professional }))).rejects.toMatchObject({
        data: { errors: { professional: expect.any(String) } },
      })
  })

  test('articles are found by title, author, pinyin and words of the body, and counted by state', async () => {
    const { articleId } = await add(
      'admin',
      inputOf(app, types, { content: '<p>海上货物<b>留置权</b></p>' }),
      1,
    )
    const admin = await app.as('admin')
    for (const keyword of ['留置权', '出资期限', '吴律师', 'wulvshi']) {
      const { records } = await admin.call('articles.getList', { keyword, pageSize: 200 })
      expect(records.map(it => it.articleId)).toContain(articleId)
    }
    const counts = await admin.call('articles.getArticleNum', { kind: 2 })
    const all = await admin.call('articles.getList', { kind: 2 })
    expect(counts.all).toBe(all.total)
    const published = await admin.call('articles.getList', { kind: 2, status: 2 })
    expect(counts.published).toBe(published.total)
    expect(await admin.call('articles.getArticleNum', { kind: 2, keyword: '留置权' })).toMatchObject({
      all: 1,
    })
  })
})

describe('D a lawyer’s page', () => {
  test('is changed by the lawyer and the lawyer’s administrators only', async () => {
    const { articleId } = await add('admin', fromEast(), 1)
    const [lawyer, south] = [await app.as('13800000002'), await app.as('south')]
    const target = { articleId, lawyerId: lawyer.id }
    expect(await lawyer.call('articles.userTop', { ...target, to: 1 })).toEqual({ isTop: 1 })
    expect(await (await app.as('branch')).call('articles.userShow', target)).toEqual({ isShow: 0 })
    const { records } = await lawyer.call('articles.getUserList', { lawyerId: lawyer.id, kind: 2 })
    expect(records[0]).toMatchObject({ articleId, isTop: 1, isShow: 0, role: 1 })
    await expect(south.call('articles.userTop', target)).rejects.toMatchObject({ code: '4040' })
    const other = await app.as('13800000001')
    await expect(other.call('articles.getUserList', { lawyerId: lawyer.id })).rejects.toMatchObject({
      code: '4040',
    })
    await expect(
      lawyer.call('articles.userTop', { articleId: articleId + 1000, lawyerId: lawyer.id }),
    ).rejects.toMatchObject({ code: '4040' })
  })
})

test('an article of two people is pinned and hidden on the page of one of them only', async () => {
  const other = app.world.people.get('13800000001')!.id
  const { articleId } = await add('admin', fromEast({ lawyerIds: [eastern(), other] }), 1)
  const admin = await app.as('admin')
  await admin.call('articles.userTop', { articleId, lawyerId: eastern(), to: 1 })
  await admin.call('articles.userShow', { articleId, lawyerId: other, to: 0 })
  const rowOf = async (lawyerId: number) => {
    const { records } = await admin.call('articles.getUserList', { lawyerId, kind: 2, pageSize: 200 })
    return records.find(it => it.articleId === articleId)
  }
  expect(await rowOf(eastern())).toMatchObject({ isTop: 1, isShow: 1 })
  expect(await rowOf(other)).toMatchObject({ isTop: 0, isShow: 0 })
})

test('an article of two people is found once when searched among those of one', async () => {
  const other = app.world.people.get('13800000001')!.id
  const draft = fromEast({ title: '两人合写的仲裁裁决撤销实务', lawyerIds: [eastern(), other] })
  const { articleId } = await add('admin', draft, 1)
  const query = { lawyerId: eastern(), keyword: '仲裁裁决撤销' }
  const { records, total } = await (await app.as('admin')).call('articles.getUserList', query)
  expect([total, records.map(it => [it.articleId, it.lawyerId])]).toEqual([1, [[articleId, eastern()]]])
})

test('an article that was changed since it was read is not passed', async () => {
  const [writer, head] = [await app.as('branch2'), await app.as('branch')]
  const { articleId, version } = await add('branch2', fromEast({ title: '审核人读过的标题' }), 1)
  const drafted = await writer.call('articles.update', { articleId, version, submit: 0 })
  const rewritten = { articleId, version: drafted.version, title: '没有人读过的标题', submit: 1 as const }
  await writer.call('articles.update', rewritten)
  await expect(head.call('articles.pass', { articleId, version })).rejects.toMatchObject({
    code: '4090',
    data: { current: { title: '没有人读过的标题' } },
  })
  await expect(
    head.call('articles.refuse', { articleId, version, reason: '标题太泛' }),
  ).rejects.toMatchObject({ code: '4090' })
  expect(await stateOf(articleId)).toMatchObject({ status: 1 })
})
