import { afterAll, beforeAll, expect, test } from 'vitest'

import { withClient } from '../../server/db/migrate.ts'
import { databaseFacts } from '../../server/services/operation/status.ts'
import { startApp, type TestApp } from '../support/app.ts'

// The tables of the worked example of an extension, distributed with those of the product.

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('the tables of training are beside those of their firm', async () => {
  const { rows } = await withClient(app.database.connection, client =>
    client.query<{ name: string }>(
      `select logicalrelid::text as name from pg_dist_partition where logicalrelid::text ~ '^x_training_'
        and colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'firms'::regclass) order by 1`,
    ),
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'x_training_lawyers',
    'x_training_offices',
    'x_training_records',
  ])
  expect((await databaseFacts(app.database.connection, {})).undistributed).toEqual([])
})

test('the rows of training go with the person to whom they belong', async () => {
  const admin = await app.as('admin')
  const { id } = app.world.people.get('13800000001')!
  const draft = { title: '证据规则新解', lawyerId: id, hours: 1.5, attendedOn: '2026-03-08', kind: 'law' }
  await admin.call('training:records.add' as never, draft as never)
  const count = async () =>
    app.database.read(1, async db => {
      const { rows } = await db.execute<{ count: number }>(
        `select count(*)::int as count from x_training_records where firm_id = 1 and lawyer_id = ${id}`,
      )
      return rows[0]!.count
    })
  expect(await count()).toBe(1)
  await app.database.write(1, db => db.execute(`delete from lawyers where firm_id = 1 and id = ${id}`))
  expect(await count()).toBe(0)
})
