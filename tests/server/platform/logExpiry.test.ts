import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { appendLogEntries } from '../../../server/services/audit/audit.ts'
import { expireLogs, removeLogRows, retentionStart } from '../../../server/services/audit/logExpiry.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { exportLog, useAuditedApp } from '../../support/auditedApp.ts'

const { app, verify } = useAuditedApp()

const saveMonths = async (logMonths: number | null, account = 'system') => {
  const caller = await app().as(account)
  const { version } = await (await app().as('system')).call('system.config')
  return caller.call('system.updateConfig', { security: { logMonths }, version })
}

/** The middle of the month that lies this many months from now, in the firm's time zone. */
const monthsFromNow = (months: number) =>
  new Date(retentionStart(new Date(), -months).getTime() + 15 * 24 * 3_600_000)

/** Writes a log row dated this many months from now. */
const logAt = (months: number) => {
  const origin = { caller: null, firmId: 1, now: monthsFromNow(months), requestId: 'r', ip: '', device: '' }
  return app().database.write(1, db => appendLogEntries(db, origin, [{ module: 2, action: 'update' }]))
}

/** `logMonths` is the installation's setting, which applies where the firm has none. */
const expire = (months: number, logMonths: number | null = null) => {
  const archiveLog = async (firmId: number, name: string, lines: string) =>
    void app().outbox.archive.set(`${firmId}/${name}`, lines)
  return expireLogs(app().database, 1, monthsFromNow(months), { logMonths, archiveLog })
}
const rowsOf = () =>
  app().database.read(1, db =>
    db.select({ seq: logs.seq, action: logs.action }).from(logs).where(eq(logs.firmId, 1)).orderBy(logs.seq),
  )

/** Changes that only somebody with the database owner's login can make. */
const tamper = (statement: ReturnType<typeof sql>) =>
  app().database.write(1, async db => {
    await db.execute(sql`alter table logs disable trigger append_only`)
    await db.execute(statement)
    await db.execute(sql`alter table logs enable trigger append_only`)
  })

test('lets the operator set the retention of the log, six months at least, and logs the change', async () => {
  await expect(saveMonths(36, 'admin')).rejects.toMatchObject({ code: '4030' })
  const refusals: [number, string][] = [
    [0, '日志保留月数不能小于6'],
    [5, '日志保留月数不能小于6'],
    [6.5, '请输入日志保留月数'],
    [601, '日志保留月数不能大于600'],
  ]
  for (const [months, message] of refusals)
    await expect(saveMonths(months)).rejects.toMatchObject({
      data: { errors: { 'security.logMonths': message } },
    })
  expect(await saveMonths(36)).toMatchObject({ security: { logMonths: 36 } })
  const { records } = await (await app().as('admin')).call('logs.getAdminLogPageList', { module: [11] })
  expect(records[0]).toMatchObject({ action: 'config' })
  expect(await saveMonths(null)).toMatchObject({ security: { logMonths: null } })
})

test('keeps the log forever without a limit', async () => {
  expect(await expire(600)).toBe(0)
  expect((await verify()).printed[0]).toBe('firm 1: 5 rows OK')
})

test('applies the installation’s limit, with an archive, where the firm sets none', async () => {
  for (const months of [36, 37]) await logAt(months)
  expect(await expire(37, 36)).toBe(5)
  const { printed, failure } = await verify()
  expect({ printed: printed[0], failure }).toEqual({
    printed: 'firm 1: 3 rows OK，第 1-5 行已到期删除 (rows 1-5 were removed after their time)',
    failure: null,
  })
  const [[name, lines] = ['', '']] = app().outbox.archive
  expect(name).toBe('1/000000001-000000005.jsonl.gz')
  const archived = lines
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { seq: number; prevHash: string; hash: string; content: string })
  expect(archived.map(row => row.seq)).toEqual([1, 2, 3, 4, 5])
  // Each row is chained to the previous one, and the removal's log row names the last one.
  expect(archived.map(row => row.prevHash)).toEqual(['', ...archived.slice(0, -1).map(row => row.hash)])
  const [row] = await app().database.read(1, db =>
    db.select({ diff: logs.diff }).from(logs).where(eq(logs.action, 'expire')),
  )
  expect(row?.diff.map(it => it.after)).toEqual([5, archived.at(-1)!.hash, 5])
  expect(await expire(80, 120)).toBe(0)
})

test('keeps rows that could not be archived', async () => {
  const archiveLog = () => Promise.reject(new Error('the disk is full'))
  await expect(
    expireLogs(app().database, 1, monthsFromNow(37), { logMonths: 36, archiveLog }),
  ).rejects.toThrow('the disk is full')
  expect(await rowsOf()).toHaveLength(5)
})

test('lets another firm log while rows of one are removed', async () => {
  const origin = { caller: null, firmId: 2, now: new Date(), requestId: 'r', ip: '', device: '' }
  const [removed, logged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const removing = app().database.write(1, async db => {
    expect(await removeLogRows(db, 1, eq(logs.seq, 1))).toBe(1)
    removed.resolve()
    await logged.promise
  })
  await removed.promise
  await app()
    .database.write(2, other => appendLogEntries(other, origin, [{ module: 2, action: 'update' }]))
    .finally(logged.resolve)
  await removing
  expect((await rowsOf()).map(it => it.seq)).toEqual([2, 3, 4, 5])
  await expect(app().database.pool.query('delete from logs')).rejects.toThrow(/append-only/)
})

test('keeps a month whole until it is over', () => {
  expect(retentionStart(new Date('2026-03-31T17:00:00Z'), 36).toISOString()).toBe('2023-03-31T16:00:00.000Z')
  expect(retentionStart(new Date('2026-03-31T15:00:00Z'), 36).toISOString()).toBe('2023-02-28T16:00:00.000Z')
})

describe('log with a retention of 36 months', () => {
  /** Six rows of today, including the one about the setting, and two of a year later. */
  beforeEach(async () => {
    await saveMonths(36)
    for (const months of [12, 13]) await logAt(months)
  })

  test('loses older rows, and the chain is verified from the first remaining row', async () => {
    expect(await expire(35)).toBe(0)
    expect((await verify()).printed[0]).toBe('firm 1: 8 rows OK')
    expect(await expire(37)).toBe(6)
    expect(await rowsOf()).toEqual([
      { seq: 7, action: 'update' },
      { seq: 8, action: 'update' },
      { seq: 9, action: 'expire' },
    ])
    expect(await expire(37)).toBe(0)
    const { printed, failure } = await verify()
    expect({ printed: printed[0], failure }).toEqual({
      printed: 'firm 1: 3 rows OK，第 1-6 行已到期删除 (rows 1-6 were removed after their time)',
      failure: null,
    })
    // A second removal, which also removes the row about the first one.
    await logAt(80)
    expect(await expire(110)).toBe(3)
    expect((await verify()).printed[0]).toContain('firm 1: 2 rows OK，第 1-9 行已到期删除')
  })

  test('loses older rows by a job, which skips firms without a limit', async () => {
    app().clock.advance(monthsFromNow(37).getTime() - Date.now())
    const origin = { caller: null, firmId: 2, now: new Date(0), requestId: 'r', ip: '', device: '' }
    await app().database.write(2, db => appendLogEntries(db, origin, [{ module: 2, action: 'update' }]))
    await app().database.write(null, db => enqueue(db, 'expireLogs', {}))
    await app().runJobs()
    expect((await rowsOf()).map(row => row.seq)).toEqual([7, 8, 9])
    expect(await app().database.read(2, db => db.$count(logs))).toBe(1)
  })

  test('is listed, searched and exported as before', async () => {
    await expire(37)
    const admin = await app().as('admin')
    const { records, total } = await admin.call('logs.getAdminLogPageList', { pageSize: 10 })
    expect(total).toBe(3)
    expect(records.find(it => it.action === 'expire')).toMatchObject({
      operatorName: '系统',
      summary: '删除了超过36个月的6条日志',
      batchCount: 6,
    })
    await expect(
      admin.call('logs.getAdminLogPageList', { keyword: '超过36个月', pageSize: 10 }),
    ).resolves.toMatchObject({ total: 1 })
    const oldest = records.at(-1)!
    expect(await admin.call('logs.reach')).toEqual({ since: oldest.createdAt, months: 36 })
    await exportLog(app())
    expect((await verify()).failure).toBeNull()
  })

  test.each([
    [
      'a row that says of more than was removed',
      sql`update logs set diff = jsonb_set(diff, '{0,after}', '7') where action = 'expire'`,
    ],
    ['a row that says so and is gone', sql`delete from logs where action = 'expire'`],
    ['further rows that are gone', sql`delete from logs where seq <= 7`],
    [
      'a row that was changed to say so',
      sql`update logs set action = 'expire', diff = (select diff from logs where seq = 9) where seq = 8`,
    ],
  ])('verification reports %s', async (_, statement) => {
    await expire(37)
    await tamper(statement)
    expect((await verify()).failure).toContain('firm 1, rows')
  })

  test('keeps all rows if the process ends between the removal and its log row', async () => {
    const { pool } = app().database
    // Blocks log inserts after the removal and before COMMIT.
    await pool.query(`
      create function wait_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(77); return new; end $$;
      create trigger wait_for_test before insert on logs for each row execute function wait_for_test()`)
    const client = await pool.connect()
    await client.query('select pg_advisory_lock(77)')
    const removal = expire(37).then(
      () => 'done',
      () => 'ended',
    )
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory'`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    expect(await removal).toBe('ended')
    await client.query('select pg_advisory_unlock(77)')
    client.release()
    await pool.query('drop trigger wait_for_test on logs; drop function wait_for_test()')
    expect((await verify()).printed[0]).toBe('firm 1: 8 rows OK')
    expect(await expire(37)).toBe(6)
    expect((await verify()).failure).toBeNull()
  })
})
