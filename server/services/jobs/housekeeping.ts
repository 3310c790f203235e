import { type SQL, sql } from 'drizzle-orm'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Database } from '../../db/connection/open.ts'
import { retentionStart } from '../audit/logExpiry.ts'
import { expiredCodeKeptMs } from '../identity/codes.ts'
import { isSessionOver } from '../identity/session.ts'
import { codeAttemptsMs, passwordAttemptsMs, textMessageRetentionMs } from '../integrations/textMessages.ts'
import { expireRows, removeInPortions } from './expireRows.ts'

const DAY_MS = 24 * 3_600_000
/** Clients repeat a request within minutes (promise Q47). */
const repetitionsKeptMs = DAY_MS
const mirrorsKeptMs = 7 * DAY_MS
const deliveriesKeptMs = 30 * DAY_MS
/** After the end of its window no limit uses a counter. */
const countersKeptMs = 30 * DAY_MS
/** How long the results by record are kept after the end of a bulk action. */
const bulkRowsKeptMs = 90 * DAY_MS
const previewLinksKeptMs = 30 * DAY_MS
const directoryRunsKeptMs = 30 * DAY_MS
/** How long proposals of agents are kept after their decision, or without one. */
const proposalsKeptMs = 180 * DAY_MS
const visitsKeptMs = 365 * DAY_MS

const isBefore = (column: SQL, now: Date, ms: number) =>
  sql`${column} < ${new Date(now.getTime() - ms).toISOString()}::timestamptz`

/**
 * Marks initial passwords that will not be sent any more as failed, and erases them after a week, in which an
 * administrator can show them; erases expired codes, and deletes their messages after a week.
 */
export const expireTextMessages = async (database: Database, now: Date): Promise<void> => {
  const isOld = (ms: number) => isBefore(sql`created_at`, now, ms)
  const table = 'text_messages'
  await expireRows(database, {
    table,
    where: sql`sealed is not null and failed_at is null and ${isOld(passwordAttemptsMs)}`,
    set: sql`failed_at = ${now.toISOString()}::timestamptz`,
  })
  await expireRows(database, {
    table,
    where: sql`sealed is not null and (${isOld(textMessageRetentionMs)} or code_id is not null and ${isOld(codeAttemptsMs)})`,
    set: sql`sealed = null`,
  })
  await expireRows(database, { table, where: sql`code_id is not null and ${isOld(textMessageRetentionMs)}` })
}

/** What tells visitors apart, of suspended firms too; without the salt of its day, a hash belongs to nobody. */
export const expireVisitors = async (database: Database, now: Date): Promise<void> => {
  const ofSuspended = true
  await expireRows(database, { table: 'visit_marks', where: isBefore(sql`until`, now, 0), ofSuspended })
  await expireRows(database, { table: 'visit_salts', where: sql`day < ${firmDay(now)}`, ofSuspended })
}

/** Each hour: what nobody can use any more. */
export const expireUnusable = async (database: Database, now: Date): Promise<void> => {
  await expireRows(database, { table: 'sessions', where: isSessionOver(now) })
  await expireRows(database, {
    table: 'one_time_codes',
    where: isBefore(sql`expire_at`, now, expiredCodeKeptMs),
  })
  await expireRows(database, {
    table: 'idempotency_keys',
    where: isBefore(sql`created_at`, now, repetitionsKeptMs),
  })
  await expireTextMessages(database, now)
  await expireVisitors(database, now)
}

/** Links with which nothing was decided. */
export const expirePreviewLinks = (database: Database, now: Date): Promise<number> =>
  expireRows(database, {
    table: 'preview_links',
    where: sql`decision is null and ${isBefore(sql`expire_at`, now, previewLinksKeptMs)}`,
  })

/** Comparisons with the firm's directory; what was applied stays in the log and as a record of the import. */
export const expireDirectoryRuns = (database: Database, now: Date): Promise<number> =>
  expireRows(database, {
    table: 'directory_runs',
    where: isBefore(sql`created_at`, now, directoryRunsKeptMs),
  })

/** Counts of visits that are older than a year. */
export const expireVisits = (database: Database, now: Date): Promise<number> =>
  expireRows(database, { table: 'card_visits', where: sql`day < ${firmDay(now.getTime() - visitsKeptMs)}` })

/** Removes messages, read or not, and records of sent reminders that are older than the retention period. */
export const expireMessages = async (
  database: Database,
  now: Date,
  months: number | null,
): Promise<number> => {
  if (months === null) return 0
  const since = sql`${retentionStart(now, months).toISOString()}::timestamptz`
  // A reminder of a yearly assessment is sent once in its year, so its record is kept for a year longer.
  const kept = sql`case when kind = 'assessment' then interval '1 year' else interval '0' end`
  await expireRows(database, { table: 'review_reminders', where: sql`sent_at < ${since} - ${kept}` })
  return expireRows(database, { table: 'messages', where: sql`created_at < ${since}` })
}

export const expireMirrors = (database: Database, now: Date): Promise<number> =>
  expireRows(database, { table: 'message_mirrors', where: isBefore(sql`created_at`, now, mirrorsKeptMs) })

export const expireDeliveries = (database: Database, now: Date): Promise<number> =>
  expireRows(database, {
    table: 'webhook_deliveries',
    where: isBefore(sql`created_at`, now, deliveriesKeptMs),
  })

export const expireProposals = (database: Database, now: Date): Promise<number> =>
  expireRows(database, {
    table: 'proposals',
    where: isBefore(sql`coalesce(decided_at, created_at)`, now, proposalsKeptMs),
  })

export const expireBulkRows = (database: Database, now: Date): Promise<number> =>
  expireRows(database, {
    table: 'bulk_rows',
    where: firm => sql`run_id in (select id from bulk_runs as run where run.firm_id = ${firm}
      and ${isBefore(sql`finished_at`, now, bulkRowsKeptMs)})`,
  })

export const expireCounters = (database: Database, now: Date): Promise<number> =>
  removeInPortions(database, null, {
    table: 'counters',
    held: 'technical',
    where: isBefore(sql`window_ends_at`, now, countersKeptMs),
  })

/** The number of newest revisions of each record that are kept regardless of their age. */
const MIN_KEPT_REVISIONS = 20

/** The published revision is kept too, because it is the last approved state of the record. */
const histories = [
  {
    table: 'card_revisions',
    record: 'card_id',
    isPublished: (firm: SQL) => sql`exists (select from cards where cards.firm_id = ${firm}
      and cards.id = card_revisions.card_id and cards.published_version = card_revisions.version)`,
  },
  {
    table: 'article_revisions',
    record: 'article_id',
    isPublished: (
      firm: SQL,
    ) => sql`article_revisions.version = (select max(version) from article_revisions as approved
      where approved.firm_id = ${firm} and approved.article_id = article_revisions.article_id
        and approved.kind in ('pass', 'publish'))`,
  },
] as const

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
  const isOld = sql`at < ${retentionStart(now, months).toISOString()}::timestamptz`
  let removed = 0
  for (const { table: name, record, isPublished } of histories) {
    const [table, key] = [sql.identifier(name), sql.identifier(record)]
    removed += await expireRows(database, {
      table: name,
      where: isOld,
      stays:
        firm => sql`${isPublished(firm)} or (select count(*) from ${table} as newer where newer.firm_id = ${firm}
        and newer.${key} = ${table}.${key} and newer.version > ${table}.version) < ${MIN_KEPT_REVISIONS}`,
      // The revision with the lowest id is the oldest.
      firms: sql`(select ${isOld} from ${table} where ${table}.firm_id = firms.firm_id order by id limit 1)`,
    })
  }
  return removed
}
