import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { cards, logs, professions, selfProfessions } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { inputOf, prepareTypes } from '../../support/articles.ts'
import { rowsIn } from '../../support/sheet.ts'
import { statementsOf } from '../../support/statements.ts'
import { settledCodes } from '../../support/settledCodes.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const official = [
    { id: 1, parentId: null, code: '01', name: '刑事', nameEn: 'Criminal', sort: 1 },
    { id: 101, parentId: 1, code: '0101', name: '刑事辩护', nameEn: 'Criminal Defence', sort: 1 },
    { id: 2, parentId: null, code: '02', name: '停用领域', nameEn: 'Closed', sort: 2, enabled: false },
  ]
  await app.database.write(null, db => db.insert(professions).values(official).onConflictDoNothing())
  await app.database.write(null, db =>
    db.update(professions).set({ enabled: false }).where(eq(professions.id, 2)),
  )
})
afterAll(() => app.close())

const make = async (name: string, given: object = {}) =>
  (await app.as('admin')).call('professions.add', { name, ...given })

const read = async (id: number) => (await app.as('admin')).call('professions.one', { id })

type Chosen = { type: 'official' | 'self'; id: number }
const addCard = async (
  language: 'CN' | 'EN',
  lawyer: string,
  list: Chosen[],
  published: Chosen[] | null = null,
) => {
  const { id: lawyerId, organizationId } = app.world.people.get(lawyer)!
  const [row] = await app.database.write(1, db =>
    db
      .insert(cards)
      .values({
        firmId: 1,
        lawyerId,
        language,
        organizationId,
        name: lawyer,
        content: { professions: list },
        published: published && { professions: published },
      })
      .returning(),
  )
  return row!.id
}
const cardOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(cards).where(eq(cards.id, id)))
  return row!
}
const logged = (id: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.targetType, 'professions'), eq(logs.targetId, id)))
      .orderBy(logs.seq),
  )

test('everybody sees the official professions, without disabled ones', async () => {
  const rows = await (await app.as('13800000001')).call('officialProfessions.list', {})
  expect(rows.map(it => it.code)).toEqual(['01', '0101'])
  expect(rows[1]).toMatchObject({ parentId: 1, name: '刑事辩护' })
})

test('the official tree is public, and the firm’s own professions map to it', async () => {
  const tree = await app.call('officialProfessions.tree')
  expect(tree).toMatchObject([{ code: '01', children: [{ name: '刑事辩护' }] }])
})

describe('the list', () => {
  test('filters, searches literally, sorts and counts the cards of each', async () => {
    const [{ id: used }, { id: unused }] = [
      await make('数据合规'),
      await make('海事海商', { enabled: 0, sort: 5 }),
    ]
    await addCard('CN', '13800000001', [
      { type: 'official', id: used },
      { type: 'self', id: used },
    ])
    await addCard('EN', '13800000001', [{ type: 'self', id: used }])
    const admin = await app.as('admin')
    const { records } = await admin.call('professions.list', { sortField: 'useCount', sortOrder: 'desc' })
    expect(records.map(it => [it.id, it.useCount])).toEqual([
      [used, 2],
      [unused, 0],
    ])
    expect((await admin.call('professions.list', { enabled: 0 })).records).toMatchObject([{ id: unused }])
    expect((await admin.call('professions.list', { keyword: '合规' })).total).toBe(1)
    expect((await admin.call('professions.list', { keyword: '%' })).total).toBe(0)
    const sentStatements = await statementsOf(app.database.pool, () => admin.call('professions.list', {}))
    expect(sentStatements.length).toBeLessThanOrEqual(2)
  })

  test('is read by every administrator and changed by the main one', async () => {
    const { id } = await make('私募股权')
    for (const account of ['admin2', 'branch', 'branch2', 'system']) {
      const caller = await app.as(account)
      expect((await caller.call('professions.one', { id })).name).toBe('私募股权')
      await expect(caller.call('professions.update', { id, version: 1, sort: 9 })).rejects.toMatchObject({
        code: '4030',
        data: { need: 'profession.edit' },
      })
    }
    await expect((await app.as('13800000001')).call('professions.list', {})).rejects.toMatchObject({
      code: '4030',
    })
    const other = await app.as('other-admin')
    await expect(other.call('professions.one', { id })).rejects.toMatchObject({ code: '4040' })
    await expect(other.call('professions.update', { id, version: 1, sort: 9 })).rejects.toMatchObject({
      code: '4040',
    })
    await expect(other.call('professions.delete', { id })).rejects.toMatchObject({ code: '4040' })
    await expect(other.call('professions.updateTop', { id, to: 1 })).rejects.toMatchObject({ code: '4040' })
  })

  test('shows the public the enabled ones of its firm, the pinned first', async () => {
    const admin = await app.as('admin')
    const { id } = await make('破产清算', { sort: 99 })
    await admin.call('professions.updateTop', { id, to: 1 })
    const rows = await app.call('professions.wxList', {})
    expect(rows[0]).toEqual({ id, name: '破产清算', nameEn: null, icon: null, isTop: 1 })
    expect(rows.map(it => it.name)).not.toContain('海事海商')
  })
})

describe('a change', () => {
  test('keeps names unique and refers to an official profession', async () => {
    const { id } = await make('税务', { mapTo: 101 })
    await expect(make('税务')).rejects.toMatchObject({ data: { errors: { name: '该领域名称已存在' } } })
    await expect(make('反垄断', { mapTo: 999 })).rejects.toMatchObject({
      data: { errors: { mapTo: '请选择对应标准领域' } },
    })
    const admin = await app.as('admin')
    await admin.call('professions.update', { id, version: 1, mapTo: 1, name: '税务' })
    expect((await logged(id)).map(it => it.diff.filter(({ field }) => field === 'mapTo'))).toMatchObject([
      [{ before: '', after: '刑事辩护' }],
      [{ before: '刑事辩护', after: '刑事' }],
    ])
  })

  test('with an outdated version overwrites nothing', async () => {
    const { id } = await make('环境能源')
    const admin = await app.as('admin')
    await admin.call('professions.update', { id, version: 1, nameEn: 'Energy' })
    await expect(
      admin.call('professions.update', { id, version: 1, nameEn: 'Environment' }),
    ).rejects.toMatchObject({
      code: '4090',
      data: { current: { nameEn: 'Energy' }, changedFields: ['nameEn'] },
    })
    expect(await read(id)).toMatchObject({ nameEn: 'Energy', version: 2 })
  })

  test('toggles the pin, and a repeated click with the wanted value has no further effect', async () => {
    const { id } = await make('医疗健康')
    const admin = await app.as('admin')
    expect(await admin.call('professions.updateTop', { id })).toEqual({ isTop: 1 })
    expect(await admin.call('professions.updateTop', { id })).toEqual({ isTop: 0 })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.call('professions.updateTop', { id, to: 1 })),
    )
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ isTop: 1 })))
    expect((await logged(id)).map(it => it.action)).toEqual(['create', 'top', 'untop', 'top'])
  })

  test('answers the present pin when another request has set it meanwhile', async () => {
    const { id } = await make('体育')
    const admin = await app.as('admin')
    const marked = Promise.withResolvers<void>()
    const other = app.database.write(1, async db => {
      await db.update(selfProfessions).set({ isTop: 1 }).where(eq(selfProfessions.id, id))
      marked.resolve()
      await vi.waitFor(async () => {
        // Within a transaction PostgreSQL caches pg_stat_activity until the snapshot is cleared.
        await db.execute(sql`select pg_stat_clear_snapshot()`)
        const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect((await db.execute(waiting)).rows).toHaveLength(1)
      }, 60_000)
    })
    await marked.promise
    const answer = admin.call('professions.updateTop', { id, to: 1 })
    await other
    expect(await answer).toEqual({ isTop: 1 })
  })

  test('sent several times at once creates one', async () => {
    const codes = await settledCodes(Array.from({ length: 5 }, () => make('娱乐体育')))
    expect(codes).toEqual(['200', '4220', '4220', '4220', '4220'])
  })
})

describe('deleting', () => {
  test('of a used one requires a replacement, and replaces it once on cards, published ones included', async () => {
    const [{ id: from }, { id: to }] = [await make('旧领域'), await make('新领域')]
    const other = { type: 'official', id: 1 } as const
    const [old, fresh] = [
      { type: 'self', id: from },
      { type: 'self', id: to },
    ] as const
    const cardOfLawyer = await addCard('CN', '13800000002', [old, other, fresh], [other, old])
    const admin = await app.as('admin')
    await expect(admin.call('professions.delete', { id: from })).rejects.toMatchObject({
      code: '4093',
      data: { refs: [{ type: 'cards', count: 1 }] },
    })
    await expect(admin.call('professions.delete', { id: from, moveTo: from })).rejects.toMatchObject({
      code: '4220',
    })
    const sentStatements = await statementsOf(app.database.pool, () =>
      admin.call('professions.delete', { id: from, moveTo: to }),
    )
    expect(sentStatements.length).toBeLessThanOrEqual(1 + 9)
    expect(await cardOf(cardOfLawyer)).toMatchObject({
      content: { professions: [fresh, other] },
      published: { professions: [other, fresh] },
    })
    await expect(read(from)).rejects.toMatchObject({ code: '4040' })
    expect((await logged(from)).at(-1)!.summary).toBe('删除【旧领域】，1张名片改用【新领域】')
    const rows = await app.database.read(1, db => db.select().from(selfProfessions))
    expect(rows.map(it => it.id)).not.toContain(from)
  })

  test('counts articles as uses and replaces it there, also in a pending change', async () => {
    const admin = await app.as('admin')
    const [{ id: from }, { id: to }] = [await make('文章旧领域'), await make('文章新领域')]
    const types = await prepareTypes(app)
    const draft = inputOf(app, types, { professional: `[${to},${from}]` })
    const { articleId } = await admin.call('articles.add', { ...draft, submit: 1 })
    const { version } = await admin.call('articles.one', { articleId })
    await admin.call('articles.update', { articleId, version, professional: `[${from}]` })
    expect(await read(from)).toMatchObject({ useCount: 1 })
    await expect(admin.call('professions.delete', { id: from })).rejects.toMatchObject({
      code: '4093',
      message: '有1篇内容使用该领域，请先选择替换的领域',
      data: { refs: [{ type: 'articles', count: 1 }] },
    })
    await admin.call('professions.delete', { id: from, moveTo: to })
    expect(await admin.call('articles.one', { articleId })).toMatchObject({
      professional: `[${to}]`,
      published: { professional: `[${to}]` },
    })
  })

  test('replaces it in a scheduled change of a card, which counts as a use', async () => {
    const admin = await app.as('admin')
    const [{ id: from }, { id: to }, { id: present }] = [
      await make('将用的领域'),
      await make('替换的领域'),
      await make('现用的领域'),
    ]
    const [old, fresh, own] = [from, to, present].map(id => [{ type: 'self' as const, id }])
    const id = await addCard('CN', '13800000003', own!, own!)
    const scheduled = {
      patch: { professions: old! },
      before: { professions: own! },
      byId: 1,
      byName: '赵主任',
    }
    const effectiveAt = new Date(app.clock.now().getTime() + 24 * 3_600_000)
    await app.database.write(1, db =>
      db.update(cards).set({ scheduled, effectiveAt }).where(eq(cards.id, id)),
    )
    await expect(admin.call('professions.delete', { id: from })).rejects.toMatchObject({
      code: '4093',
      data: { refs: [{ type: 'cards', count: 1 }] },
    })
    await admin.call('professions.delete', { id: from, moveTo: to })
    expect(await cardOf(id)).toMatchObject({
      content: { professions: own },
      scheduled: { patch: { professions: fresh }, before: { professions: own } },
    })
    await admin.call('professions.delete', { id: present, moveTo: to })
    expect(await cardOf(id)).toMatchObject({
      published: { professions: fresh },
      scheduled: { patch: { professions: fresh }, before: { professions: fresh } },
    })
  })

  test('of an unused one needs nothing', async () => {
    const { id } = await make('无人使用')
    await expect((await app.as('admin')).call('professions.delete', { id })).resolves.toEqual({})
  })
})

test('a file names the official profession, below another one and in the file’s language too', async () => {
  await make('涉外刑事', { mapTo: 101 })
  const { token } = await app.as('admin')
  const fileIn = async (language: string) => {
    const headers = { Token: token, 'Content-Type': 'application/json', 'Accept-Language': language }
    const body = JSON.stringify({ columns: ['name', 'mapTo'] })
    const response = await app.fetch('/export/professions', { method: 'POST', headers, body })
    return rowsIn(new Uint8Array(await response.arrayBuffer()))
  }
  expect(await fileIn('zh-CN')).toContainEqual(['涉外刑事', '刑事辩护'])
  expect(await fileIn('en')).toContainEqual(['涉外刑事', 'Criminal Defence'])
})
