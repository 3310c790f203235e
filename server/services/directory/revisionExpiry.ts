import { type SQL, sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { keptSince } from '../audit/logExpiry.ts'

/** Rows that one transaction removes at most. */
const mostRows = 2_000

/** So many revisions of each record are kept however old they are. */
const newestKept = 20

type History = { table: 'card_revisions' | 'article_revisions'; record: string; isPublished: SQL }

/** The revision that is published is kept too: it is what the record was last approved as. */
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

/** Firms that are not suspended and have rows that are old enough; of revisions the one with the lowest number is the oldest. */
const firmsWithOld = (database: Database, { table }: History, since: string): Promise<number[]> =>
  database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select firm_id as "firmId" from firms where suspended_at is null
        and (select at from ${sql.identifier(table)} as old where old.firm_id = firms.firm_id order by id limit 1) < ${since}`)
    return rows.map(({ firmId }) => firmId)
  })

/** The numbers of a portion's rows lead on, since what is kept would be looked at again and again. */
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
          order by id limit ${mostRows}),
        removed as (delete from ${name} as gone where gone.firm_id = ${firmId} and gone.id in (select old.id from looked as old
          where not (${isPublished}) and (select count(*) from ${name} as newer where newer.firm_id = old.firm_id
            and newer.${key} = old.${key} and newer.version > old.version) >= ${newestKept}) returning 1)
      select (select count(*)::int from removed) as removed, (select max(id)::float8 from looked) as last`)
    return rows[0]!
  })

/**
 * Removes revisions of cards and articles that are older than they are kept, other than the newest ones and what is published;
 * answers how many went. Those of settings are few, and stay.
 */
export const expireRevisions = async (
  database: Database,
  now: Date,
  months: number | null,
): Promise<number> => {
  if (months === null) return 0
  const since = keptSince(now, months).toISOString()
  let removed = 0
  for (const history of histories) {
    for (const firmId of await firmsWithOld(database, history, since)) {
      for (let after: number | null = 0; after !== null;) {
        const portion = await removePortion(database, history, firmId, since, after)
        removed += portion.removed
        after = portion.last
      }
    }
  }
  return removed
}
