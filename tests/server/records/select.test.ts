import { asc, getTableColumns, is, type SQL, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { withClient } from '../../../server/db/migrate.ts'
import { selectRows } from '../../../server/db/lists/select.ts'
import * as tables from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { fillArticles, fillCards, fillLawyers, fillLogs } from '../../support/manyRows.ts'

const { articles, lawyers, offices } = tables

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await withClient({ connectionString: app.database.url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    for (const fill of [fillLawyers(30), fillLogs(30), fillArticles(40)]) await client.query(fill)
    const admin = await app.as('admin')
    const post = {
      postName: '合伙人',
      postCode: 'Partner',
      postLevel: 2,
      isPartner: 1,
      needLicence: 1,
      sort: 1,
    } as const
    await admin.call('positions.add', { ...post, enabled: '1' })
    await client.query(fillCards)
  })
})
afterAll(() => app.close())

const all = Object.entries<unknown>(tables).flatMap(([name, table]) =>
  is(table, PgTable) ? [[name, table] as const] : [],
)

test.each(all)('reads the rows of %s as Drizzle does', async (_, table) => {
  const [read, byDrizzle] = await app.database.read(1, async db => [
    await selectRows(db, getTableColumns(table), sql`from ${table} order by ctid`),
    await db
      .select()
      .from(table)
      .orderBy(sql`ctid`),
  ])
  expect(read).toEqual(byDrizzle)
})

test('builds texts and aliases that vary from call to call anew each time', async () => {
  const columnsWith = (least: number): Record<string, SQL | SQL.Aliased> => ({
    isLate: sql<boolean>`${lawyers.id} > ${least}`,
    id: sql<number>`${lawyers.id}`.mapWith(Number),
    double: sql<number>`${lawyers.id} * ${2}`.mapWith(Number).as('twice'),
  })
  const rows = (least: number) =>
    app.database.read(1, db =>
      selectRows<{ isLate: boolean; id: number; double: number }>(
        db,
        columnsWith(least),
        sql`from ${lawyers} order by twice desc limit ${5}`,
      ),
    )
  const [{ id } = { id: 0 }] = await rows(0)
  for (const least of [id - 1, id])
    expect(await rows(least)).toEqual(
      [0, 1, 2, 3, 4].map(at => ({ isLate: id - at > least, id: id - at, double: 2 * (id - at) })),
    )
})

test('leaves the other table null in an outer join', async () => {
  const columns = { id: articles.articleId, office: offices.name, since: offices.createdAt }
  const joined = sql`from ${articles} left join ${offices} on ${offices.organizationId} = -1 order by ${articles.articleId} limit 3`
  const rows = await app.database.read(1, db => selectRows(db, columns, joined))
  const [first] = await app.database.read(1, db =>
    db.select({ id: articles.articleId }).from(articles).orderBy(asc(articles.articleId)).limit(1),
  )
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual({ id: first!.id, office: null, since: null })
})
