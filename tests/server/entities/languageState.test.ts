import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { cards, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const chinese = { slogan: '二十年专注一件事', team: '争议解决部', intro: '<p>2008年起执业</p>' }
const english = { slogan: 'One thing for twenty years', team: 'Disputes', intro: '<p>Since 2008</p>' }

/** A person with two published cards. */
const person = async (parts: { chinese?: object; english?: object } = {}) => {
  const { id: lawyerId, key } = await stage.lawyer()
  const create = (language: 'CN' | 'EN', content: object) =>
    stage.admin.call('cards.createCard', {
      lawyerId,
      language,
      name: language === 'CN' ? '样本律师' : 'Sample',
      ...stage.needed,
      ...content,
      publish: 1,
    })
  const cn = await create('CN', { ...chinese, ...parts.chinese })
  app.clock.advance(1000)
  const en = await create('EN', { ...english, ...parts.english })
  const change = async (id: number, patch: object) => {
    app.clock.advance(60_000)
    const { version } = await stage.admin.call('cards.cardInfo', { id })
    return stage.admin.call('cards.update', { id, version, ...patch })
  }
  const outdated = async () => (await stage.admin.call('cards.cardInfo', { id: en.id })).outdated ?? []
  return { lawyerId, key, cn: cn.id, en: en.id, change, outdated }
}

const listed = async (lawyerId: number, englishState: 1 | 2) => {
  const { records } = await stage.admin.call('cards.pageList', {
    lawyerId,
    englishState,
    pageNum: 1,
    pageSize: 10,
  })
  return records.map(it => it.language)
}

test('an English card is up to date until the Chinese one changes, and again once it follows', async () => {
  const { lawyerId, cn, en, change, outdated } = await person()
  expect(await outdated()).toEqual([])
  expect([await listed(lawyerId, 1), await listed(lawyerId, 2)]).toEqual([[], ['EN']])
  const { version } = await change(cn, { slogan: '三十年专注一件事' })
  const { publishedAt: at } = await stage.admin.call('cards.cardInfo', { id: cn })
  expect(await outdated()).toEqual([{ field: 'slogan', version, at }])
  expect([await listed(lawyerId, 1), await listed(lawyerId, 2)]).toEqual([['EN'], []])
  await change(en, { team: 'Dispute resolution' })
  expect((await outdated()).map(it => it.field)).toEqual(['slogan'])
  await change(en, { slogan: 'One thing for thirty years' })
  expect(await outdated()).toEqual([])
  expect(await listed(lawyerId, 1)).toEqual([])
})

test('what the Chinese card has and the English one lacks is to be brought up to date', async () => {
  const { lawyerId, en, change } = await person({ english: { team: null } })
  expect(await listed(lawyerId, 1)).toEqual(['EN'])
  await change(en, { team: 'Disputes' })
  expect(await listed(lawyerId, 1)).toEqual([])
})

test('pictures and the name, which each card has of its own, make nothing outdated', async () => {
  const { cn, change, outdated } = await person()
  await change(cn, { name: '样本大律师', visibility: { mobile: 0 } })
  expect(await outdated()).toEqual([])
})

test('a change that nobody has published makes nothing outdated', async () => {
  const { cn, key, outdated } = await person()
  const lawyer = await app.as(key)
  const { version } = await lawyer.call('cards.cardInfo', { id: cn })
  app.clock.advance(60_000)
  await lawyer.call('cards.update', { id: cn, version, intro: '<p>2009年起执业</p>' })
  const after = await stage.admin.call('cards.cardInfo', { id: cn })
  expect(after.intro).toContain('2009')
  expect(after.published?.intro).not.toContain('2009')
  expect(await outdated()).toEqual([])
})

test('a lawyer says that a field is still right, which is logged, and not what he has not seen', async () => {
  const { cn, en, key, change, outdated } = await person()
  await change(cn, { slogan: '三十年专注一件事', team: '争议部' })
  const lawyer = await app.as(key)
  const seen = await outdated()
  const { version } = await change(cn, { team: '争议一部' })
  await expect(
    lawyer.call('cards.confirmEnglish', {
      id: en,
      fields: seen.map(({ field, version }) => ({ field, version })),
    }),
  ).rejects.toMatchObject({ code: '4091' })
  await lawyer.call('cards.confirmEnglish', {
    id: en,
    fields: seen.filter(it => it.field === 'slogan').map(it => ({ field: it.field, version: it.version })),
  })
  expect((await outdated()).map(it => [it.field, it.version])).toEqual([['team', version]])
  await lawyer.call('cards.confirmEnglish', { id: en, fields: [{ field: 'team', version }] })
  expect(await outdated()).toEqual([])
  const [entry] = await app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.targetType, 'cards'), eq(logs.targetId, en)))
      .orderBy(desc(logs.seq))
      .limit(1),
  )
  expect(entry).toMatchObject({
    action: 'confirm',
    reason: '英文名片仍然正确：团队',
    operatorId: expect.any(Number),
  })
})

test('a confirmation counts although the clock of who published the Chinese card is ahead', async () => {
  const { cn, en, change, outdated } = await person()
  await change(cn, { slogan: '三十年专注一件事' })
  const fields = (await outdated()).map(({ field, version }) => ({ field, version }))
  app.clock.advance(-50_000)
  await stage.admin.call('cards.confirmEnglish', { id: en, fields })
  app.clock.advance(50_000)
  expect(await outdated()).toEqual([])
})

test('neither a Chinese card nor that of another lawyer is confirmed', async () => {
  const { cn, en, change } = await person()
  const other = await person()
  const { version } = await change(cn, { slogan: '三十年专注一件事' })
  const fields = [{ field: 'slogan' as const, version }]
  await expect(stage.admin.call('cards.confirmEnglish', { id: cn, fields })).rejects.toMatchObject({
    code: '4040',
  })
  const stranger = await app.as(other.key)
  await expect(stranger.call('cards.confirmEnglish', { id: en, fields })).rejects.toMatchObject({
    code: '4040',
  })
})

test('a restored row keeps when its fields changed', async () => {
  const { cn, en, change, outdated } = await person()
  await change(cn, { slogan: '三十年专注一件事' })
  const before = await outdated()
  await app.database.write(1, async db => {
    const [row] = await db.select().from(cards).where(eq(cards.id, en))
    await db.delete(cards).where(eq(cards.id, en))
    await db.insert(cards).values(row!)
  })
  expect(await outdated()).toEqual(before)
})
