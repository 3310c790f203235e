import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { withClient } from '../../../server/db/migrate.ts'
import { runFileSweep } from '../../../server/services/files/unusedFiles.ts'
import * as tables from '../../../server/db/tables.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database.ts'
import { queriesOf } from '../../support/statements.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.close())

const PATH = (number: number | string) => `1/1-1/${String(number).padStart(32, '0')}.webp`
const addFile = (number: number) =>
  database.write(1, db =>
    db.insert(tables.files).values({
      firmId: 1,
      path: PATH(number),
      ownerPopulation: 1,
      ownerId: 1,
      scene: 'cover',
      mime: 'image/webp',
      size: 1,
    }),
  )
const uses = () => database.read(1, db => db.select().from(tables.fileUses).orderBy(tables.fileUses.path))
const sweepTimes = async () => {
  const rows = await database.read(1, db => db.select().from(tables.files).orderBy(tables.files.path))
  return rows.map(row => row.sweepAt)
}

/**
 * Tables whose rows use no file: logs only describe files, messages contain none, and stored answers expire
 * within a day.
 */
const withoutFiles: readonly PgTable[] = [
  tables.files,
  tables.fileUses,
  tables.logs,
  tables.logHeads,
  tables.logForwards,
  tables.messages,
  tables.sessions,
  tables.oneTimeCodes,
  tables.idempotencyKeys,
  tables.textMessages,
  // No bulk action is about files.
  tables.bulkRuns,
  tables.bulkRows,
  // Mirrors repeat the titles of messages.
  tables.messageMirrors,
  // These tables contain names and moments only.
  tables.presences,
  tables.reviewSubstitutes,
  tables.mandates,
  // This table contains host names only.
  tables.hosts,
  // Visits are counts, hashes and salts.
  tables.cardVisits,
  tables.visitMarks,
  tables.visitSalts,
  // This table contains numbers only.
  tables.articleLawyers,
  // The rows contain ids, names and texts, but no addresses of files.
  tables.previewLinks,
  // A directory gives names and numbers.
  tables.directoryPeople,
  tables.directoryRuns,
]

test('every table of a firm records the files that its rows name, except tables whose names keep no file', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_file_uses' order by 1`,
  )
  const noting = Object.values(tables)
    .filter(value => is(value, PgTable))
    .filter(table => 'firmId' in getTableColumns(table) && !withoutFiles.includes(table))
    .map(table => getTableName(table))
  expect(rows.map(({ name }) => name)).toEqual(noting.toSorted())
})

test('a use follows the row: in columns, documents, rich text and drafts', async () => {
  for (const number of [1, 2, 3, 4]) await addFile(number)
  await database.write(1, async db => {
    await db
      .insert(tables.firms)
      .values({ firmId: 1, name: '所', shortName: '所', logo: `/api/files/${PATH(1)}` })
    await db
      .insert(tables.firmConfigs)
      .values({ firmId: 1, key: 'k', value: { a: [{ url: `/api/files/${PATH(2)}` }] } })
    const intro = `<p><img src="/api/files/${PATH(1)}"><img src="/api/files/${PATH(3)}"></p>`
    const position = { firmId: 1, postName: '律师', postCode: 'Associate', postLevel: 1, remark: intro }
    await db.insert(tables.positions).values(position)
    const values = JSON.stringify({ avatar: `/api/files/${PATH(4)}` }).replaceAll('/', String.raw`\/`)
    const draft = {
      firmId: 1,
      ownerPopulation: 1 as const,
      ownerId: 7,
      kind: 1 as const,
      savedAt: new Date(),
    }
    await db.insert(tables.articleDrafts).values({ ...draft, values })
  })
  const noted = (await uses()).map(
    ({ path, entity, record }) => `${Number(path.slice(6, 38))} ${entity} ${record}`,
  )
  expect(noted.toSorted()).toEqual([
    '1 firms 1',
    '1 positions 1',
    '2 firm_configs k',
    '3 positions 1',
    '4 article_drafts 1:7:0:1',
  ])
})

test('a file is checked when the last row that names it changes: a day later, or at once if the row is deleted', async () => {
  await database.write(1, db => db.update(tables.firms).set({ logo: null }))
  expect(await sweepTimes()).toEqual([null, null, null, null])
  await database.write(1, db => db.update(tables.positions).set({ remark: null }))
  await database.write(1, db => db.delete(tables.firmConfigs))
  const [first, second, third, fourth] = await sweepTimes()
  const hours = (at: Date | null | undefined) =>
    Math.abs(Math.round((at!.getTime() - Date.now()) / 3_600_000))
  expect([hours(first), hours(second), hours(third), fourth]).toEqual([24, 0, 24, null])
  expect(await runFileSweep(database, 1, new Date())).toBe(1)
})

test('the clean-up looks files up by key among many files and uses', async () => {
  await database.write(1, db =>
    db.execute(sql`insert into files (path, firm_id, owner_population, owner_id, scene, mime, size, sweep_at)
      select '1/1-1/' || lpad(n::text, 32, 'f') || '.webp', 1, 1, 1, 'cover', 'image/webp', 1,
        case when n % 100 = 0 then now() end from generate_series(1, 20000) n`),
  )
  await database.write(1, db =>
    db.execute(sql`insert into positions (firm_id, post_name, post_code, post_level, remark)
      select 1, 'p' || n, 'c' || n, 1, '/api/files/1/1-1/' || lpad(n::text, 32, 'f') || '.webp'
      from generate_series(1, 19900) n`),
  )
  await database.pool.query('analyze files, file_uses')
  const queries = await queriesOf(database.pool, async () => {
    expect(await runFileSweep(database, 1, new Date())).toBe(1)
  })
  const plans = await withClient(database.connection, async client => {
    await client.query(`set app.firm_id = '1'`)
    const found: string[] = []
    for (const { text, values } of queries.filter(it => /(from|update) "files"/.test(it.text))) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      found.push(...rows.map(row => row['QUERY PLAN']))
    }
    return found
  })
  expect(plans.length).toBeGreaterThan(3)
  expect(plans.join('\n')).not.toContain('Seq Scan')
})
