import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { verifyAuditCommand } from '../../../server/commands/verifyAudit.ts'
import { readConfig } from '../../../server/config.ts'
import { createLog } from '../../../server/log.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeEach(async () => {
  await app?.close()
  app = await startApp()
  const admin = await app.as('admin')
  for (const typeName of ['诉讼', '仲裁', '非诉'])
    await admin.call('categories.add', { kind: 3, typeName, sort: 0, enabled: 1 })
  await admin.call('announcements.announce', { title: '停电通知', content: '周六停电。' })
  const body = JSON.stringify({ reason: '年度检查' })
  const headers = { Token: admin.token, 'Content-Type': 'application/json' }
  await (await app.fetch('/log/export', { method: 'POST', headers, body })).arrayBuffer()
})
afterAll(() => app.close())

const verify = async () => {
  const printed: string[] = []
  const tools = {
    config: readConfig({}),
    log: createLog('silent'),
    connection: app.database.connection,
    superuser: undefined,
    print: (line: string) => void printed.push(line),
  }
  const failure = await verifyAuditCommand.run(tools).then(
    () => null,
    (error: unknown) => String(error),
  )
  return { printed, failure }
}

/** What only somebody with the database's own login can do. */
const tamper = (statement: ReturnType<typeof sql>) =>
  app.database.write(1, async db => {
    await db.execute(sql`alter table logs disable trigger append_only`)
    await db.execute(statement)
    await db.execute(sql`alter table logs enable trigger append_only`)
  })

test('the log cannot be changed or emptied', async () => {
  for (const statement of [sql`update logs set summary = ''`, sql`delete from logs`, sql`truncate logs`])
    await expect(app.database.write(1, db => db.execute(statement))).rejects.toMatchObject({
      cause: { message: 'logs is append-only' },
    })
})

test('a whole chain, with its exports and announcements, is said to be whole', async () => {
  expect(await verify()).toEqual({ printed: ['firm 1: 5 rows OK', 'firm 2: 0 rows OK'], failure: null })
})

test.each([
  ['a changed text', sql`update logs set summary = '别的' where seq = 3`, 3],
  ['a changed reason of an export', sql`update logs set reason = '别的' where action = 'export'`, 5],
  ['a changed number of an announcement', sql`update logs set batch_count = 1 where action = 'announce'`, 4],
  ['a changed time', sql`update logs set created_at = created_at + interval '1 day' where seq = 2`, 2],
  ['a missing row', sql`delete from logs where seq = 3`, 3],
  ['a missing end', sql`delete from logs where seq = 5`, 5],
  ['a row moved to another place', sql`update logs set seq = 9 where seq = 5`, 5],
])('%s is told by the first row that does not fit', async (_, statement, row) => {
  await tamper(statement)
  const { printed, failure } = await verify()
  expect(printed[0]).toBe(`firm 1: ${row - 1} rows, broken at row ${row}`)
  expect(failure).toContain(`firm 1, row ${row}`)
})
