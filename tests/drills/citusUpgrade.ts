import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { applyExtensionMigrations } from '../../server/db/extensionMigrations.ts'
import { migrate, withClient } from '../../server/db/migrate.ts'
import { databaseFacts } from '../../server/services/operation/status.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { citusDatabase } from '../support/citus.ts'
import { altered } from '../support/nextRelease.ts'
import { rowCounts } from '../support/rowCounts.ts'
import { whyNoCitus } from '../support/whyNoCitus.ts'

// What a release and an extension may do to a distributed database.

const reason = whyNoCitus()

/** The tables of an extension, one of which refers to a table of the product in both ways to write it. */
const records = {
  name: 'firm',
  folder: '/our-firm',
  tables: [],
  migrations: [
    {
      name: '0000_records',
      text: `create table "x_firm_records" (
          id bigserial, firm_id integer not null, lawyer_id bigint not null, note text, primary key (firm_id, id),
          constraint x_firm_records_lawyer_fk foreign key (firm_id, lawyer_id) references lawyers (firm_id, id) on delete cascade);
        --> statement-breakpoint
        create index x_firm_records_lawyer on x_firm_records (firm_id, lawyer_id)
        --> statement-breakpoint
        create table x_firm_marks (firm_id integer not null, record_id bigint not null, mark text, primary key (firm_id, record_id));
        --> statement-breakpoint
        alter table x_firm_marks add constraint x_firm_marks_record_fk foreign key (firm_id, record_id)
          references x_firm_records (firm_id, id) on delete cascade`,
    },
  ],
}
const newTables = ['x_firm_marks', 'x_firm_records']

describe.skipIf(reason)(`the next release on Citus${reason ? ` (${reason})` : ''}`, () => {
  let database: Awaited<ReturnType<typeof citusDatabase>>
  let app: TestApp
  beforeAll(async () => {
    database = await citusDatabase()
    app = await startApp({ database, seed: () => Promise.resolve(database.world) })
  }, 300_000)
  afterAll(() => app.close())

  const ask = <R extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
    withClient(database.superuser, async client => (await client.query<R>(statement, values)).rows)

  /** The answers of all workers to a question that each answers with one value. */
  const onWorkers = async (statement: string) => {
    const rows = await ask<{ success: boolean; result: string }>(
      'select success, result from run_command_on_workers($1)',
      [statement],
    )
    return rows.map(({ success, result }) => (success ? result : `failed: ${result}`))
  }

  /** Without what calls add. */
  const contentCounts = async () => {
    const counts = await rowCounts(database.connection)
    return { ...counts, logs: 0, log_heads: 0, sessions: 0 }
  }

  test('with tables of its own is refused until they are distributed, too', async () => {
    await withClient(database.connection, client => applyExtensionMigrations(client, [records]))
    const start = () => migrate(database.connection, { superuser: database.superuser })
    await expect(start()).rejects.toThrow(
      /x_firm_marks、x_firm_records.*distribute|x_firm_records、x_firm_marks.*distribute/,
    )
    expect((await databaseFacts(database.connection, {})).undistributed?.toSorted()).toEqual(newTables)
    expect((await database.distribute()).toSorted()).toEqual(newTables)
    await start()
    expect((await databaseFacts(database.connection, {})).undistributed).toEqual([])
    expect(await database.distribute()).toEqual([])
    const colocated = await ask<{ name: string }>(
      `select logicalrelid::text as name from pg_dist_partition where colocationid =
        (select colocationid from pg_dist_partition where logicalrelid = 'firms'::regclass)`,
    )
    expect(colocated.map(({ name }) => name)).toEqual(expect.arrayContaining(newTables))
  })

  test('separates the firms in its tables, removes their rows with the person, and records the files that they name', async () => {
    const { id } = app.world.people.get('13800000002')!
    await app.database.write(1, async db => {
      const { rows } = await db.execute<{ id: number }>(
        sql`insert into x_firm_records (firm_id, lawyer_id, note) values (1, ${id}, 'note') returning id`,
      )
      await db.execute(
        sql`insert into x_firm_marks (firm_id, record_id, mark) values (1, ${rows[0]!.id}, 'mark')`,
      )
    })
    const read = (firmId: number) =>
      app.database.read(firmId, async db => {
        const { rows } = await db.execute(
          sql`select m.mark from x_firm_marks m join x_firm_records r on r.firm_id = 1 and r.id = m.record_id where m.firm_id = 1`,
        )
        return rows
      })
    expect(await read(1)).toEqual([{ mark: 'mark' }])
    expect(await read(2)).toEqual([])
    await expect(
      app.database.write(1, db =>
        db.execute(sql`insert into x_firm_records (firm_id, lawyer_id) values (1, 999999)`),
      ),
    ).rejects.toMatchObject({ cause: expect.objectContaining({ code: '23503' }) })
    const triggers = await onWorkers(
      `select count(*) from pg_trigger where tgname ~ '^note_file_uses' and tgrelid::regclass::text ~ '^x_firm_'`,
    )
    expect(
      triggers.every(count => Number(count) >= 2),
      triggers.join(),
    ).toBe(true)
    await app.database.write(1, db =>
      db.execute(sql`delete from x_firm_records where firm_id = 1 and lawyer_id = ${id}`),
    )
    expect(await read(1)).toEqual([])
  })

  test('adds a column and an index and changes rules while calls read and write, and no call fails', async () => {
    const counts = await contentCounts()
    let isDone = false
    const answered = { reads: 0, writes: 0 }
    const admin = await app.as('admin')
    const { id } = app.world.people.get('13800000001')!
    const read = async () => {
      await admin.call('lawyers.pageList', {})
      answered.reads += 1
    }
    const write = async () => {
      const { version } = await admin.call('lawyers.lawyerInfo', { id })
      await admin.call('lawyers.update', { id, version, team: `第${version}组` })
      answered.writes += 1
    }
    const steadily = async (call: () => Promise<void>) => {
      while (!isDone) await call()
    }
    const load = Promise.all([read, read, write].map(steadily))
    try {
      await Promise.race([migrate(database.connection, { migrations: altered }), load])
      const before = { ...answered }
      while (answered.reads === before.reads || answered.writes === before.writes)
        await Promise.race([read(), load])
    } finally {
      isDone = true
      await load
    }
    expect(await contentCounts()).toEqual(counts)
    const [all] = await ask<{ shards: number }>(
      `select count(*)::int as shards from pg_dist_shard where logicalrelid = 'lawyers'::regclass`,
    )
    const perWorker = await onWorkers(
      `select count(*) filter (where indisvalid) || ' ' || count(*) filter (where not indisvalid)
        from pg_index where indexrelid::regclass::text ~ '^lawyers_nickname_[0-9]+$'`,
    )
    expect(perWorker).toEqual(perWorker.map(() => `${all!.shards / perWorker.length} 0`))
    await expect(
      app.database.write(1, db =>
        db.execute(sql`update lawyers set nickname = repeat('长', 41) where firm_id = 1 and id = ${id}`),
      ),
    ).rejects.toMatchObject({ cause: expect.objectContaining({ code: '23514' }) })
    await app.database.write(1, db =>
      db.execute(sql`update lawyers set nickname = '小张' where firm_id = 1 and id = ${id}`),
    )
  })

  test('makes an index anew whose creation was interrupted', async () => {
    await withClient(database.connection, async client => {
      await client.query('drop index lawyers_nickname')
      const unique = 'create unique index concurrently lawyers_nickname on lawyers (firm_id, nickname)'
      await expect(client.query(unique)).rejects.toThrow(/./)
    })
    await migrate(database.connection, { migrations: altered })
    const invalid = await onWorkers(`select count(*) from pg_index where not indisvalid`)
    expect(invalid).toEqual(invalid.map(() => '0'))
    const [index] = await ask<{ isValid: boolean }>(
      `select indisvalid as "isValid" from pg_index where indexrelid = 'lawyers_nickname'::regclass`,
    )
    expect(index).toEqual({ isValid: true })
  })
})
