import { appendFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { verifyAuditCommand } from '../../../server/commands/verifyAudit.ts'
import { readConfig } from '../../../server/process/config.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { logs } from '../../../server/db/tables.ts'
import { openSeal, plainHash, useSeal } from '../../../server/process/auditSeal.ts'
import { append, chainText } from '../../../server/services/audit.ts'
import { createLog } from '../../../server/process/log.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { emptyDatabase } from '../../support/database.ts'
import { folderOfFile } from '../../support/folder.ts'

let app: TestApp
beforeEach(async () => {
  useSeal(undefined)
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
    owner: app.database.connection,
    superuser: undefined,
    print: (line: string) => void printed.push(line),
  }
  const failure = await verifyAuditCommand.run(tools).then(
    () => null,
    (error: unknown) => String(error),
  )
  const limits = printed.filter(it => it.startsWith('无法得知'))
  return { printed: printed.filter(it => !limits.includes(it)), limits: limits.join('\n'), failure }
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
  expect(await verify()).toMatchObject({ printed: ['firm 1: 5 rows OK', 'firm 2: 0 rows OK'], failure: null })
})

test.each([
  ['a changed text', sql`update logs set summary = '别的' where seq = 3`, '5 rows', '3'],
  [
    'a changed reason of an export',
    sql`update logs set reason = '别的' where action = 'export'`,
    '5 rows',
    '5',
  ],
  ['a changed number', sql`update logs set batch_count = 1 where action = 'announce'`, '5 rows', '4'],
  [
    'a changed time',
    sql`update logs set created_at = created_at + interval '1 day' where seq = 2`,
    '5 rows',
    '2',
  ],
  ['a missing row', sql`delete from logs where seq = 3`, '4 rows', '3'],
  ['a missing end', sql`delete from logs where seq = 5`, '4 rows', '5'],
  ['a row moved to another place', sql`update logs set seq = 9 where seq = 5`, '5 rows', '5-9'],
  ['several', sql`update logs set summary = '别的' where seq in (1, 2, 4)`, '5 rows', '1-2, 4'],
])('%s is told, with every row that does not fit', async (_, statement, rows, broken) => {
  await tamper(statement)
  const { printed, failure } = await verify()
  expect(printed[0]).toBe(`firm 1: ${rows}, broken at ${broken}`)
  expect(failure).toContain(`firm 1, rows ${broken}`)
})

test.each([
  [
    'a summary cut in the middle of an emoji',
    { summary: `${'字'.repeat(199)}😀`, reason: null, targetName: '名' },
  ],
  ['half characters and NUL', { summary: '\uD83D一\u0000', reason: 'a\uDE00', targetName: '\u0000' }],
])('%s leaves the chain whole', async (_, { summary, reason, targetName }) => {
  const origin = { caller: null, firmId: 1, now: new Date(), requestId: 'r', ip: '', device: '', reason }
  const target = { type: 'offices', id: 1, name: targetName, organizationId: null }
  const diff = [
    { field: 'a', label: '甲', before: '\uD83D', after: { ['\u0000']: undefined }, masked: 0 as const },
  ]
  await app.database.write(1, db =>
    append(db, origin, [{ module: 2, action: 'update', summary, target, diff }]),
  )
  expect((await verify()).printed).toEqual(['firm 1: 6 rows OK', 'firm 2: 0 rows OK'])
})

describe('with a key and anchors outside the database', () => {
  const folder = folderOfFile('seal')
  const config = () => readConfig({ DATA_DIR: folder() })
  /** Rows that a key signed, behind the five that none did. */
  beforeEach(async () => {
    await writeFile(join(folder(), 'audit-anchors.jsonl'), '')
    useSeal(await openSeal(config(), true))
    const admin = await app.as('admin')
    for (const typeName of ['知产', '劳动', '海商'])
      await admin.call('categories.add', { kind: 3, typeName, sort: 0, enabled: 1 })
    const body = JSON.stringify({ reason: '年度检查' })
    const headers = { Token: admin.token, 'Content-Type': 'application/json' }
    await (await app.fetch('/log/export', { method: 'POST', headers, body })).arrayBuffer()
  })

  const recompute = async (sign: (text: string) => string) => {
    const rows = await app.database.read(1, db => db.select().from(logs).orderBy(logs.seq))
    let before = ''
    for (const { id, search: _, prevHash: _p, hash: _h, seq, ...row } of rows) {
      const hash = sign(chainText(before, seq, { ...row, summary: '别的' }))
      await tamper(
        sql`update logs set summary = '别的', prev_hash = ${before}, hash = ${hash} where id = ${id}`,
      )
      before = hash
    }
    await tamper(sql`update log_heads set hash = ${before} where firm_id = 1`)
  }

  test('a whole chain is whole, and what can not be known is said', async () => {
    const { printed, limits, failure } = await verify()
    expect({ printed, failure }).toEqual({
      printed: ['firm 1: 9 rows OK', 'firm 2: 0 rows OK'],
      failure: null,
    })
    expect(limits).toContain('前 5 行写于启用密钥之前')
    expect(limits).toMatch(/deleted from the end since 2\d{3}-/)
    expect(limits).toContain('owns the log')
    expect((await stat(join(folder(), 'audit.key'))).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['a deleted end with the head moved', sql`delete from logs where seq > 6`, '7-9'],
    ['everything deleted', sql`delete from logs`, '1-9'],
  ])('%s is told', async (_, statement, broken) => {
    await tamper(statement)
    await tamper(sql`update log_heads set (seq, hash) = (select coalesce(max(seq), 0), coalesce(
      (select hash from logs order by seq desc limit 1), '') from logs) where firm_id = 1`)
    expect((await verify()).failure).toContain(`firm 1, rows ${broken}`)
  })

  test.each([
    ['without a key', plainHash],
    ['with another key', (text: string) => `00000000:${plainHash(text)}`],
  ])('a chain recomputed %s is told', async (_, sign) => {
    await recompute(sign)
    expect((await verify()).failure).toContain('firm 1, rows')
  })

  test('a forged anchor is none', async () => {
    const anchor = { at: '2999-01-01', firmId: 1, seq: 99, hash: 'x', mac: 'y' }
    await appendFile(join(folder(), 'audit-anchors.jsonl'), `${JSON.stringify(anchor)}\n`)
    const { failure, limits } = await verify()
    expect(failure).toBeNull()
    expect(limits).toContain('1 行锚点无效')
  })
})

test.each([
  ['disabled', sql`alter table logs disable trigger append_only`],
  ['gone', sql`drop trigger append_only on logs`],
  [
    'replaced',
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
  ],
])('a trigger that is %s is told', async (_, statement) => {
  await app.database.write(1, db => db.execute(statement))
  expect((await verify()).failure).toContain('触发器')
})

test('it makes no tables where there are none', async () => {
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
