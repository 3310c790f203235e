import { type SQL, sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { retentionStart } from '../audit/logExpiry.ts'

/** The maximum number of rows that one transaction looks at. */
const maxRows = 2_000

/** The number of newest revisions of each record that are kept regardless of their age. */
const MIN_KEPT_REVISIONS = 20

type History = { table: 'card_revisions' | 'article_revisions'; record: string; isPublished: SQL }

/** The published revision is kept too, because it is the last approved state of the record. */
const histories: readonly History[] = [
  {
    table: 'card_revisions',
    record: 'card_id',
    isPublished: sql`exists (select from cards where cards.firm_id = old.firm_id and cards.id = old.card_id
      and cards.published_version = old.version)`,
  },
  {
    table: 'article_revisions',
    record: 'article_id',
    isPublished: sql`old.version = (select max(version) from article_revisions as approved
      where approved.firm_id = old.firm_id and approved.article_id = old.article_id
        and approved.kind in ('pass', 'publish'))`,
  },
]

/**
 * Firms that are not suspended and have revisions old enough; the revision with the lowest id is the oldest.
 */
const firmsWithOldRevisions = (database: Database, { table }: History, since: string): Promise<number[]> =>
  database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select firm_id as "firmId" from firms where suspended_at is null
        and (select at from ${sql.identifier(table)} as old where old.firm_id = firms.firm_id order by id limit 1) < ${since}`)
    return rows.map(({ firmId }) => firmId)
  })

/**
 * Removes one portion and returns its last id, from which the next portion continues; otherwise the kept rows
 * would be examined again and again.
 */
const removePortion = (
  database: Database,
  { table, record, isPublished }: History,
  firmId: number,
  since: string,
  after: number,
): Promise<{ removed: number; last: number | null }> =>
  database.write(firmId, async db => {
    const [name, key] = [sql.identifier(table), sql.identifier(record)]
    const { rows } = await db.execute<{ removed: number; last: number | null }>(sql`
      with looked as (select * from ${name} where firm_id = ${firmId} and id > ${after} and at < ${since}
          order by id limit ${maxRows}),
        removed as (delete from ${name} as gone where gone.firm_id = ${firmId} and gone.id in (select old.id from looked as old
          where not (${isPublished}) and (select count(*) from ${name} as newer where newer.firm_id = old.firm_id
            and newer.${key} = old.${key} and newer.version > old.version) >= ${MIN_KEPT_REVISIONS}) returning 1)
      select (select count(*)::int from removed) as removed, (select max(id)::float8 from looked) as last`)
    return rows[0]!
  })

/**
 * Removes expired revisions of cards and articles, except the newest and the published ones; returns the
 * number removed. Revisions of settings are few and are kept.
 */
export const expireRevisions = async (
  database: Database,
  now: Date,
  months: number | null,
): Promise<number> => {
  if (months === null) return 0
  const since = retentionStart(now, months).toISOString()
  let removed = 0
  for (const history of histories) {
    for (const firmId of await firmsWithOldRevisions(database, history, since)) {
      for (let after: number | null = 0; after !== null;) {
        const portion = await removePortion(database, history, firmId, since, after)
        removed += portion.removed
        after = portion.last
      }
    }
  }
  return removed
}
