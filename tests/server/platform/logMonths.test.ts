import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { withClient } from '../../../server/db/migrate.ts'
import { logPartitions, makeLogMonths, monthAfter } from '../../../server/db/rules/logMonths.ts'
import { logs } from '../../../server/db/tables.ts'
import { appendLogEntries } from '../../../server/services/audit/audit.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { useAuditedApp } from '../../support/auditedApp.ts'

const { app, verify } = useAuditedApp()

const day = 24 * 3_600_000
const middleOf = (months: number) => new Date(monthAfter(new Date(), months).getTime() + 14 * day)
const nameOf = (months: number) => {
  const [year, month] = new Date(middleOf(months)).toISOString().split('-')
  return `logs_${year}_${month}`
}

const logAt = (firmId: number, now: Date) => {
  const origin = { caller: null, firmId, now, requestId: 'r', ip: '', device: '' }
  return app().database.write(firmId, db => appendLogEntries(db, origin, [{ module: 2, action: 'update' }]))
}
const makeMonths = (now: Date) => withClient(app().database.connection, client => makeLogMonths(client, now))
const partitions = async () => {
  const found = await withClient(app().database.connection, logPartitions)
  return found.map(({ name }) => name)
}
/** The partition that holds each row of a firm. */
const partitionsOfRows = (firmId: number) =>
  app().database.read(firmId, async db => {
    const rows = await db
      .select({ seq: logs.seq, name: sql<string>`${logs}.tableoid::regclass::text` })
      .from(logs)
      .where(eq(logs.firmId, firmId))
      .orderBy(logs.seq)
    return rows.map(({ seq, name }) => `${seq} ${name}`)
  })

test('creates a partition for this month and each of the next two, and a default one for any other time', async () => {
  expect(await partitions()).toEqual(['logs_default', nameOf(0), nameOf(1), nameOf(2)])
  for (const months of [-1, 0, 2, 3]) await logAt(2, middleOf(months))
  expect(await partitionsOfRows(2)).toEqual([
    '1 logs_default',
    `2 ${nameOf(0)}`,
    `3 ${nameOf(2)}`,
    '4 logs_default',
  ])
})

test('moves rows out of the default partition once their month has one, with the chain intact', async () => {
  for (const months of [3, 3, 5]) await logAt(2, middleOf(months))
  await makeMonths(middleOf(4))
  expect(await partitions()).toEqual(['logs_default', ...[0, 1, 2, 3, 4, 5, 6].map(nameOf)])
  expect(await partitionsOfRows(2)).toEqual([`1 ${nameOf(3)}`, `2 ${nameOf(3)}`, `3 ${nameOf(5)}`])
  expect(await verify()).toMatchObject({ printed: ['firm 1: 5 rows OK', 'firm 2: 3 rows OK'], failure: null })
  const before = await partitions()
  await makeMonths(middleOf(4))
  expect(await partitions()).toEqual(before)
})

test('creates the partitions of coming months by a job', async () => {
  app().clock.advance(60 * day)
  await app().database.write(null, db => enqueue(db, 'makeLogMonths', {}))
  await app().runJobs()
  expect(await partitions()).toContain(nameOf(3))
})

test('protects a partition addressed by its own name like the whole log', async () => {
  await makeMonths(middleOf(3))
  for (const name of await partitions()) {
    for (const text of [`update ${name} set summary = ''`, `delete from ${name}`, `truncate ${name}`])
      await expect(app().database.pool.query(text)).rejects.toThrow(`${name} is append-only`)
    // Rows in a partition are protected by row-level security: nothing is visible without a firm.
    expect((await app().database.pool.query(`select from ${name}`)).rows).toEqual([])
  }
  await app().database.pool.query(`alter table ${nameOf(1)} disable trigger append_only`)
  expect((await verify()).failure).toContain('触发器')
})

describe('month past its retention', () => {
  const expire = async () => {
    await app().database.write(null, db => enqueue(db, 'expireLogs', {}))
    await app().runJobs()
  }
  const keepFor = async (account: string, logMonths: number) => {
    const caller = await app().as(account)
    const { version } = await caller.call('system.config')
    await caller.call('system.updateConfig', { security: { logMonths }, version })
  }
  const setMonths = (firmId: number, logMonths: number) =>
    app().database.write(firmId, db =>
      db.execute(sql`insert into firm_configs (firm_id, key, value)
        values (${firmId}, 'system', ${JSON.stringify({ security: { logMonths } })}::jsonb)
        on conflict (firm_id, key) do update set value = excluded.value`),
    )
  const archived = () => [...app().outbox.archive.keys()].toSorted()
  /** Two firms with rows of this month and the next two, viewed a year later. */
  const prepare = async (other: number) => {
    await keepFor('system', 6)
    await setMonths(2, other)
    for (const months of [0, 1, 2]) await logAt(2, middleOf(months))
    for (const months of [1, 2]) await logAt(1, middleOf(months))
    app().clock.advance(middleOf(8).getTime() - Date.now())
  }

  test('is dropped with its partition, and each firm’s chain is verified from there', async () => {
    await prepare(6)
    await expire()
    expect(await partitions()).toEqual(['logs_default', nameOf(2)])
    const { printed, failure } = await verify()
    expect(failure).toBeNull()
    expect(printed[0]).toContain('firm 1: 3 rows OK，第 1-7 行已到期删除')
    expect(printed[1]).toContain('firm 2: 3 rows OK，第 1-2 行已到期删除')
    expect(archived()).toEqual([
      '1/000000001-000000006.jsonl.gz',
      '1/000000007-000000007.jsonl.gz',
      '2/000000001-000000001.jsonl.gz',
      '2/000000002-000000002.jsonl.gz',
    ])
    await expire()
    expect((await verify()).printed).toEqual(printed)
  })

  test('stays for the firm that still retains it, while the rows of other firms are deleted', async () => {
    await prepare(12)
    await expire()
    expect(await partitions()).toEqual(['logs_default', nameOf(0), nameOf(1), nameOf(2)])
    expect((await partitionsOfRows(1)).map(place => place.split(' ')[1])).not.toContain(nameOf(1))
    expect((await partitionsOfRows(2)).slice(0, 3)).toEqual([
      `1 ${nameOf(0)}`,
      `2 ${nameOf(1)}`,
      `3 ${nameOf(2)}`,
    ])
    const { printed, failure } = await verify()
    expect(failure).toBeNull()
    expect(printed[1]).toBe('firm 2: 3 rows OK')
    // Beyond the retention of every firm.
    await setMonths(2, 6)
    await expire()
    expect(await partitions()).toEqual(['logs_default', nameOf(2)])
    expect((await verify()).failure).toBeNull()
  })

  test('is dropped with the rows that follow others of its last minute in the chain', async () => {
    await keepFor('system', 6)
    const end = monthAfter(new Date(), 1).getTime()
    for (const createdAt of [end + 2_000, end - 1_000]) await logAt(1, new Date(createdAt))
    app().clock.advance(middleOf(7).getTime() - Date.now())
    await expire()
    expect(await partitions()).not.toContain(nameOf(0))
    const { printed, failure } = await verify()
    expect(failure).toBeNull()
    expect(printed[0]).toContain('第 1-8 行已到期删除')
  })

  describe('in use while it should be dropped', () => {
    const expireInUse = async () => {
      await prepare(6)
      const reader = await app().database.pool.connect()
      await reader.query('begin; select from logs limit 1')
      await expire()
      await reader.query('rollback')
      reader.release()
    }

    test('stays, is verified as such, and is dropped the next time', async () => {
      await expireInUse()
      expect(await partitions()).toContain(nameOf(0))
      expect((await verify()).failure).toBeNull()
      await expire()
      expect(await partitions()).toEqual(['logs_default', nameOf(2)])
      expect((await verify()).failure).toBeNull()
    })

    test.each([
      ['changed', sql`update logs set summary = '别的' where firm_id = 1 and seq = 2`],
      ['missing', sql`delete from logs where firm_id = 1 and seq = 2`],
    ])('verification reports a row that is %s meanwhile', async (_, statement) => {
      await expireInUse()
      await app().database.write(1, async db => {
        await db.execute(sql`alter table logs disable trigger append_only`)
        await db.execute(statement)
        await db.execute(sql`alter table logs enable trigger append_only`)
      })
      expect((await verify()).failure).toContain('firm 1, rows')
    })
  })
})
