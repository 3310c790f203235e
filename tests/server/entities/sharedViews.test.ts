import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { logs, sharedViews } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(() => app.database.write(1, db => db.delete(sharedViews).where(eq(sharedViews.firmId, 1))))

const content = {
  filter: { status: [0] },
  sort: { field: 'updatedAt', order: 'DESC' as const },
  perPage: 50,
  columns: { order: ['name', 'status'], hidden: ['status'] },
  density: 'compact' as const,
}
const office = (name: string) => app.world.offices.get(name)!
const input = (organizationId: number | null, name = '本月待审核') => ({
  resource: 'lawyers',
  name,
  organizationId,
  content,
})
const share = async (account: string, organizationId: number | null, name?: string) =>
  (await app.as(account)).call('sharedViews.share', input(organizationId, name))
const namesFor = async (account: string) =>
  (await (await app.as(account)).call('sharedViews.list', { resource: 'lawyers' })).map(view => view.name)
const refusal = (code: string) => expect.objectContaining({ code }) as unknown
const errors = (fields: object) =>
  expect.objectContaining({ code: '4220', data: { errors: fields } }) as unknown
const lastLogs = (count: number) =>
  app.database.read(1, db =>
    db
      .select({ action: logs.action, summary: logs.summary, office: logs.targetOrgId })
      .from(logs)
      .where(eq(logs.targetType, 'sharedViews'))
      .orderBy(desc(logs.seq))
      .limit(count),
  )

describe('a view shared with an office', () => {
  test('is visible to the administrators of that office only', async () => {
    await share('branch2', office('东所'))
    expect(await namesFor('branch')).toEqual(['本月待审核'])
    expect(await namesFor('branch2')).toEqual(['本月待审核'])
    expect(await namesFor('south')).toEqual([])
    expect(await namesFor('admin2')).toEqual([])
    expect(await namesFor('other-admin')).toEqual([])
    // The main administrator of the firm may remove it, and therefore sees it.
    expect(await namesFor('admin')).toEqual(['本月待审核'])
    const [view] = await (await app.as('branch')).call('sharedViews.list', { resource: 'lawyers' })
    expect(view).toMatchObject({
      officeName: '东所',
      createdByName: '李助理',
      isOwn: 0,
      mayEdit: 1,
      content,
    })
    expect(await (await app.as('branch')).call('sharedViews.list', { resource: 'cards' })).toEqual([])
    for (const account of ['system', '13800000001'])
      await expect(namesFor(account)).rejects.toEqual(refusal('4030'))
  })

  test('is shared by its own administrators, and by the main office with any office or all', async () => {
    await expect(share('branch', office('南所'))).rejects.toEqual(refusal('4040'))
    await expect(share('branch', null)).rejects.toEqual(errors({ organizationId: '请选择本所' }))
    await share('admin2', office('南所'), '给南所')
    await share('admin2', null, '给全部')
    expect(await namesFor('south')).toEqual(['给全部', '给南所'])
    expect(await namesFor('admin2')).toEqual(['给全部', '给南所'])
    expect(await namesFor('branch')).toEqual(['给全部'])
    await expect(share('admin', office('南所'), '给南所')).rejects.toEqual(
      errors({ name: '该视图名称已存在' }),
    )
    expect(await lastLogs(2)).toEqual([
      { action: 'create', summary: '将列表视图【给全部】共享给全部律所', office: office('总所') },
      { action: 'create', summary: '将列表视图【给南所】共享给南所', office: office('南所') },
    ])
  })

  test('is renamed, changed and removed by its author and the main administrators, each with a log row', async () => {
    const { id, version } = await share('branch2', office('东所'))
    const [branch, south, admin2] = await Promise.all(['branch', 'south', 'admin2'].map(it => app.as(it)))
    for (const other of [south!, admin2!])
      await expect(other.call('sharedViews.update', { id, version, name: '别的' })).rejects.toEqual(
        refusal('4040'),
      )
    const renamed = await branch!.call('sharedViews.update', { id, version, name: '待审核' })
    // Somebody with a page from before the change loses nothing, and neither does the other.
    const author = await app.as('branch2')
    await expect(author.call('sharedViews.update', { id, version, name: '审核' })).rejects.toEqual(
      refusal('4090'),
    )
    await author.call('sharedViews.update', {
      id,
      version: renamed.version,
      content: { ...content, perPage: 20 },
    })
    await (await app.as('admin')).call('sharedViews.remove', { id })
    expect(await namesFor('branch2')).toEqual([])
    await expect(author.call('sharedViews.remove', { id })).rejects.toEqual(refusal('4040'))
    expect((await lastLogs(3)).map(it => it.summary)).toEqual([
      '删除共享视图【待审核】',
      '修改共享视图【待审核】的筛选、排序和列',
      '将【本月待审核】的视图名称由“本月待审核”改为“待审核”',
    ])
  })

  test('is not changed by colleagues of the author who are no main administrators', async () => {
    const { id, version } = await share('branch', office('东所'))
    const colleague = await app.as('branch2')
    const [view] = await colleague.call('sharedViews.list', { resource: 'lawyers' })
    expect(view!.mayEdit).toBe(0)
    for (const attempt of [
      () => colleague.call('sharedViews.update', { id, version, name: '别的' }),
      () => colleague.call('sharedViews.remove', { id }),
    ])
      await expect(attempt()).rejects.toEqual(refusal('4030'))
  })

  test('never shows rows outside the reader’s own scope', async () => {
    const admin = await app.as('admin')
    await admin.call('sharedViews.share', {
      ...input(office('东所')),
      content: { ...content, filter: { organizationId: office('南所') } },
    })
    const branch = await app.as('branch')
    const [view] = await branch.call('sharedViews.list', { resource: 'lawyers' })
    const { filter } = view!.content
    expect((await admin.call('lawyers.pageList', filter)).total).toBeGreaterThan(0)
    expect((await branch.call('lawyers.pageList', filter)).total).toBe(0)
  })

  test('is refused with filters, columns or an order that the list does not have, and when it is too large', async () => {
    const branch = await app.as('branch')
    const attempt = (change: object, resource = 'lawyers') =>
      branch.call('sharedViews.share', {
        ...input(office('东所')),
        resource,
        content: { ...content, ...change },
      } as never)
    const wrongFilter = errors({ content: '筛选条件不正确，请清除后重新设置' })
    for (const filter of [
      { password: 'x' },
      { pageSize: 5 },
      { constructor: 1 },
      { organizationId: 'x' },
      { status: { $ne: 1 } },
    ])
      await expect(attempt({ filter })).rejects.toEqual(wrongFilter)
    await expect(attempt({ columns: { order: ['passwordHash'], hidden: [] } })).rejects.toEqual(
      errors({ content: '该列表没有所选的列，请重新设置列' }),
    )
    await expect(attempt({ sort: { field: 'passwordHash', order: 'ASC' } })).rejects.toEqual(
      errors({ content: '该列表不能按此列排序' }),
    )
    for (const resource of ['nothing', 'session', 'constructor'])
      await expect(attempt({}, resource)).rejects.toEqual(errors({ resource: '没有这个列表' }))
    await expect(attempt({ filter: { keyword: 'x'.repeat(9000) } })).rejects.toEqual(
      errors({ content: '内容过长，请减少筛选条件' }),
    )
    await expect(attempt({ perPage: 1000 })).rejects.toEqual(refusal('4220'))
    // A character that the database cannot store is removed.
    await attempt({ filter: { keyword: '张\u0000三' } })
  })

  test('is one of at most fifty for a list and an office, also when several are shared at once', async () => {
    await app.database.write(1, db =>
      db.insert(sharedViews).values(
        Array.from({ length: 49 }, (_, index) => ({
          ...input(office('东所'), `视图${index}`),
          firmId: 1,
        })),
      ),
    )
    const branch = await app.as('branch')
    const last = await Promise.allSettled(
      [...'甲乙丙丁戊己'].map(name => branch.call('sharedViews.share', input(office('东所'), name))),
    )
    expect(last.map(it => (it.status === 'rejected' ? it.reason : null)).filter(Boolean)).toEqual(
      Array.from({ length: 5 }, () => errors({ organizationId: '最多共享50个视图，请先删除不用的' })),
    )
    const both = await Promise.allSettled([1, 2].map(() => share('south', office('南所'))))
    expect(both.map(it => it.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('shared views as a part of the configuration file', () => {
  const exported = async (account: string) => {
    const { token } = await app.as(account)
    const response = await app.fetch('/firmConf/export', {
      method: 'POST',
      headers: { Token: token, 'Content-Type': 'application/json' },
      body: '{}',
    })
    return (await response.json()) as { parts: { sharedViews?: { views: object[] } } }
  }
  const importViews = async (account: string, views: object[], more: object = {}) => {
    const file = { format: 'tenant-admin/configuration', formatVersion: 1, parts: { sharedViews: { views } } }
    const { body } = await (
      await app.as(account)
    ).send('POST', '/firmConf/import', { body: { content: JSON.stringify(file), ...more } })
    return body as {
      code: string
      data: { parts: { version: number; differences: { label: string; after: string }[] }[]; errors: object }
    }
  }
  const apply = async (account: string, views: object[]) => {
    const { data } = await importViews(account, views)
    const versions = { sharedViews: data.parts[0]!.version }
    return {
      differences: data.parts[0]!.differences,
      ...(await importViews(account, views, { apply: 1, versions })),
    }
  }

  test('are written with their offices by name, and made and changed from it', async () => {
    await share('admin', office('东所'))
    await share('admin', null, '全所')
    const { views } = (await exported('admin')).parts.sharedViews!
    expect(views).toEqual([
      { resource: 'lawyers', office: null, name: '全所', content },
      { resource: 'lawyers', office: '东所', name: '本月待审核', content },
    ])
    await app.database.write(1, db => db.delete(sharedViews).where(eq(sharedViews.name, '全所')))
    const changed = views.map((it, nth) =>
      nth === 1 ? { ...it, content: { ...content, perPage: 100 } } : it,
    )
    const { code, differences } = await apply('admin', changed)
    expect(code).toBe('200')
    expect(differences.at(-1)).toMatchObject({ label: expect.stringContaining('本月待审核'), after: '100' })
    expect((await exported('admin')).parts.sharedViews!.views).toEqual(changed)
    expect((await importViews('admin', changed)).data.parts).toEqual([])
    expect(await lastLogs(2)).toMatchObject([{ action: 'update' }, { action: 'create' }])
  })

  test('refuse a list, an office, a filter and a colleague’s view that the caller cannot name', async () => {
    await share('admin', null)
    const view = { resource: 'lawyers', office: null, name: '本月待审核', content }
    const wrong: [string, object][] = [
      ['admin', { ...view, resource: 'nothing' }],
      ['admin', { ...view, office: '无此所' }],
      ['admin', { ...view, name: '别的', content: { ...content, filter: { nothing: 1 } } }],
      ['admin2', { ...view, content: { ...content, perPage: 20 } }],
    ]
    for (const [account, it] of wrong)
      expect(await apply(account, [it])).toMatchObject({
        code: '4220',
        data: { errors: { content: expect.any(String) } },
      })
    const both = [view, { ...view, content: { ...content, perPage: 20 } }]
    expect(await importViews('admin', both)).toMatchObject({ code: '4220' })
  })

  test('are shared by an office with itself only, as on the page, whatever the file names', async () => {
    const view = { resource: 'lawyers', office: null, name: '分所的', content }
    for (const office of [null, '南所'])
      expect(await apply('branch', [{ ...view, office }])).toMatchObject({
        code: '4220',
        data: { errors: { content: expect.stringContaining('分所的') } },
      })
    expect(await apply('branch', [{ ...view, office: '东所' }])).toMatchObject({ code: '200' })
    expect(await namesFor('admin')).toEqual(['分所的'])
  })

  test('lose the characters that the database cannot store', async () => {
    const view = { resource: 'lawyers', office: null, name: '带空字符' }
    const filter = { keyword: '张\u0000三\ud800' }
    expect(await apply('admin', [{ ...view, content: { ...content, filter } }])).toMatchObject({
      code: '200',
    })
    expect((await exported('admin')).parts.sharedViews!.views).toMatchObject([
      { content: { filter: { keyword: '张三\ufffd' } } },
    ])
  })

  test('are compared in the words of their list, in the language of the reader', async () => {
    const filter = { status: [0, 3], keyword: '张', from: '2026-01-01' }
    const view = { resource: 'lawyers', office: '东所', name: '新的', content: { ...content, filter } }
    const compared = await importViews('admin', [view])
    expect(compared.data.parts[0]!.differences.map(it => it.after)).toEqual([
      '关键词：张；状态：待审核、已停用',
      '更新时间：降序',
      '50',
      '顺序：姓名、状态；隐藏：状态',
      '紧凑',
    ])
  })
})
