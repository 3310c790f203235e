import { appendFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'

import { readConfig } from '../../../server/process/config.ts'
import { logs } from '../../../server/db/tables.ts'
import { openSeal, plainHash, useSeal } from '../../../server/process/auditSeal.ts'
import { appendLogEntries } from '../../../server/services/audit/audit.ts'
import { chainText, hashedContent } from '../../../server/services/audit/logChain.ts'
import { exportLog, useAuditedApp } from '../../support/auditedApp.ts'
import { folderOfFile } from '../../support/folder.ts'

const { app, verify } = useAuditedApp()

/** Changes that only somebody with the database owner's login can make. */
const tamper = (statement: ReturnType<typeof sql>) =>
  app().database.write(1, async db => {
    await db.execute(sql`alter table logs disable trigger append_only`)
    await db.execute(statement)
    await db.execute(sql`alter table logs enable trigger append_only`)
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
  ['a changed id', sql`update logs set id = id + 1000 where seq = 4`, '5 rows', '4'],
  ['a missing row', sql`delete from logs where seq = 3`, '4 rows', '3'],
  ['a missing end', sql`delete from logs where seq = 5`, '4 rows', '5'],
  ['a row moved to another place', sql`update logs set seq = 9 where seq = 5`, '5 rows', '5-9'],
  ['several', sql`update logs set summary = '别的' where seq in (1, 2, 4)`, '5 rows', '1-2, 4'],
])('reports %s, with every row that does not fit', async (_, statement, rows, broken) => {
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
])('%s leaves the chain valid', async (_, { summary, reason, targetName }) => {
  const origin = { caller: null, firmId: 1, now: new Date(), requestId: 'r', ip: '', device: '', reason }
  const target = { type: 'offices', id: 1, name: targetName, organizationId: null }
  const diff = [
    { field: 'a', label: '甲', before: '\uD83D', after: { ['\u0000']: undefined }, masked: 0 as const },
  ]
  await app().database.write(1, db =>
    appendLogEntries(db, origin, [{ module: 2, action: 'update', summary, target, diff }]),
  )
  expect((await verify()).printed).toEqual(['firm 1: 6 rows OK', 'firm 2: 0 rows OK'])
})

test('orders concurrent writers of a new log one after the other', async () => {
  const origin = { caller: null, firmId: 2, now: new Date(), requestId: 'r', ip: '', device: '' }
  const begin = () =>
    app().database.write(2, db => appendLogEntries(db, origin, [{ module: 2, action: 'update' }]))
  await Promise.all(Array.from({ length: 8 }, begin))
  expect((await verify()).printed).toEqual(['firm 1: 5 rows OK', 'firm 2: 8 rows OK'])
})

describe('with a key and with anchors outside the database', () => {
  const folder = folderOfFile('seal')
  const config = () => readConfig({ DATA_DIR: folder() })
  /** Signed rows after the five unsigned ones. */
  beforeEach(async () => {
    await writeFile(join(folder(), 'audit-anchors.jsonl'), '')
    useSeal(await openSeal(config(), true))
    const admin = await app().as('admin')
    for (const typeName of ['知产', '劳动', '海商'])
      await admin.call('categories.add', { kind: 3, typeName, sort: 0, enabled: 1 })
    await exportLog(app())
    // The key belongs to the process, in which other test files run afterwards.
    return () => useSeal(undefined)
  })

  const recompute = async (sign: (text: string) => string) => {
    const rows = await app().database.read(1, db => db.select().from(logs).orderBy(logs.seq))
    let before = ''
    for (const { id, search: _, prevHash: _p, hash: _h, seq, ...row } of rows) {
      const hash = sign(chainText({ prevHash: before, seq, id }, hashedContent({ ...row, summary: '别的' })))
      await tamper(
        sql`update logs set summary = '别的', prev_hash = ${before}, hash = ${hash} where id = ${id}`,
      )
      before = hash
    }
    await tamper(sql`update log_heads set hash = ${before} where firm_id = 1`)
  }

  test('accepts a valid chain and names what cannot be verified', async () => {
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
  ])('reports %s', async (_, statement, broken) => {
    await tamper(statement)
    await tamper(sql`update log_heads set (seq, hash) = (select coalesce(max(seq), 0), coalesce(
      (select hash from logs order by seq desc limit 1), '') from logs) where firm_id = 1`)
    expect((await verify()).failure).toContain(`firm 1, rows ${broken}`)
  })

  test('reports a chain that was recomputed without the key', async () => {
    await recompute(plainHash)
    expect((await verify()).failure).toContain('firm 1, rows')
  })

  test('reports rows signed with another key as such, with what to compare them to', async () => {
    await recompute(text => `00000000:${plainHash(text)}`)
    const { failure, printed } = await verify()
    expect(failure).toContain('由另一把密钥签名')
    expect(failure).toContain('firm 1, rows 1-9: 密钥 00000000')
    expect(printed[0]).toBe('firm 1: 9 rows, broken at 9')
  })

  test('rejects a forged anchor', async () => {
    const anchor = { at: '2999-01-01', firmId: 1, seq: 99, hash: 'x', mac: 'y' }
    await appendFile(join(folder(), 'audit-anchors.jsonl'), `${JSON.stringify(anchor)}\n`)
    const { failure, limits } = await verify()
    expect(failure).toBeNull()
    expect(limits).toContain('1 行锚点无效')
  })
})
