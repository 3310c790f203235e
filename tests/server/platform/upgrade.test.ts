import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

import { backup } from '../../../server/db/backup/backup.ts'
import { restoreInto, withBackup } from '../../../server/db/backup/restore.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { migrate, withClient } from '../../../server/db/migrate.ts'
import { recordFileUses } from '../../../server/db/rules/fileUses.ts'
import { ownTables } from '../../../server/db/rules/ownTables.ts'
import { emptyDatabase } from '../../support/database.ts'
import { filledDatabase } from '../../support/filledDatabase.ts'
import { folderOfTest } from '../../support/folder.ts'
import { contracted, expanded } from '../../support/nextRelease.ts'
import { restoredCounts, rowCounts } from '../../support/rowCounts.ts'

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

const nicknameIndex = (connection: pg.ClientConfig) =>
  withClient(connection, async client => {
    const { rows } = await client.query<{ isValid: boolean }>(
      `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('public.lawyers_nickname')`,
    )
    return rows
  })

it('keeps every row of every table, and changes nothing when it runs a second time', async () => {
  const { connection, counts } = await filledDatabase()
  await migrate(connection, { migrations: contracted })
  expect(await rowCounts(connection)).toEqual(counts)
  expect(await nicknameIndex(connection)).toEqual([{ isValid: true }])
  const schema = await schemaState(connection)
  expect(schema).toContain(`migration ${contracted.at(-1)!.version}`)
  await migrate(connection, { migrations: contracted })
  expect(await schemaState(connection)).toEqual(schema)
})

it('fails no call of the earlier process, which writes while the next release adds to its tables', async () => {
  const { database, connection } = await filledDatabase()
  const readers = await openDatabase({
    connection: { ...connection, statement_timeout: 240_000, query_timeout: 240_000, lock_timeout: 240_000 },
    max: 4,
  })
  onTestFinished(readers.close)
  let isDone = false
  const answered = { reads: 0, writes: 0 }
  const read = async () => {
    await readers.read(1, db =>
      db.execute(sql`select l.name, c.audit_status, o.name from lawyers l
        left join cards c on c.firm_id = l.firm_id and c.lawyer_id = l.id and c.deleted_at is null
        join offices o on o.organization_id = l.organization_id where l.firm_id = 1 order by l.updated_at desc limit 20`),
    )
    answered.reads += 1
  }
  const write = async () => {
    await database.write(1, db =>
      db.execute(sql`update lawyers set team = 'team ' || version, version = version + 1
        where firm_id = 1 and id = (select min(id) from lawyers where firm_id = 1)`),
    )
    answered.writes += 1
  }
  const steadily = async (call: () => Promise<void>) => {
    while (!isDone) await call()
  }
  const load = Promise.all([read, read, write].map(steadily))
  try {
    await Promise.race([migrate(connection, { migrations: expanded }), load])
    const before = { ...answered }
    while (answered.reads === before.reads || answered.writes === before.writes)
      await Promise.race([read(), load])
  } finally {
    isDone = true
    await load
  }
  expect(await nicknameIndex(connection)).toEqual([{ isValid: true }])
})

it('makes an index anew whose creation was interrupted', async () => {
  const { connection } = await filledDatabase()
  await migrate(connection, { migrations: expanded })
  await withClient(connection, async client => {
    await client.query('drop index lawyers_nickname')
    // Fails at the second firm’s namesakes and leaves an invalid index, as a killed process does.
    const unique = 'create unique index concurrently lawyers_nickname on lawyers (nickname)'
    await expect(client.query(unique)).rejects.toThrow(/unique/)
  })
  expect(await nicknameIndex(connection)).toEqual([{ isValid: false }])
  await migrate(connection, { migrations: expanded })
  expect(await nicknameIndex(connection)).toEqual([{ isValid: true }])
})

it('makes indexes while other servers wait for their turn', async () => {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  const started = Array.from({ length: 3 }, () => migrate(connection, { migrations: expanded }))
  await Promise.all(started)
  expect(await nicknameIndex(connection)).toEqual([{ isValid: true }])
})

it('migrates a backup of the earlier release when it is restored', async () => {
  const { connection: earlier, counts } = await filledDatabase()
  const folder = await folderOfTest('upgraded')
  const [file, uploads] = [join(folder, 'backup.tar'), join(folder, 'files')]
  await backup(earlier, join(folder, 'none'), file)
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  await withBackup(file, unpacked => restoreInto(connection, uploads, file, unpacked, contracted))
  expect(await rowCounts(connection)).toEqual(restoredCounts(counts))
  expect(await nicknameIndex(connection)).toEqual([{ isValid: true }])
})

it('records the uses of files while calls read all tables', async () => {
  const { connection } = await filledDatabase()
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
