import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import { actorOf } from '../../context/actor.ts'
import { notFound } from '../../context/apiError.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import {
  admins,
  articleDrafts,
  articleLawyers,
  articles,
  cardDrafts,
  cardRevisions,
  cards,
  files,
  lawyers,
  logs,
  messages,
  privacyRequests,
  sessions,
  transferRequests,
} from '../../db/tables.ts'

// Everything that the product keeps about a person, read table by table. Each part is read in a transaction of its own,
// so that a slow receiver holds no connection.

export type DataOwner = { firmId: number; population: Population; id: number }
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
const withoutSecrets = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !leftOut.has(name)))

/** Rows of the log and messages are read in portions of this size. */
const portionSize = 1_000

/** Reads rows in the order of their ids, a portion at a time. */
async function* inPortions<R extends Row & { id: number }>(
  database: Database,
  firmId: number,
  read: (db: Db, after: number) => Promise<R[]>,
) {
  for (let after = 0; ;) {
    const rows = await database.read(firmId, db => read(db, after))
    yield rows.map(withoutSecrets)
    if (rows.length < portionSize) return
    after = rows.at(-1)!.id
  }
}

async function* atOnce(database: Database, firmId: number, read: (db: Db) => Promise<Row[]>) {
  yield (await database.read(firmId, read)).map(withoutSecrets)
}

const messagesOf = ({ firmId, population, id }: DataOwner) =>
  and(eq(messages.firmId, firmId), eq(messages.receiverType, population), eq(messages.receiverId, id))!

/** What the person did, and what was done to the person or the person's cards. */
const logsOf = ({ firmId, population, id }: DataOwner): SQL => {
  const isByPerson = and(eq(logs.operatorType, population), eq(logs.operatorId, id))
  const type = population === 1 ? 'admins' : 'lawyers'
  const isAbout = and(eq(logs.targetType, type), eq(logs.targetId, id))
  const isAboutCard = and(
    eq(logs.targetType, 'cards'),
    sql`${logs.targetId} in (select ${cards.id} from ${cards} where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = ${id})`,
  )
  return and(eq(logs.firmId, firmId), or(isByPerson, isAbout, population === 2 ? isAboutCard : undefined))!
}

/** Messages and rows of the log, of which there may be many. */
const longParts = (database: Database, owner: DataOwner): DataPart[] => {
  const { firmId } = owner
  return [
    {
      name: 'messages',
      rows: () =>
        inPortions(database, firmId, (db, after) =>
          db
            .select()
            .from(messages)
            .where(and(messagesOf(owner), gt(messages.id, after)))
            .orderBy(asc(messages.id))
            .limit(portionSize),
        ),
    },
    {
      name: 'log',
      rows: () =>
        inPortions(database, firmId, (db, after) =>
          db
            .select()
            .from(logs)
            .where(and(logsOf(owner), gt(logs.id, after)))
            .orderBy(asc(logs.id))
            .limit(portionSize),
        ),
    },
  ]
}

/** Sessions, requests and uploads. */
const accountParts = (database: Database, owner: DataOwner): DataPart[] => {
  const { firmId, population, id } = owner
  return [
    {
      name: 'sessions',
      rows: () =>
        atOnce(database, firmId, db =>
          db
            .select()
            .from(sessions)
            .where(
              and(
                eq(sessions.firmId, firmId),
                eq(sessions.population, population),
                eq(sessions.userId, id),
                sql`${sessions.viewerId} is null`,
              ),
            ),
        ),
    },
    {
      name: 'privacyRequests',
      rows: () =>
        atOnce(database, firmId, db =>
          db
            .select()
            .from(privacyRequests)
            .where(
              and(
                eq(privacyRequests.firmId, firmId),
                eq(privacyRequests.population, population),
                eq(privacyRequests.userId, id),
              ),
            ),
        ),
    },
    { name: 'uploads', rows: () => atOnce(database, firmId, db => uploadsOf(db, owner)) },
  ]
}

/** Articles that name the person or were written by the person. */
const articleParts = (database: Database, { firmId, population, id }: DataOwner): DataPart[] => [
  {
    name: 'articleDrafts',
    rows: () =>
      atOnce(database, firmId, db =>
        db
          .select()
          .from(articleDrafts)
          .where(
            and(
              eq(articleDrafts.firmId, firmId),
              eq(articleDrafts.ownerPopulation, population),
              eq(articleDrafts.ownerId, id),
            ),
          ),
      ),
  },
  {
    name: 'articles',
    rows: () =>
      atOnce(database, firmId, db => {
        const isNamed = sql`${articles.articleId} in (select ${articleLawyers.articleId} from ${articleLawyers}
            where ${articleLawyers.firmId} = ${firmId} and ${articleLawyers.lawyerId} = ${id})`
        return db
          .select()
          .from(articles)
          .where(
            and(
              eq(articles.firmId, firmId),
              or(eq(articles.createdBy, actorOf({ population, id })), population === 2 ? isNamed : undefined),
            ),
          )
      }),
  },
]

/** The uploads of the person, of which the finished ones are in the storage. */
export const uploadsOf = (db: Db, { firmId, population, id }: DataOwner) =>
  db
    .select()
    .from(files)
    .where(and(eq(files.firmId, firmId), eq(files.ownerPopulation, population), eq(files.ownerId, id)))
    .orderBy(asc(files.createdAt), asc(files.path))

const lawyerParts = (database: Database, { firmId, id }: DataOwner): DataPart[] => {
  const ofLawyer = (read: (db: Db) => Promise<Row[]>) => () => atOnce(database, firmId, read)
  return [
    {
      name: 'person',
      rows: ofLawyer(db =>
        db
          .select()
          .from(lawyers)
          .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id))),
      ),
    },
    {
      name: 'cards',
      rows: ofLawyer(db =>
        db
          .select()
          .from(cards)
          .where(and(eq(cards.firmId, firmId), eq(cards.lawyerId, id))),
      ),
    },
    {
      name: 'cardVersions',
      rows: ofLawyer(db =>
        db
          .select()
          .from(cardRevisions)
          .where(
            and(
              eq(cardRevisions.firmId, firmId),
              sql`${cardRevisions.cardId} in (select ${cards.id} from ${cards}
                where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = ${id})`,
            ),
          )
          .orderBy(cardRevisions.cardId, cardRevisions.version),
      ),
    },
    {
      name: 'cardDrafts',
      rows: ofLawyer(db =>
        db
          .select()
          .from(cardDrafts)
          .where(and(eq(cardDrafts.firmId, firmId), eq(cardDrafts.lawyerId, id))),
      ),
    },
    {
      name: 'transferRequests',
      rows: ofLawyer(db =>
        db
          .select()
          .from(transferRequests)
          .where(and(eq(transferRequests.firmId, firmId), eq(transferRequests.lawyerId, id))),
      ),
    },
  ]
}

const adminParts = (database: Database, { firmId, id }: DataOwner): DataPart[] => [
  {
    name: 'person',
    rows: () =>
      atOnce(database, firmId, db =>
        db
          .select()
          .from(admins)
          .where(and(eq(admins.firmId, firmId), eq(admins.id, id))),
      ),
  },
]

/** The kinds of data about a person. The consent to the privacy notice is part of `person`. */
export const ownDataParts = (database: Database, owner: DataOwner): DataPart[] => [
  ...(owner.population === 2 ? lawyerParts(database, owner) : adminParts(database, owner)),
  ...longParts(database, owner),
  ...accountParts(database, owner),
  ...articleParts(database, owner),
]

/** Name and office of the person, for the log; throws 4040 if the account has been removed. */
export const dataOwner = async (db: Db, { firmId, population, id }: DataOwner) => {
  const table = population === 2 ? lawyers : admins
  const [row] = await db
    .select({ name: table.name, organizationId: table.organizationId })
    .from(table)
    .where(and(eq(table.firmId, firmId), eq(table.id, id)))
  if (!row) throw notFound()
  return { type: population === 2 ? 'lawyers' : 'admins', id, ...row }
}
