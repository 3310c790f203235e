import { eq, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { referenceViolation } from '../../../server/db/connection/connectionErrors.ts'
import * as tables from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const keys = Object.values(tables)
  .filter(value => is(value, PgTable))
  .flatMap(table => getTableConfig(table).foreignKeys)

describe('foreign keys', () => {
  it('stay within a firm and are valid for every row', async () => {
    const wrong = keys.filter(key => key.reference().columns[0]?.name !== 'firmId')
    expect(wrong.map(key => key.getName())).toEqual([])
    const { rows } = await app.database.pool.query<{ name: string; isValid: boolean }>(
      `select conname as name, convalidated as "isValid" from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
    )
    expect(rows).toEqual(
      keys
        .map(key => key.getName())
        .toSorted()
        .map(name => ({ name, isValid: true })),
    )
  })

  it('refuse a row that refers to another firm’s row', async () => {
    const foreign = app.world.offices.get('别所')!
    const ownPerson = app.world.people.get('13800000001')!
    const move = app.database.write(1, db =>
      db.update(tables.lawyers).set({ organizationId: foreign }).where(eq(tables.lawyers.id, ownPerson.id)),
    )
    expect(referenceViolation(await move.catch((error: unknown) => error))).toBe('missing')
  })

  it('refuse to delete a row that other rows refer to', async () => {
    const { organizationId } = await stage.lawyer().then(({ key }) => app.world.people.get(key)!)
    const removal = app.database.write(1, db =>
      db.delete(tables.offices).where(eq(tables.offices.organizationId, organizationId)),
    )
    expect(referenceViolation(await removal.catch((error: unknown) => error))).toBe('used')
  })

  it('answer a call that refers to a row removed at the same moment with an explanation', async () => {
    const { key, id } = await stage.lawyer()
    const lawyer = await app.as(key)
    const client = await app.database.pool.connect()
    await client.query(`begin; set local app.firm_id = '1'`)
    await client.query('delete from lawyers where id = $1', [id])
    const draft = lawyer.send('PUT', '/lawyer/card/draft', { body: { language: 'CN', values: '{}' } })
    await vi.waitFor(async () => {
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(1)
    })
    await client.query('commit')
    client.release()
    expect((await draft).body).toMatchObject({
      code: '4040',
      message: '所选的数据刚刚被删除，请刷新后重新选择',
    })
  })

  it('cascade to rows that belong to the deleted row alone', async () => {
    const { id: cardId, lawyerId } = await stage.card()
    await app.database.write(1, async db => {
      await db.delete(tables.cards).where(eq(tables.cards.id, cardId))
      await db.delete(tables.lawyers).where(eq(tables.lawyers.id, lawyerId))
    })
    const remainingRows = await app.database.read(1, db =>
      db.$count(tables.cardRevisions, eq(tables.cardRevisions.cardId, cardId)),
    )
    expect(remainingRows).toBe(0)
  })
})
