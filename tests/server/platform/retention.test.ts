import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ownTables } from '../../../server/db/rules/ownTables.ts'
import {
  articleRevisions,
  type StoredCardContent,
  cardRevisions,
  cards,
  messages,
  reviewReminders,
} from '../../../server/db/tables.ts'
import { readConfig, variables } from '../../../server/process/config.ts'

import { archiveName, writeLogArchive } from '../../../server/services/audit/logArchive.ts'
import {
  expireCounters,
  expireMessages,
  expireRevisions,
} from '../../../server/services/jobs/housekeeping.ts'
import { PORTION } from '../../../server/services/jobs/expireRows.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'
import { setStage } from '../../support/stage.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const inMonths = (months: number) => new Date(Date.now() + months * 31 * 24 * 3_600_000)
const reminder = (firmId: number) => ({
  firmId,
  kind: 'card' as const,
  subjectId: 1,
  since: new Date(),
  sentAt: new Date(),
})

test('deletes messages and reminders of every firm after their retention period and not before', async () => {
  for (const account of ['admin', 'other-admin'])
    await (await app.as(account)).call('announcements.announce', { title: '停电通知', content: '周六停电。' })
  await app.runJobs()
  for (const firmId of [1, 2])
    await app.database.write(firmId, db => db.insert(reviewReminders).values(reminder(firmId)))
  const remainingRows = (firmId: number) =>
    app.database.read(firmId, async db => [await db.$count(messages), await db.$count(reviewReminders)])
  const before = [await remainingRows(1), await remainingRows(2)]
  expect(before.flat().every(count => count > 0)).toBe(true)
  expect(await expireMessages(app.database, inMonths(35), 36)).toBe(0)
  expect(await expireMessages(app.database, inMonths(40), null)).toBe(0)
  expect([await remainingRows(1), await remainingRows(2)]).toEqual(before)
  expect(await expireMessages(app.database, inMonths(40), 36)).toBe(before[0]![0]! + before[1]![0]!)
  expect([await remainingRows(1), await remainingRows(2)]).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('no statement of an expiry removes more rows than a portion has', async () => {
  const most = await app.database.write(null, async db => {
    await db.execute(sql`create table expiry_statements (rows int)`)
    await db.execute(
      sql.raw(`create function note_rows() returns trigger language plpgsql security definer as
      $$ begin insert into expiry_statements select count(*) from gone; return null; end $$`),
    )
    await db.execute(
      sql.raw(`create trigger note_rows after delete on counters referencing old table as gone
      for each statement execute function note_rows()`),
    )
    await db.execute(sql`insert into counters (key, count, window_ends_at)
      select 'expiry:' || number, 1, '2020-01-01' from generate_series(1, ${2 * PORTION + 1}) number`)
    return PORTION
  })
  expect(await expireCounters(app.database, new Date())).toBe(2 * most + 1)
  const { rows } = await app.database.read(null, db =>
    db.execute<{ rows: number }>(sql`select rows from expiry_statements order by rows desc`),
  )
  expect(rows.map(row => row.rows)).toEqual([most, most, 1])
})

describe('revisions', () => {
  const months = (count: number) => new Date(Date.now() - count * 31 * 24 * 3_600_000)
  const versionsOf = async (table: 'card_revisions' | 'article_revisions') => {
    const { rows } = await app.database.read(1, db =>
      db.execute<{ version: number }>(
        sql`select version from ${sql.identifier(table)} where version >= 100 order by version`,
      ),
    )
    return rows.map(({ version }) => version)
  }
  /** Versions 100 to 129 of a card and of an article, all old except the last; version 103 was approved. */
  const prepare = async () => {
    const stage = await setStage(app)
    const { id } = await stage.card()
    const { articleId } = await stage.article()
    const versions = Array.from({ length: 30 }, (_, at) => 100 + at)
    await app.database.write(1, async db => {
      // As in real use, where the first revision is the oldest.
      await db.update(cardRevisions).set({ at: months(21) })
      await db.update(articleRevisions).set({ at: months(21) })
      await db.insert(cardRevisions).values(
        versions.map(version => ({
          firmId: 1,
          cardId: id,
          version,
          kind: 'edit' as const,
          content: {} as StoredCardContent,
          at: months(version === 129 ? 1 : 20),
        })),
      )
      await db.update(cards).set({ publishedVersion: 103 }).where(eq(cards.id, id))
      await db.insert(articleRevisions).values(
        versions.map(version => ({
          firmId: 1,
          articleId,
          version,
          kind: version === 103 ? ('pass' as const) : ('edit' as const),
          content: {},
          at: months(version === 129 ? 1 : 20),
        })),
      )
    })
  }

  test('are deleted after their retention period, except the newest and the last approved one', async () => {
    await prepare()
    for (const [limit, now] of [
      [null, new Date()],
      [30, new Date()],
    ] as const)
      await expireRevisions(app.database, now, limit)
    expect(await versionsOf('card_revisions')).toHaveLength(30)
    expect(await expireRevisions(app.database, new Date(), 12)).toBeGreaterThanOrEqual(18)
    const newest = Array.from({ length: 20 }, (_, at) => 110 + at)
    for (const table of ['card_revisions', 'article_revisions'] as const)
      expect(await versionsOf(table)).toEqual([103, ...newest])
    expect(await expireRevisions(app.database, new Date(), 12)).toBe(0)
  })
})

test('the guide for operators lists the retention of each table exactly once', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8')
  const [, section = ''] = /\n## What is kept, and for how long\n([\s\S]*?)\n## /.exec(guide)!
  const rows = section.split('\n').filter(line => /^\| (?!what \||---)/.test(line))
  const named = rows.flatMap(row => [...row.split('|')[2]!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!))
  expect(named.toSorted()).toEqual([...ownTables(), 'graphile_worker'].toSorted())
  // Every retention setting of the environment is documented at one table.
  const settings = rows.flatMap(row => [...row.matchAll(/`([A-Z_]+_KEEP_[A-Z]+)`/g)].map(([, name]) => name!))
  const declared = variables.map(({ name }) => name).filter(name => /_KEEP_/.test(name))
  expect(settings.toSorted()).toEqual(declared.toSorted())
})

test('the archive of the log is one compressed file per portion, and writing it again changes nothing', async () => {
  const folder = await folderOfTest('archive')
  const name = archiveName(1, 2_000)
  for (let turn = 0; turn < 2; turn += 1) await writeLogArchive(folder, 7, name, 'a row\nanother\n')
  expect(await readdir(join(folder, 'firm7'))).toEqual(['000000001-000002000.jsonl.gz'])
  expect(gunzipSync(await readFile(join(folder, 'firm7', name))).toString()).toBe('a row\nanother\n')
})

test('the environment sets months of retention: three years by default, forever, or at least half a year', () => {
  expect(readConfig({})).toMatchObject({ logMonths: 36, messageMonths: 36, revisionMonths: null })
  expect(readConfig({ REVISION_KEEP_MONTHS: '24' })).toMatchObject({ revisionMonths: 24 })
  expect(readConfig({ LOG_KEEP_MONTHS: '0', MESSAGE_KEEP_MONTHS: '6' })).toMatchObject({
    logMonths: null,
    messageMonths: 6,
  })
  expect(() => readConfig({ LOG_KEEP_MONTHS: '5' })).toThrow(/LOG_KEEP_MONTHS/)
})
