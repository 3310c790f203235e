import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Fields } from '../../../resources/kit/index.ts'
import { lawyers as lawyerResource } from '../../../resources/lawyers/index.ts'
import { actorOf } from '../../context/actor.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { mayRead } from '../../context/readable.ts'
import type { Db } from '../../db/connection/open.ts'
import {
  admins,
  articleDrafts,
  articleLawyers,
  articles,
  cardDrafts,
  cardRevisions,
  cards,
  directoryPeople,
  directoryRuns,
  files,
  lawyers,
  logs,
  mandates,
  messages,
  privacyRequests,
  sessions,
  transferRequests,
} from '../../db/tables.ts'
import { logColumns, ownLogConditions, readableRow } from '../logs/rows.ts'

// Everything that the product keeps about the caller, read table by table. Each part is read in a transaction of its own,
// so that a slow receiver holds no connection.

type Row = Readonly<Record<string, unknown>>
/** The rows of one kind, in portions. */
export type DataPart = { name: string; rows: () => AsyncIterable<readonly Row[]> }

/** Columns that are secret or only repeat others for searching. */
const leftOut = new Set([
  'passwordHash',
  'search',
  'contentText',
  'tokenHash',
  'prevHash',
  'hash',
  'fingerprint',
])

/** The row without secrets, and without fields that the firm keeps from the person, such as the remark of an administrator. */
const readableColumns = (context: Context, fields: Fields, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const readableBy = fields[name]?.readableBy
      return !leftOut.has(name) && (!readableBy || mayRead(context, { readableBy }))
    }),
  )

type OwnTable = { name: string; table: PgTable; where: SQL | undefined; fields?: Fields }

const tablePart = (context: Context, { name, table, where, fields = {} }: OwnTable): DataPart => ({
  name,
  rows: async function* () {
    const rows: Row[] = await context.database.read(context.firmId, db =>
      db.select().from(table).where(where),
    )
    yield rows.map(row => readableColumns(context, fields, row))
  },
})

/** Rows of the log and messages are read in portions of this size. */
const portionSize = 1_000

/** Reads the rows in the order of their ids, a portion at a time. */
const longPart = <R extends Row & { id: number }>(
  context: Context,
  name: string,
  read: (db: Db, after: number) => Promise<R[]>,
  shown: (row: R) => Row = row => row,
): DataPart => ({
  name,
  rows: async function* () {
    for (let after = 0; ;) {
      const rows = await context.database.read(context.firmId, db => read(db, after))
      yield rows.map(row => readableColumns(context, {}, shown(row)))
      if (rows.length < portionSize) return
      after = rows.at(-1)!.id
    }
  },
})

const longParts = (context: Context): DataPart[] => {
  const { firmId, caller } = context
  const isReceived = and(
    eq(messages.firmId, firmId),
    eq(messages.receiverType, caller.population),
    eq(messages.receiverId, caller.id),
  )
  return [
    longPart(context, 'messages', (db, after) =>
      db
        .select()
        .from(messages)
        .where(and(isReceived, gt(messages.id, after)))
        .orderBy(asc(messages.id))
        .limit(portionSize),
    ),
    longPart(
      context,
      'log',
      (db, after) =>
        db
          .select(logColumns)
          .from(logs)
          .where(and(eq(logs.firmId, firmId), or(...ownLogConditions(context)), gt(logs.id, after)))
          .orderBy(asc(logs.id))
          .limit(portionSize),
      row => readableRow(context, row),
    ),
  ]
}

type PersonColumns = { firmId: PgColumn; population: PgColumn; userId: PgColumn }

const isOfCaller = ({ firmId, caller }: Context, { firmId: firm, population, userId }: PersonColumns) =>
  and(eq(firm, firmId), eq(population, caller.population), eq(userId, caller.id))

/** The caller's uploads, of which the finished ones are in the storage. */
const isUpload = (context: Context) =>
  isOfCaller(context, { firmId: files.firmId, population: files.ownerPopulation, userId: files.ownerId })

/** The finished and unfinished uploads of the caller, the earliest first. */
export const uploadsOf = (db: Db, context: Context) =>
  db.select().from(files).where(isUpload(context)).orderBy(asc(files.createdAt), asc(files.path))

/** Sessions, requests, uploads and articles, which administrators and lawyers alike have. */
const accountTables = (context: Context): OwnTable[] => {
  const { firmId, caller } = context
  const isNamed = sql`${articles.articleId} in (select ${articleLawyers.articleId} from ${articleLawyers}
    where ${articleLawyers.firmId} = ${firmId} and ${articleLawyers.lawyerId} = ${caller.id})`
  return [
    {
      name: 'sessions',
      table: sessions,
      where: and(isOfCaller(context, sessions), sql`${sessions.viewerId} is null`),
    },
    { name: 'privacyRequests', table: privacyRequests, where: isOfCaller(context, privacyRequests) },
    { name: 'uploads', table: files, where: isUpload(context) },
    {
      name: 'articleDrafts',
      table: articleDrafts,
      where: isOfCaller(context, {
        firmId: articleDrafts.firmId,
        population: articleDrafts.ownerPopulation,
        userId: articleDrafts.ownerId,
      }),
    },
    {
      name: 'articles',
      table: articles,
      where: and(
        eq(articles.firmId, firmId),
        or(eq(articles.createdBy, actorOf(caller)), caller.population === 2 ? isNamed : undefined),
      ),
    },
  ]
}

/** The mandates that the caller has given, and those that he has as an assistant. */
const mandateTable = ({ firmId, caller }: Context): OwnTable => ({
  name: 'mandates',
  table: mandates,
  where: and(
    eq(mandates.firmId, firmId),
    caller.population === 2
      ? or(eq(mandates.lawyerId, caller.id), eq(mandates.memberId, caller.id))
      : eq(mandates.adminId, caller.id),
  ),
})

const lawyerTables = ({ firmId, caller: { id } }: Context): OwnTable[] => [
  {
    name: 'person',
    table: lawyers,
    where: and(eq(lawyers.firmId, firmId), eq(lawyers.id, id)),
    fields: lawyerResource.fields,
  },
  { name: 'cards', table: cards, where: and(eq(cards.firmId, firmId), eq(cards.lawyerId, id)) },
  {
    name: 'cardVersions',
    table: cardRevisions,
    where: and(
      eq(cardRevisions.firmId, firmId),
      sql`${cardRevisions.cardId} in (select ${cards.id} from ${cards}
        where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = ${id})`,
    ),
  },
  {
    name: 'cardDrafts',
    table: cardDrafts,
    // What an assistant has not saved yet is the assistant's.
    where: and(eq(cardDrafts.firmId, firmId), eq(cardDrafts.lawyerId, id), eq(cardDrafts.mandateId, 0)),
  },
  {
    name: 'transferRequests',
    table: transferRequests,
    where: and(eq(transferRequests.firmId, firmId), eq(transferRequests.lawyerId, id)),
  },
  {
    name: 'directory',
    table: directoryPeople,
    where: and(eq(directoryPeople.firmId, firmId), eq(directoryPeople.lawyerId, id)),
  },
]

const adminTables = ({ firmId, caller: { id } }: Context): OwnTable[] => [
  { name: 'person', table: admins, where: and(eq(admins.firmId, firmId), eq(admins.id, id)) },
]

/** What comparisons with the firm's directory say about the caller, without the others whom they name. */
const comparisonPart = ({ database, firmId, caller: { id } }: Context): DataPart => ({
  name: 'directoryComparisons',
  rows: async function* () {
    const { rows } = await database.read(firmId, db =>
      db.execute<Row>(sql`select ${directoryRuns.createdAt} as "createdAt", ${directoryRuns.source} as source,
          compared.row - 'candidates' as compared
        from ${directoryRuns} cross join lateral jsonb_array_elements(${directoryRuns.rows}) as compared(row)
        where ${directoryRuns.firmId} = ${firmId} and ${directoryRuns.lawyerIds} @> array[${id}]::bigint[]
          and ${id} in ((compared.row ->> 'lawyerId')::bigint,
            (${directoryRuns.results} -> (compared.row ->> 'index') ->> 'lawyerId')::bigint)
        order by ${directoryRuns.id}`),
    )
    yield rows
  },
})

/** The kinds of data about the caller. The consent to the privacy notice is part of `person`. */
export const ownDataParts = (context: Context): DataPart[] => [
  ...[
    ...(context.caller.population === 2 ? lawyerTables(context) : adminTables(context)),
    mandateTable(context),
    ...accountTables(context),
  ].map(part => tablePart(context, part)),
  ...(context.caller.population === 2 ? [comparisonPart(context)] : []),
  ...longParts(context),
]

/** Name and office of the caller, for the log; throws 4040 if the account has been removed. */
export const dataOwner = async (db: Db, { firmId, caller: { population, id } }: Context) => {
  const table = population === 2 ? lawyers : admins
  const [row] = await db
    .select({ name: table.name, organizationId: table.organizationId })
    .from(table)
    .where(and(eq(table.firmId, firmId), eq(table.id, id)))
  if (!row) throw notFound()
  return { type: population === 2 ? 'lawyers' : 'admins', id, ...row }
}
