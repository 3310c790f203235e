import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeCommit, isDatabaseDown, openDatabase } from '../../../server/db/connection/open.ts'
import { firms, lawyers, sessions } from '../../../server/db/tables.ts'
import { indexedContains } from '../../../server/records/search.ts'
import { freshDatabase } from '../../support/database.ts'
import type { FreshDatabase } from '../../support/database.ts'
import { addOffice } from '../../support/world.ts'

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

const visible = (firmId: number | null) =>
  database.read(firmId, db => db.select({ id: firms.firmId }).from(firms))

describe('the wall between firms', () => {
  it('shows a firm its own rows only, without any condition', async () => {
    expect(await visible(1)).toEqual([{ id: 1 }])
    expect(await visible(2)).toEqual([{ id: 2 }])
    expect(await visible(null)).toEqual([])
  })

  it('holds while many firms share the connections', async () => {
    const asked = Array.from({ length: 200 }, (_, i) => (i % 2) + 1)
    const answers = await Promise.all(asked.map(visible))
    expect(answers.map(rows => rows.map(({ id }) => id))).toEqual(asked.map(id => [id]))
  })

  it('refuses a row of another firm, and changes none', async () => {
    const foreign = { firmId: 3, name: 'Three', shortName: 'T' }
    await expect(database.write(1, async db => db.insert(firms).values(foreign))).rejects.toThrow(
      /Failed query/,
    )
    await database.write(1, db => db.update(firms).set({ intro: 'changed' }).where(eq(firms.firmId, 2)))
    const [second] = await database.read(2, db => db.select().from(firms))
    expect(second?.intro).toBeNull()
  })

  it('stands before every table with a firm_id', async () => {
    const { rows } = await database.pool.query(`
      select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        -- Read before the firm is known.
        and c.relname <> 'hosts' and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(rows).toEqual([])
  })
})

it('a search uses its index behind the wall', async () => {
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

describe('a write', () => {
  it('is undone when its work throws, and the firm stays set', async () => {
    const work = database.write(1, async db => {
      await db.update(firms).set({ intro: 'half' })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    const [first] = await database.read(1, db => db.select().from(firms))
    expect(first?.intro).toBeNull()
  })

  it('is undone when a statement fails that it waits for only at its end, and says which', async () => {
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

  it('refuses the outer database at once', async () => {
    await expect(database.write(1, () => visible(1))).rejects.toThrow(/inside another/)
    await expect(database.read(1, () => visible(1))).rejects.toThrow(/inside another/)
  })

  it('refuses another transaction inside, whose end would be its own', async () => {
    await database.write(1, async db => {
      await db.update(firms).set({ introEn: 'outer' })
      await expect(db.transaction(async () => {})).rejects.toThrow(/is its transaction/)
    })
    const [first] = await database.read(1, db => db.select().from(firms))
    expect(first?.introEn).toBe('outer')
  })
})

describe('a failure', () => {
  it('of the request is not one of the database', async () => {
    const broken = await database.read(1, db => db.execute(sql`select 1/0`)).catch((error: unknown) => error)
    expect(isDatabaseDown(broken)).toBe(false)
  })

  it('of a statement past its time is one, and the connection serves on', async () => {
    // With the limits of the product, which other tests don't have.
    const limited = await openDatabase({ connection: database.connection, max: 1 })
    const slow = await limited
      .write(1, db => db.execute(sql`select pg_sleep(60)`))
      .catch((error: unknown) => error)
    expect(isDatabaseDown(slow)).toBe(true)
    expect(await limited.read(1, db => db.select({ id: firms.firmId }).from(firms))).toEqual([{ id: 1 }])
    await limited.close()
  })

  it('of a killed session ends neither the process nor the pool', async () => {
    const killed = await database
      .write(1, db => db.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
      .catch((error: unknown) => error)
    expect(isDatabaseDown(killed)).toBe(true)
    expect(await visible(1)).toEqual([{ id: 1 }])
  })
})

describe('the log', () => {
  it('can not be changed or emptied, by the owner of the table either', async () => {
    for (const text of ['update logs set summary = $$x$$', 'delete from logs', 'truncate logs']) {
      await expect(database.pool.query(text)).rejects.toThrow(/append-only/)
    }
  })
})

it('sessions lie behind the wall too', async () => {
  expect(await database.read(1, db => db.select().from(sessions))).toEqual([])
})
