import { eq, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { referenceViolation } from '../../../server/db/connection/connectionErrors.ts'
import { migrate, withClient } from '../../../server/db/migrate.ts'
import { readEveryFirm } from '../../../server/db/rules/rules.ts'
import * as tables from '../../../server/db/tables.ts'
import { failureMessage } from '../../../server/process/failure.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { earlierDatabase } from '../../support/earlierDatabase.ts'
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

/** The last release whose tables had no foreign keys. */
const backupWithoutForeignKeys = 'database-0025.tar'

describe('upgrade of rows with dangling references', () => {
  it('deletes rows that are meaningless without their reference and empties optional references', async () => {
    const { connection, manifest } = await earlierDatabase(backupWithoutForeignKeys, client =>
      client.query(`
        insert into card_revisions (firm_id, card_id, version, kind, content) values (1, 9999, 1, 'edit', '{}');
        insert into card_drafts (firm_id, lawyer_id, language, values, saved_at) values (1, 9999, 'CN', '{}', now());
        insert into article_lawyers (firm_id, article_id, lawyer_id, role) values (1, 9999, 1, 1), (1, 1, 9999, 1);
        insert into text_messages (firm_id, lawyer_id, mobile, created_at) values (2, 1, '13800000001', now());
        update lawyers set batch_id = 9999 where id = 1`),
    )
    await migrate(connection)
    const rows = await withClient(connection, async client => {
      await client.query('begin read only')
      await readEveryFirm(client)
      const found = await client.query<{ name: string; rows: number }>(`
        select 'card_revisions' as name, count(*)::int as rows from card_revisions
        union all select 'card_drafts', count(*)::int from card_drafts
        union all select 'article_lawyers', count(*)::int from article_lawyers
        union all select 'text_messages', count(*)::int from text_messages
        union all select 'batches of the lawyer', count(batch_id)::int from lawyers where id = 1`)
      return Object.fromEntries(found.rows.map(row => [row.name, row.rows]))
    })
    const before = Object.fromEntries(manifest.tables.map(table => [table.name, table.rows]))
    expect(rows).toEqual({
      card_revisions: before['card_revisions'],
      card_drafts: before['card_drafts'],
      article_lawyers: before['article_lawyers'],
      text_messages: before['text_messages'],
      'batches of the lawyer': 0,
    })
  })

  it('stops at rows that only the firm can correct, names them and changes nothing', async () => {
    const { connection } = await earlierDatabase(backupWithoutForeignKeys, client =>
      client.query(`update lawyers set organization_id = 9999 where id = 7;
        update cards set post_code = 'Unknown' where id = 3;
        insert into text_messages (firm_id, lawyer_id, mobile, created_at) values (1, 9999, '13800000001', now())`),
    )
    const failure = await migrate(connection).catch((error: unknown) => error)
    expect(failureMessage(failure)).toMatch(/升级没有进行/)
    expect(failureMessage(failure)).toContain('lawyers 7 (firm 1): organization_id = 9999')
    expect(failureMessage(failure)).toContain('cards 3 (firm 1): post_code = Unknown')
    const { rows } = await withClient(connection, async client => {
      await client.query('begin read only')
      await readEveryFirm(client)
      return client.query(`select to_regclass('lawyers_firm_key') as key, count(*)::int as messages
        from text_messages`)
    })
    expect(rows).toEqual([{ key: null, messages: 2 }])
  })
})
