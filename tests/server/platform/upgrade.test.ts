import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

import { restoreBackup } from '../../../server/db/backup/restore.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { migrate, ownVersion, withClient } from '../../../server/db/migrate.ts'
import { recordFileUses } from '../../../server/db/rules/fileUses.ts'
import { ownTables } from '../../../server/db/rules/ownTables.ts'
import * as tables from '../../../server/db/tables.ts'
import { emptyDatabase } from '../../support/database.ts'
import { earlierDatabase, earlierDatabases } from '../../support/earlierDatabase.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'
import { rowCounts } from '../../support/rowCounts.ts'

// These tests prove promise Q56 of server/promises.md.

/**
 * The schema state that a repeated run must not change: each table, index, constraint and applied migration.
 */
const schemaState = (connection: pg.ClientConfig) =>
  withClient(connection, async client => {
    const { rows } = await client.query<{ state: string }>(`
      select relname || ' ' || oid || ' ' || xmin as state from pg_class where relname !~ '^pg_'
      union all select conname || ' ' || oid || ' ' || xmin from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select 'migration ' || created_at from drizzle.__drizzle_migrations
      order by 1`)
    return rows.map(({ state }) => state)
  })

it('finds at least one database of an earlier release', () => {
  expect(earlierDatabases.length).toBeGreaterThan(0)
})

describe.each(earlierDatabases)('upgrade of %s', name => {
  it('keeps every row of every table, and every firm reads its own rows', async () => {
    const { connection, manifest } = await earlierDatabase(name)
    const before = Object.fromEntries(manifest.tables.map(table => [table.name, table.rows]))
    expect(Object.values(before)).not.toContain(0)
    await migrate(connection)
    expect(await rowCounts(connection)).toMatchObject(before)
    const database = await openDatabase({ connection })
    onTestFinished(database.close)
    const peopleOf = (firmId: number) => database.read(firmId, db => db.select().from(tables.lawyers))
    expect(await peopleOf(1)).toHaveLength(60)
    expect(await peopleOf(2)).toMatchObject([{ name: '陈律师' }])
    const [card] = await database.read(2, db => db.select().from(tables.cards))
    expect(card).toMatchObject({ content: { name: '陈律师' }, language: 'CN' })
  })

  it('changes nothing when it runs a second time', async () => {
    const { connection } = await earlierDatabase(name)
    await migrate(connection)
    const [schema, rows] = [await schemaState(connection), await rowCounts(connection)]
    expect(schema).toContain(`migration ${ownVersion()}`)
    await migrate(connection)
    expect(await schemaState(connection)).toEqual(schema)
    expect(await rowCounts(connection)).toEqual(rows)
  })

  it('records the uses of files while calls read all tables', async () => {
    const { connection } = await earlierDatabase(name)
    await migrate(connection)
    const recordedUses = async (client: pg.Client) => {
      await client.query(`begin; set local app.every_firm = 'on'`)
      const uses = await client.query('select * from file_uses order by firm_id, path, entity, record')
      await client.query('commit')
      return uses
    }
    await withClient(connection, async client => {
      const before = (await recordedUses(client)).rows
      expect(before).not.toEqual([])
      const { rows: triggers } = await client.query<{ table: string }>(
        `select tgrelid::regclass::text as table from pg_trigger where tgname = 'note_file_uses'`,
      )
      for (const { table } of triggers) await client.query(`drop trigger note_file_uses on ${table}`)
      await client.query(
        'alter table file_uses no force row level security; delete from file_uses; alter table file_uses force row level security',
      )
      await withClient(connection, async reader => {
        await reader.query('begin')
        for (const table of ownTables()) await reader.query(`select from ${table} limit 1`)
        await client.query(`set lock_timeout = '2s'`)
        await recordFileUses(client)
        await reader.query('commit')
      })
      expect((await recordedUses(client)).rows).toEqual(before)
    })
  })

  it('fails no call of a process that keeps its connections while the present server migrates', async () => {
    const { connection, url } = await earlierDatabase(name)
    await withClient(connection, async client => {
      // Every table needs another policy, as after an upgrade from a release before the present one.
      const { rows } = await client.query<{ table: string }>(
        `select tablename as table from pg_policies where policyname = 'read_every_firm'`,
      )
      for (const { table } of rows)
        await client.query(`alter policy read_every_firm on ${table} rename to every_firm_for_reading`)
    })
    const patient = { statement_timeout: 240_000, query_timeout: 240_000, lock_timeout: 240_000 }
    const calls = await openDatabase({ connection: { ...connection, ...patient }, max: 4 })
    onTestFinished(calls.close)
    let isDone = false
    const answered = { reads: 0, writes: 0 }
    const read = async () => {
      await calls.read(1, db =>
        db.execute(sql`select l.name, c.audit_status, o.name from lawyers l
          left join cards c on c.firm_id = l.firm_id and c.lawyer_id = l.id and c.deleted_at is null
          join offices o on o.organization_id = l.organization_id where l.firm_id = 1 order by l.updated_at desc limit 20`),
      )
      await calls.read(1, db =>
        db.execute(sql`select summary from logs where firm_id = 1 order by created_at desc limit 20`),
      )
      answered.reads += 2
    }
    const write = async () => {
      await calls.write(1, db =>
        db.execute(sql`update lawyers set team = 'team ' || version, version = version + 1
          where firm_id = 1 and id = (select min(id) from lawyers where firm_id = 1)`),
      )
      await calls.write(1, db =>
        db.execute(sql`update cards set weight = weight + 1 where firm_id = 1 and language = 'CN'`),
      )
      answered.writes += 2
    }
    const steadily = async (call: () => Promise<void>) => {
      while (!isDone) await call()
    }
    const load = Promise.all([read, read, write].map(steadily))
    const server = runServer({
      DATA_DIR: await folderOfTest('upgrading'),
      DATABASE_URL: url,
      SMS_PROVIDER: 'none',
    })
    onTestFinished(async () => void (await server.stop()))
    try {
      await Promise.race([server.isListening(), load])
    } finally {
      isDone = true
      await load
    }
    expect((await server.get('/health/ready')).status).toBe(200)
    expect(Math.min(answered.reads, answered.writes)).toBeGreaterThan(0)
    const { rows } = await calls.read(null, db =>
      db.execute(
        sql`select from pg_policies where policyname = 'every_firm_for_reading' and tablename not like 'logs\\_%'`,
      ),
    )
    expect(rows).toEqual([])
  }, 180_000)

  it('gives the same result as restoring its backup', async () => {
    const { manifest, file } = await earlierDatabase(name)
    const { connection, drop } = await emptyDatabase()
    onTestFinished(drop)
    await restoreBackup(connection, join(await folderOfTest('uploads'), 'files'), file)
    const ended = { sessions: 0, one_time_codes: 0 }
    const before = Object.fromEntries(manifest.tables.map(table => [table.name, table.rows]))
    expect(await rowCounts(connection)).toMatchObject({ ...before, ...ended })
  })
})
