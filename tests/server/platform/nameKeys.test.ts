import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { compoundSurnames, surnameReadings } from '../../../resources/domain/surnames.ts'
import { admins, cards, lawyers, offices } from '../../../server/db/tables.ts'
import { nameReader } from '../../../server/services/directory/pinyin.ts'
import { repairAllNameKeys } from '../../../server/services/directory/nameKeyRepair.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { fillLawyers } from '../../support/manyRows.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const lawyerOf = async (id: number) => {
  const [row] = await app.database.read(1, db => db.select().from(lawyers).where(eq(lawyers.id, id)))
  return row!
}

/** Stores values as they are before their keys are computed. */
const asBefore = async (id: number, values: Partial<typeof lawyers.$inferInsert>) =>
  app.database.write(1, db =>
    db
      .update(lawyers)
      .set({ ...values, nameSort: '', search: 'old' })
      .where(eq(lawyers.id, id)),
  )

test('rows without keys get them, whole tables in portions', async () => {
  const [derived, own] = ['13800000001', '13800000002'].map(key => app.world.people.get(key)!.id) as [
    number,
    number,
  ]
  await asBefore(derived, { name: '尉迟恭', namePinyin: '', nameInitials: '' })
  await asBefore(own, { name: '单志远', namePinyin: 'danzhiyuan', nameInitials: 'dzy' })
  await app.database.write(1, async db => {
    await db.execute(sql.raw(fillLawyers(1200)))
    await db.execute(sql`update lawyers set name_sort = '' where name_pinyin like 'pinyin%'`)
    await db.update(admins).set({ nameSort: '' })
    await db.update(offices).set({ nameSort: '' })
    await db.insert(cards).values({
      firmId: 1,
      lawyerId: own,
      language: 'CN',
      organizationId: app.world.offices.get('东所')!,
      content: { name: '单志远' },
      name: '单志远',
    })
  })
  const version = (await lawyerOf(derived)).version
  await repairAllNameKeys(app.database)
  const lacking = await app.database.read(1, async db => {
    const counts = [lawyers, cards, admins, offices].map(table => db.$count(table, eq(table.nameSort, '')))
    return Promise.all(counts)
  })
  expect(lacking).toEqual([0, 0, 0, 0])
  expect(await lawyerOf(own)).toMatchObject({
    namePinyin: 'danzhiyuan',
    nameSort: nameReader.sortKey('单志远', 'danzhiyuan'),
  })
  expect((await lawyerOf(own)).search).toContain('shanzhiyuan')
  expect(await lawyerOf(derived)).toMatchObject({ namePinyin: 'yuchigong', version })
  const [card] = await app.database.read(1, db => db.select().from(cards).where(eq(cards.lawyerId, own)))
  expect(card).toMatchObject({
    namePinyin: 'danzhiyuan',
    nameSort: nameReader.sortKey('单志远', 'danzhiyuan'),
  })
})

const folder = 'server/db/migrations'

/** The first migration after which no key is older than the readings, and what names are sorted and found by since then. */
const readings = {
  migration: '0000_baseline.sql',
  digest: '84fc0f9ae6c6205915aced100b7c910b06228336a2b3d1a220a96e21e34d1198',
}

test('the upgrade computes the keys of readings that have changed, and leaves a spelling of one’s own', async () => {
  const [derived, own] = ['13800000001', '13800000002'].map(key => app.world.people.get(key)!.id) as [
    number,
    number,
  ]
  const set = (id: number, name: string, namePinyin: string) =>
    app.database.write(1, db =>
      db
        .update(lawyers)
        .set({ name, namePinyin, nameSort: 'former', search: 'old' })
        .where(eq(lawyers.id, id)),
    )
  await set(derived, '黑曾', 'heceng')
  await set(own, '王曾', 'wongtsang')
  // What a migration says that comes with other readings.
  await app.database.write(1, db => db.update(lawyers).set({ nameSort: '' }))
  await repairAllNameKeys(app.database)
  expect(await lawyerOf(derived)).toMatchObject({
    namePinyin: 'hezeng',
    nameSort: nameReader.sortKey('黑曾'),
    search: expect.stringContaining('hezeng'),
  })
  expect(await lawyerOf(own)).toMatchObject({
    namePinyin: 'wongtsang',
    nameSort: nameReader.sortKey('王曾', 'wongtsang'),
  })
})

test('other readings come with a migration that has the stored keys computed anew', async () => {
  const characters = Array.from({ length: 0x9fff - 0x4e00 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  const surnames = [...surnameReadings.keys(), ...compoundSurnames.keys()]
  const names = [...characters.map(it => `王${it}`), ...surnames.map(it => `${it}一`), '王朝晖', '李一行']
  const hash = createHash('sha256')
  for (const name of names)
    hash.update(`${nameReader.sortKey(name)} ${nameReader.spellings(name).join(' ')}\n`)
  const texts = await Promise.all(
    (await readdir(folder))
      .filter(it => it.endsWith('.sql'))
      .toSorted()
      .map(async name => ({ name, text: await readFile(`${folder}/${name}`, 'utf8') })),
  )
  const later = texts.findLast(({ text }) => /UPDATE lawyers SET name_sort = ''/i.test(text))
  expect(
    { migration: later?.name ?? '0000_baseline.sql', digest: hash.digest('hex') },
    "a migration with UPDATE lawyers SET name_sort = '' (and so cards and admins) for each firm, and both noted here",
  ).toEqual(readings)
})
