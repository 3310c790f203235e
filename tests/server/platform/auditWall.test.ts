import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { verifyAuditCommand } from '../../../server/commands/verifyAudit.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { readConfig } from '../../../server/process/config.ts'
import { createLog } from '../../../server/process/log.ts'
import { useAuditedApp } from '../../support/auditedApp.ts'
import { emptyDatabase } from '../../support/database.ts'

const { app, verify } = useAuditedApp()

test('the log cannot be changed or emptied', async () => {
  for (const statement of [sql`update logs set summary = ''`, sql`delete from logs`, sql`truncate logs`])
    await expect(app().database.write(1, db => db.execute(statement))).rejects.toMatchObject({
      cause: { message: 'logs is append-only' },
    })
})

test('an intact chain, with its exports and announcements, is reported as intact', async () => {
  expect(await verify()).toMatchObject({ printed: ['firm 1: 5 rows OK', 'firm 2: 0 rows OK'], failure: null })
})

test.each([
  ['disabled', sql`alter table logs disable trigger append_only`],
  ['gone', sql`drop trigger append_only on logs`],
  [
    'replaced',
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
  ],
])('reports a trigger that is %s', async (_, statement) => {
  await app().database.write(1, db => db.execute(statement))
  expect((await verify()).failure).toContain('触发器')
})

test('creates no tables where there are none', async () => {
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  const tools = { config: readConfig({}), log: createLog('silent'), superuser: undefined, print: () => {} }
  const { connection } = empty
  await expect(verifyAuditCommand.run({ ...tools, connection, owner: connection })).rejects.toThrow(
    '这里还没有数据库',
  )
  const { rows } = await withClient(connection, client =>
    client.query(`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`),
  )
  expect(rows).toEqual([])
})
