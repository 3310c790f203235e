import { type SQL, sql } from 'drizzle-orm'

import type { Database } from '../../db/connection/open.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import {
  heldArticleRevision,
  heldCardRevision,
  heldCardVisit,
  heldDirectoryRun,
  type HeldCondition,
  heldMessage,
  heldPreviewLink,
  heldProposal,
  type NothingToHold,
} from '../holds/holds.ts'

/** Rows that one transaction looks at, removes or changes, so that others wait for it for milliseconds only. */
export const PORTION = 2_000

/** A condition on rows, or one that names their firm, of which the expression gives the number. */
type Condition = SQL | ((firm: SQL) => SQL)
const conditionIn = (condition: Condition, firm: SQL) =>
  typeof condition === 'function' ? condition(firm) : condition

type Portions = {
  table: string
  where: Condition
  /** Changes the rows instead of deleting them; they must no longer meet the condition then. */
  set?: SQL
  /** Condition for rows that are held and stay, or why nothing can be. */
  held: HeldCondition | NothingToHold
  /** Rows that stay although they meet the condition. They are looked at once, in the order of their ids. */
  stays?: Condition
}

/**
 * Removes the rows that meet a condition, of one firm or of a table without firms, in a transaction for each portion;
 * returns how many.
 */
export const removeInPortions = async (
  database: Database,
  firmId: number | null,
  { table: name, where: isDue, set, held, stays: isKept }: Portions,
): Promise<number> => {
  const table = sql.identifier(name)
  const isFree = typeof held === 'function' ? sql`not (${held(sql`${firmId}`)})` : sql`true`
  const where = sql`(${conditionIn(isDue, sql`${firmId}`)}) and ${isFree}`
  const stays = isKept && conditionIn(isKept, sql`${firmId}`)
  const own = firmId === null ? sql`true` : sql`firm_id = ${firmId}`
  const portionAfter = (id: number) =>
    stays
      ? sql`with looked as (select id from ${table} where ${own} and ${where} and id > ${id} order by id limit ${PORTION}),
          removed as (delete from ${table} where ${own} and id in (select id from looked) and (${stays}) is not true returning 1)
          select (select count(*)::int from removed) as count, (select max(id)::float8 from looked) as next`
      : sql`with done as (${set ? sql`update ${table} set ${set}` : sql`delete from ${table}`} where ${own} and ctid = any(array(
            select ctid from ${table} where ${own} and ${where} limit ${PORTION})) returning 1)
          select count(*)::int as count, case when count(*) = ${PORTION} then 0 end as next from done`
  let total = 0
  for (let after: number | null = 0; after !== null;) {
    const statement = portionAfter(after)
    const { rows } = await database.write(firmId, db =>
      db.execute<{ count: number; next: number | null }>(statement),
    )
    total += rows[0]!.count
    after = rows[0]!.next
  }
  return total
}

const firmsWith = (database: Database, condition: SQL): Promise<number[]> =>
  database.write(null, async db => {
    await readEveryFirm(db.$client)
    const { rows } = await db.execute<{ firmId: number }>(
      sql`select firm_id as "firmId" from firms where ${condition}`,
    )
    return rows.map(({ firmId }) => firmId)
  })

/** The firms that meet a condition; suspended ones keep their rows. */
export const activeFirms = (database: Database, condition: SQL): Promise<number[]> =>
  firmsWith(database, sql`suspended_at is null and ${condition}`)

/** What holds the rows of each table that expires. */
const heldRows = {
  article_revisions: heldArticleRevision,
  bulk_rows: 'technical',
  card_revisions: heldCardRevision,
  card_visits: heldCardVisit,
  directory_runs: heldDirectoryRun,
  idempotency_keys: 'technical',
  message_mirrors: 'technical',
  messages: heldMessage,
  one_time_codes: 'technical',
  preview_links: heldPreviewLink,
  proposals: heldProposal,
  review_reminders: 'technical',
  sessions: 'technical',
  text_messages: 'technical',
  visit_marks: 'technical',
  visit_salts: 'technical',
  webhook_deliveries: 'technical',
} as const satisfies Record<string, HeldCondition | NothingToHold>

type Expiry = Omit<Portions, 'held'> & {
  table: keyof typeof heldRows
  /** A condition for the firms that have such rows, where it is found faster than by looking for one. */
  firms?: SQL
  /** Whether the rows of suspended firms go too. */
  ofSuspended?: boolean
}

/** Removes the rows of all firms that meet a condition, a firm at a time; returns how many. */
export const expireRows = async (
  database: Database,
  { firms, ofSuspended = false, ...expiry }: Expiry,
): Promise<number> => {
  const table = sql.identifier(expiry.table)
  const hasRows = sql`exists (select from ${table} where ${table}.firm_id = firms.firm_id and ${conditionIn(expiry.where, sql`firms.firm_id`)})`
  const findFirms = ofSuspended ? firmsWith : activeFirms
  let total = 0
  for (const firmId of await findFirms(database, firms ?? hasRows))
    total += await removeInPortions(database, firmId, { ...expiry, held: heldRows[expiry.table] })
  return total
}
