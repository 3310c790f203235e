import { and, desc, eq, inArray, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { type TimelineKind, timelineActions } from '../../../resources/domain/timeline.ts'
import type { Context } from '../../context/context.ts'
import { articleRevisions, cardRevisions, logs, messages } from '../../db/tables.ts'
import { newestFirst, recentFirst } from '../../records/page.ts'
import { logAge, logColumns, visibleLogs } from '../logs/rows.ts'
import type { Subject } from './subject.ts'

// A timeline is read from several tables, each along an index that begins with its subject and continues with the time.
// Each table gives as many rows as the page needs; the newest of all are the page.

/** Where the previous page ended: microseconds since 1970, the table of its last row by its rank, and the id there. */
export type Cursor = { at: number; rank: number; id: number }

export type Range = { kind?: TimelineKind | undefined; before: Cursor | null; limit: number }

/** The order of entries of the same moment. */
export const ranks = { log: 0, revision: 1, message: 2 } as const

const microseconds = (column: PgColumn) =>
  sql<number>`(extract(epoch from ${column}) * 1000000)::bigint`.mapWith(Number)
const momentOf = ({ at }: Cursor) => sql`to_timestamp(${at}::float8 / 1000000)`

type Key = { at: PgColumn; id: PgColumn | SQL; rank: number }

/** Rows that come after the end of the previous page. */
const isAfter = ({ at, id, rank }: Key, before: Cursor | null) => {
  if (!before) return undefined
  const moment = momentOf(before)
  if (rank > before.rank) return lte(at, moment)
  if (rank < before.rank) return lt(at, moment)
  return and(lte(at, moment), or(lt(at, moment), lt(sql`${id}`, before.id)))
}

const otherActions = Object.values(timelineActions).flat()
const isOfKind = (kind: TimelineKind | undefined) => {
  if (!kind || kind === 'message') return undefined
  return kind === 'change'
    ? notInArray(logs.action, otherActions)
    : inArray(logs.action, [...timelineActions[kind]])
}

/** A lawyer who may see a record may read what happened to it; administrators read the rows of their own scope. */
const isReadable = (context: Context) =>
  context.caller.population === 2 ? eq(logs.firmId, context.firmId) : or(...visibleLogs(context))!

const readLogs = (context: Context, where: SQL, { before, limit, kind }: Range) => {
  const position = isAfter({ at: logs.createdAt, id: logs.id, rank: ranks.log }, before)
  const read = (age?: SQL) =>
    context.db
      .select({ ...logColumns, at: microseconds(logs.createdAt) })
      .from(logs)
      .where(and(eq(logs.firmId, context.firmId), where, isReadable(context), isOfKind(kind), position, age))
      .orderBy(newestFirst(logs.createdAt), desc(logs.id))
      .limit(limit)
  return recentFirst(before ? undefined : logAge(context.now), limit, read)
}

/** Rows of the log about the subject. */
export const logsAbout = async (context: Context, { type, id }: Subject, range: Range) =>
  range.kind === 'message'
    ? []
    : readLogs(context, and(eq(logs.targetType, type), eq(logs.targetId, id))!, range)
export type TimelineLog = Awaited<ReturnType<typeof logsAbout>>[number]

/** Sign-ins of a person, which are rows by the person and not about the person. */
export const signInsOf = async (
  context: Context,
  { population, id }: Subject,
  range: Range,
): Promise<TimelineLog[]> =>
  population && (range.kind === undefined || range.kind === 'signIn')
    ? readLogs(
        context,
        and(
          eq(logs.operatorType, population),
          eq(logs.operatorId, id),
          eq(logs.logType, 1),
          inArray(logs.action, [...timelineActions.signIn]),
        )!,
        range,
      )
    : []

/** Messages about the subject; equal messages of one moment to several people are one row. */
export const messagesAbout = async (
  context: Context,
  { bizType, id }: Subject,
  { kind, before, limit }: Range,
) => {
  if (!bizType || (kind !== undefined && kind !== 'message')) return []
  const { caller, firmId, db } = context
  const last = sql<number>`max(${messages.id})`.mapWith(Number)
  const name = sql`case when ${messages.receiverType} = 2
    then (select people.name from lawyers as people where people.firm_id = ${firmId} and people.id = ${messages.receiverId})
    else (select people.name from admins as people where people.firm_id = ${firmId} and people.id = ${messages.receiverId}) end`
  const isOwn = and(eq(messages.receiverType, 2), eq(messages.receiverId, caller.id))
  const position = before && (ranks.message > before.rank ? lte : lt)(messages.createdAt, momentOf(before))
  return db
    .select({
      id: last,
      at: microseconds(messages.createdAt),
      title: messages.title,
      content: messages.content,
      type: messages.type,
      senderName: messages.senderName,
      receivers: sql<number>`count(*)::int`,
      names: sql<
        string[]
      >`coalesce((array_agg(distinct ${name}) filter (where ${name} is not null))[1:3], '{}')`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.firmId, firmId),
        eq(messages.bizType, bizType),
        eq(messages.bizId, id),
        caller.population === 2 ? isOwn : undefined,
        position ?? undefined,
      ),
    )
    .groupBy(messages.createdAt, messages.title, messages.content, messages.type, messages.senderName)
    .orderBy(newestFirst(messages.createdAt), desc(last))
    .limit(limit)
}

const revisionTables = {
  cards: { table: cardRevisions, record: cardRevisions.cardId, column: sql`card_id` },
  articles: { table: articleRevisions, record: articleRevisions.articleId, column: sql`article_id` },
} as const
export const isRevised = (type: string): type is keyof typeof revisionTables =>
  Object.hasOwn(revisionTables, type)

const reviewRevisions = ['submit', 'withdraw', 'approve', 'reject', 'pass', 'refuse']
const revisionsOfKind = (column: PgColumn, kind: TimelineKind | undefined) =>
  kind && (kind === 'review' ? inArray(column, reviewRevisions) : notInArray(column, reviewRevisions))

/** Revisions without a row of the log, which may have been removed since or may be outside the caller's scope. */
export const revisionsAbout = async (
  context: Context,
  { type, id }: Subject,
  { kind, before, limit }: Range,
) => {
  if (!isRevised(type) || (kind !== undefined && kind !== 'change' && kind !== 'review')) return []
  const { table, record } = revisionTables[type]
  const isLogged = sql`exists (select from ${logs} where ${and(
    eq(logs.firmId, context.firmId),
    eq(logs.targetType, type),
    eq(logs.targetId, id),
    eq(logs.createdAt, table.at),
    isReadable(context),
  )})`
  return context.db
    .select({
      id: table.id,
      at: microseconds(table.at),
      version: table.version,
      kind: table.kind,
      by: table.byName,
    })
    .from(table)
    .where(
      and(
        eq(table.firmId, context.firmId),
        eq(record, id),
        revisionsOfKind(table.kind, kind),
        isAfter({ at: table.at, id: table.id, rank: ranks.revision }, before),
        sql`not ${isLogged}`,
      ),
    )
    .orderBy(desc(table.at), desc(table.id))
    .limit(limit)
}
export type TimelineRevision = Awaited<ReturnType<typeof revisionsAbout>>[number]

/** The versions to which the changes of these moments led, by microseconds, and the newest version that is kept. */
export const versionsAt = async (context: Context, { type, id }: Subject, moments: readonly number[]) => {
  if (!isRevised(type) || moments.length === 0) return { versions: new Map<number, number>(), newest: 0 }
  const { table, record } = revisionTables[type]
  const isHere = and(eq(table.firmId, context.firmId), eq(record, id))!
  const rows = await context.db
    .select({ at: microseconds(table.at), version: table.version })
    .from(table)
    .where(
      and(
        isHere,
        inArray(
          table.at,
          moments.map(at => new Date(at / 1000)),
        ),
      ),
    )
    .orderBy(table.version)
  const [newest] = await context.db
    .select({ version: table.version })
    .from(table)
    .where(isHere)
    .orderBy(desc(table.version))
    .limit(1)
  return { versions: new Map(rows.map(row => [row.at, row.version])), newest: newest?.version ?? 0 }
}

/** The contents of these revisions and of the revision before each. */
export const contentsOf = async (context: Context, { type, id }: Subject, versions: readonly number[]) => {
  if (!isRevised(type) || versions.length === 0) return []
  const { table, record, column } = revisionTables[type]
  const isHere = and(eq(table.firmId, context.firmId), eq(record, id))!
  return context.db
    .select({ version: table.version, content: sql<Record<string, unknown>>`${table.content}` })
    .from(table)
    .where(
      and(
        isHere,
        or(
          inArray(table.version, [...versions]),
          ...versions.map(version =>
            eq(
              table.version,
              sql`(select max(earlier.version) from ${table} as earlier where earlier.firm_id = ${context.firmId}
                and earlier.${column} = ${id} and earlier.version < ${version})`,
            ),
          ),
        ),
      ),
    )
    .orderBy(table.version)
}
