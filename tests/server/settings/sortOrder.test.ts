import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { cards, lawyers, positions } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
/** Three people whom each rule puts in a different order. */
const people = [
  {
    name: '丁一',
    namePinyin: 'dingyi',
    nameSort: 'ding',
    weight: 1,
    isTop: 0,
    firstPractisedYear: 2010,
    entryDate: '2022-01-01',
  },
  {
    name: '安国',
    namePinyin: 'anguo',
    nameSort: 'an',
    weight: 9,
    isTop: 0,
    firstPractisedYear: 2001,
    entryDate: '2023-01-01',
  },
  {
    name: '魏征',
    namePinyin: 'weizheng',
    nameSort: 'wei',
    weight: 5,
    isTop: 1,
    firstPractisedYear: 2005,
    entryDate: '2021-01-01',
  },
] as const
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  for (const { weight, isTop, firstPractisedYear, entryDate, ...named } of people) {
    const { id, lawyerId } = await stage.card()
    await app.database.write(1, async db => {
      await db
        .update(cards)
        .set({ ...named, weight, isTop, team: undefined } as never)
        .where(eq(cards.id, id))
      await db
        .update(lawyers)
        .set({ ...named, firstPractisedYear, entryDate })
        .where(eq(lawyers.id, lawyerId))
    })
  }
})
afterAll(() => app.close())

const save = async (patch: object) => {
  const now = await stage.admin.call('sortSet.get')
  await stage.admin.call('sortSet.update', { ...now, ...patch })
}
const ownPeople: readonly string[] = people.map(it => it.name)
const order = async (call: 'cards.pageList' | 'lawyers.pageList') => {
  const { records } = await stage.admin.call(call, { pageSize: 200 })
  return (records as { name: string }[]).map(it => it.name).filter(it => ownPeople.includes(it))
}
const [ding, an, wei] = ownPeople as readonly [string, string, string]

describe.each(['cards.pageList', 'lawyers.pageList'] as const)('order of people on %s', call => {
  test.each([
    ['pinyin', 'asc', [an, ding, wei]],
    ['pinyin', 'desc', [wei, ding, an]],
    ['stroke', 'asc', [ding, an, wei]],
    ['weight', 'desc', [an, wei, ding]],
    ['practiceYear', 'asc', [an, wei, ding]],
    ['entryDate', 'asc', [wei, ding, an]],
  ] as const)('follows the rule %s %s', async (by, direction, expected) => {
    await save({ rules: [{ by, order: direction }] })
    expect(await order(call)).toEqual(expected)
  })

  test('follows several rules, one after the other', async () => {
    await save({
      rules: [
        { by: 'top', order: 'desc' },
        { by: 'pinyin', order: 'asc' },
      ],
    })
    expect(await order(call)).toEqual([wei, an, ding])
  })

  test('follows a position that moves and a card that appears or disappears', async () => {
    const { database } = app
    const levels = async (codes: Record<string, number>) =>
      database.write(1, async db => {
        for (const [postCode, postLevel] of Object.entries(codes))
          await db
            .insert(positions)
            .values({ firmId: 1, postName: postCode, postCode, postLevel })
            .onConflictDoUpdate({ target: [positions.firmId, positions.postCode], set: { postLevel } })
      })
    const cardsOf = (name: string, patch: Partial<typeof cards.$inferInsert>) =>
      database.write(1, db => db.update(cards).set(patch).where(eq(cards.name, name)))
    await levels({ high: 2, low: 8 })
    await cardsOf(an, { postCode: 'low' })
    await cardsOf(ding, { postCode: 'high' })
    await cardsOf(wei, { postCode: null })
    await save({ rules: [{ by: 'post', order: 'asc' }] })
    expect(await order(call)).toEqual([ding, an, wei])
    await levels({ low: 1 })
    expect(await order(call)).toEqual([an, ding, wei])
    await cardsOf(wei, { postCode: 'low', deletedAt: new Date() })
    expect((await order('lawyers.pageList')).at(-1)).toBe(wei)
    await cardsOf(wei, { deletedAt: null })
    expect((await order(call)).at(-1)).toBe(ding)
  })

  test('is random but the same all day on every page', async () => {
    await save({ rules: [{ by: 'random', order: 'asc' }] })
    const first = await order(call)
    expect(await order(call)).toEqual(first)
    const pages = []
    for (const pageNum of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      const { records } = await stage.admin.call(call, { pageSize: 3, pageNum })
      pages.push(...(records as { name: string }[]).map(it => it.name))
    }
    expect(pages.filter(it => ownPeople.includes(it))).toEqual(first)
  })

  test('is replaced by the order that a caller asks for', async () => {
    await save({ rules: [{ by: 'pinyin', order: 'desc' }] })
    const { records } = await stage.admin.call(call, { pageSize: 200, sortField: 'name', sortOrder: 'asc' })
    expect((records as { name: string }[]).map(it => it.name).filter(it => ownPeople.includes(it))).toEqual([
      an,
      ding,
      wei,
    ])
  })

  test('starts with the main office’s people if grouped by office', async () => {
    await save({ groupBy: 1, rules: [{ by: 'pinyin', order: 'asc' }] })
    const { records } = await stage.admin.call(call, { pageSize: 200 })
    const offices = (records as { organizationId: number }[]).map(it => it.organizationId)
    expect(offices.indexOf(stage.organizationId)).toBe(0)
    // The people of each office stand together.
    expect(offices.filter((it, at) => it !== offices[at - 1])).toHaveLength(new Set(offices).size)
    await save({ groupBy: 0 })
  })
})

test('articles are sorted for visitors by time or by their number, as the firm sets', async () => {
  const { types, organizationId } = stage
  const add = (title: string, sort: number) =>
    stage.article({ title, sort, submit: 1, typeId: types[2], organizationId })
  await add('先发布的内容', 1)
  app.clock.advance(60_000)
  await add('后发布的内容', 2)
  const titles = async () =>
    (await app.call('articles.getList', { pageSize: 10 })).records.map(it => it.title)
  expect(await titles()).toEqual(['后发布的内容', '先发布的内容'])
  await save({ articleOrder: 'sort' })
  expect(await titles()).toEqual(['先发布的内容', '后发布的内容'])
})
