import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeCommit, isDatabaseDown, openDatabase } from '../../../server/db/connection/open.ts'
import { firms, lawyers, sessions } from '../../../server/db/tables.ts'
import { indexedContains } from '../../../server/records/search.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { freshDatabase } from '../../support/database.ts'
import type { FreshDatabase } from '../../support/database.ts'
import { fillFirms, leaveOneWaiting } from '../../support/manyRows.ts'
import { addOffice } from '../../support/world.ts'
import { dueJobs } from '../../support/dueJobs.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  for (const firmId of [1, 2]) {
    await database.write(firmId, async db => {
      await db.insert(firms).values({ firmId, name: `Firm ${firmId}`, shortName: `F${firmId}` })
    })
  }
})
afterAll(() => database.close())

const visibleFirms = (firmId: number | null) =>
  database.read(firmId, db => db.select({ id: firms.firmId }).from(firms))

describe('row-level security between firms', () => {
  it('shows a firm only its own rows without any condition in the query', async () => {
    expect(await visibleFirms(1)).toEqual([{ id: 1 }])
    expect(await visibleFirms(2)).toEqual([{ id: 2 }])
    expect(await visibleFirms(null)).toEqual([])
  })

  it('holds while many firms share the connections', async () => {
    const requestedFirms = Array.from({ length: 200 }, (_, i) => (i % 2) + 1)
    const answers = await Promise.all(requestedFirms.map(visibleFirms))
    expect(answers.map(rows => rows.map(({ id }) => id))).toEqual(requestedFirms.map(id => [id]))
  })

  it('refuses to write a row of another firm and changes nothing', async () => {
    const foreign = { firmId: 3, name: 'Three', shortName: 'T' }
    await expect(database.write(1, async db => db.insert(firms).values(foreign))).rejects.toThrow(
      /Failed query/,
    )
    await database.write(1, db => db.update(firms).set({ intro: 'changed' }).where(eq(firms.firmId, 2)))
    const [second] = await database.read(2, db => db.select().from(firms))
    expect(second?.intro).toBeNull()
  })

  it('is enabled for every table with a firm_id', async () => {
    const { rows } = await database.pool.query(`
      select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        -- Read before the firm is known.
        and c.relname <> 'hosts' and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(rows).toEqual([])
  })
})

it('lets a search use its index', async () => {
  await database.write(2, db => addOffice(db, 2, '别所', 1))
  await database.write(2, db =>
    db.execute(sql`insert into lawyers (firm_id, name, mobile, organization_id, code_key, search)
      select 2, 'n', i::text, organization_id, i::text, md5(i::text) from generate_series(1, 5000) i, offices where firm_id = 2`),
  )
  await database.pool.query('vacuum analyze lawyers')
  const { rows } = await database.read(2, db =>
    db.execute(sql`explain select 1 from lawyers where ${indexedContains(lawyers.search, '张三')}`),
  )
  expect(JSON.stringify(rows)).toContain('lawyers_search')
})

describe('database.write', () => {
  it('rolls back when its work throws, and keeps the firm set', async () => {
    const work = database.write(1, async db => {
      await db.update(firms).set({ intro: 'half' })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    const [first] = await database.read(1, db => db.select().from(firms))
    expect(first?.intro).toBeNull()
  })

  it('rolls back when a statement that is awaited only at the end fails, and throws the error of that statement', async () => {
    const work = database.write(1, async db => {
      await db.update(firms).set({ intro: 'half' })
      await beforeCommit(db, db.$client.query('insert into firms (firm_id) values (null)'))
    })
    await expect(work).rejects.toThrow(/violates/)
    const later = database.write(1, async db => {
      await beforeCommit(db, db.$client.query('insert into firms (firm_id) values (null)'))
      await db.update(firms).set({ intro: 'half' })
    })
    await expect(later).rejects.toThrow(/violates/)
    const [first] = await database.read(1, db => db.select().from(firms))
    expect(first?.intro).toBeNull()
  })

  it('refuses the use of the outer database inside a write', async () => {
    await expect(database.write(1, () => visibleFirms(1))).rejects.toThrow(/inside another/)
    await expect(database.read(1, () => visibleFirms(1))).rejects.toThrow(/inside another/)
  })

  it('refuses a nested transaction, whose commit would commit the outer one', async () => {
    await database.write(1, async db => {
      await db.update(firms).set({ introEn: 'outer' })
      await expect(db.transaction(async () => {})).rejects.toThrow(/is its transaction/)
    })
    const [first] = await database.read(1, db => db.select().from(firms))
    expect(first?.introEn).toBe('outer')
  })
})

describe('errors', () => {
  it('does not treat an error of the request as a database outage', async () => {
    const broken = await database.read(1, db => db.execute(sql`select 1/0`)).catch((error: unknown) => error)
    expect(isDatabaseDown(broken)).toBe(false)
  })

  it('treats a statement timeout as a database error and keeps the connection usable', async () => {
    // With the time limits of the product, which the other tests do without.
    const limited = await openDatabase({ connection: database.connection, max: 1 })
    const slow = await limited
      .write(1, db => db.execute(sql`select pg_sleep(60)`))
      .catch((error: unknown) => error)
    expect(isDatabaseDown(slow)).toBe(true)
    expect(await limited.read(1, db => db.select({ id: firms.firmId }).from(firms))).toEqual([{ id: 1 }])
    await limited.close()
  })

  it('survives a killed database session without losing the process or the pool', async () => {
    const killed = await database
      .write(1, db => db.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
      .catch((error: unknown) => error)
    expect(isDatabaseDown(killed)).toBe(true)
    expect(await visibleFirms(1)).toEqual([{ id: 1 }])
  })
})

describe('the audit log table', () => {
  it('cannot be updated, deleted or truncated, not even by its owner', async () => {
    for (const text of ['update logs set summary = $$x$$', 'delete from logs', 'truncate logs']) {
      await expect(database.pool.query(text)).rejects.toThrow(/append-only/)
    }
  })
})

it('protects sessions by row-level security too', async () => {
  expect(await database.read(1, db => db.select().from(sessions))).toEqual([])
})

describe('the plans of a firm among many', () => {
  /** How many rows the planner expects of the firm's own. */
  const expectedRows = async (table: string) => {
    const { rows } = await database.read(1, db =>
      db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
        sql.raw(`explain (format json) select from ${table} where ${table}.firm_id = 1`),
      ),
    )
    return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
  }

  it('expects as many rows of a firm as there are, in spite of row-level security', async () => {
    await withClient({ connectionString: database.url }, async client => {
      await client.query(`select set_config('app.firm_id', '1', false)`)
      await client.query(`insert into positions (firm_id, post_name, post_code, post_level)
        select 1, 'Position ' || n, 'P' || n, 3 from generate_series(1, 400) n`)
      await client.query(fillFirms(40, 5))
      await client.query('analyze')
    })
    expect(await expectedRows('positions')).toBeGreaterThan(350)
  })

  it('have one item waiting where the idle process is measured', async () => {
    await withClient({ connectionString: database.url }, async client => {
      await client.query(leaveOneWaiting(40))
    })
    for (const firmId of [11, 50])
      expect(new Set((await dueJobs(database, firmId)).map(({ work }) => work))).toEqual(
        new Set(['reminders', 'publication']),
      )
    await withClient({ connectionString: database.url }, async client => {
      await client.query(`select set_config('app.firm_id', '13', false)`)
      const { rows } = await client.query(`select count(*)::int from cards where audit_status = 1`)
      expect(rows).toEqual([{ count: 1 }])
    })
  })
})
