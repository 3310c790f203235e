import { and, eq, isNull, sql } from 'drizzle-orm'

import { admins as adminResource } from '../../../resources/admins/index.ts'
import { articles as articleResource } from '../../../resources/articles/index.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { lawyers as lawyerResource } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import { admins, articles, cards, lawyers, offices, transferRequests } from '../../db/tables.ts'
import { diffOf, type LogEntry } from '../audit/audit.ts'
import { markMovedCards } from '../cards/misfits.ts'

// 关闭律所: moves what an office has to other offices. Each function is one statement for all rows of its table, and
// the rows are locked in the order of services/lawyers/lock.ts. Rows in the recycle bins stay: restoring them asks for
// an office (routes/lawyers/recycled.ts).

export type ClosingOffice = Pick<
  typeof offices.$inferSelect,
  'organizationId' | 'name' | 'isMain' | 'status' | 'deletedAt'
>
type Move = { from: ClosingOffice; to: ClosingOffice }

/** Counts what an office has, without what is in the recycle bins and without the operator's accounts. */
export const officeContents = async ({ db, firmId }: Context, organizationId: number) => {
  const inOffice = (table: typeof lawyers | typeof admins | typeof cards | typeof articles) =>
    and(eq(table.firmId, firmId), eq(table.organizationId, organizationId), isNull(table.deletedAt))
  const [people, administrators, cardCount, articleCount] = [
    db.$count(lawyers, inOffice(lawyers)),
    db.$count(admins, and(inOffice(admins), eq(admins.isSystem, 0))),
    db.$count(cards, inOffice(cards)),
    db.$count(articles, inOffice(articles)),
  ]
  const [counts] = await db
    .select({
      people: sql<number>`(${people})`.mapWith(Number),
      admins: sql<number>`(${administrators})`.mapWith(Number),
      cards: sql<number>`(${cardCount})`.mapWith(Number),
      articles: sql<number>`(${articleCount})`.mapWith(Number),
    })
    .from(sql`(select) as nothing`)
  return counts!
}

const moveEntry = (
  fields: Fields,
  { from, to }: Move,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
) =>
  diffOf(
    fields,
    { ...before, organizationId: from.organizationId },
    { ...after, organizationId: to.organizationId },
    {
      organizationId: new Map([from, to].map(({ organizationId, name }) => [organizationId, name])),
    },
  )

const asIds = (rows: readonly { id: number | string }[]) => rows.map(({ id }) => Number(id))

/** Moves administrators as sub-administrators of the target, and ends their sessions (promise Q14). */
export const moveAdmins = async ({ db, firmId, now, caller }: Context, move: Move) => {
  const { from, to } = move
  const level = to.isMain === 1 ? 2 : 4
  const { rows } = await db.execute<{ id: string; name: string; level: 1 | 2 | 3 | 4 }>(sql`
    with held as (
      select id, office_level from admins where firm_id = ${firmId} and organization_id = ${from.organizationId}
        and deleted_at is null and is_system = 0 order by id for no key update
    ), moved as (
      update admins set organization_id = ${to.organizationId}, office_level = ${level}, version = version + 1,
        updated_at = ${now.toISOString()}, updated_by_name = ${caller.name}
      from held where admins.firm_id = ${firmId} and admins.id = held.id
      returning admins.id, admins.name, held.office_level
    ), ended as (
      delete from sessions where firm_id = ${firmId} and population = 1 and user_id in (select id from moved)
    )
    select id, name, office_level as level from moved order by id`)
  const entries = rows.map((row): LogEntry => ({
    module: 3,
    action: 'update',
    target: {
      type: 'admins',
      id: Number(row.id),
      name: row.name,
      organizationId: from.organizationId,
    },
    diff: moveEntry(adminResource.fields, move, { officeLevel: row.level }, { officeLevel: level }),
  }))
  return { ids: asIds(rows), entries }
}

/** Moves people with their cards, and ends their sessions, which belong to an office (promise Q14). */
export const movePeople = async (context: Context, move: Move) => {
  const { db, firmId, now, caller } = context
  const { from, to } = move
  const { rows } = await db.execute<{ id: string; name: string; status: number; cards: number }>(sql`
    with held as (
      select id from lawyers where firm_id = ${firmId} and organization_id = ${from.organizationId}
        and deleted_at is null order by id for no key update
    ), moved as (
      update lawyers set organization_id = ${to.organizationId}, version = version + 1,
        updated_at = ${now.toISOString()}, updated_by_name = ${caller.name}
      where firm_id = ${firmId} and id in (select id from held)
      returning id, name, status
    ), moved_cards as (
      update cards set organization_id = ${to.organizationId}, misfits = '[]'
      where firm_id = ${firmId} and lawyer_id in (select id from moved)
      returning lawyer_id, deleted_at
    ), ended as (
      delete from sessions where firm_id = ${firmId} and population = 2 and user_id in (select id from moved)
    )
    select id, name, status, (select count(*)::int from moved_cards where lawyer_id = id and deleted_at is null) as cards
    from moved order by id`)
  const entries = rows.map((row): LogEntry => ({
    module: 4,
    // An applicant does not belong to an office yet, so this only corrects the application.
    action: row.status === 0 || row.status === 2 ? 'update' : 'transfer',
    target: {
      type: 'lawyers',
      id: Number(row.id),
      name: row.name,
      organizationId: from.organizationId,
    },
    diff: moveEntry(lawyerResource.fields, move, {}, {}),
  }))
  await markMovedCards(context, {
    from: from.organizationId,
    to: to.organizationId,
    lawyerIds: asIds(rows),
  })
  return { ids: asIds(rows), cards: rows.reduce((sum, row) => sum + row.cards, 0), entries }
}

/** Moves articles; a pending change that names the office names the target from now on. */
export const moveArticles = async ({ db, firmId, now, caller }: Context, move: Move) => {
  const { from, to } = move
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    with held as (
      select article_id from articles where firm_id = ${firmId} and organization_id = ${from.organizationId}
        and deleted_at is null order by article_id for no key update
    )
    update articles set organization_id = ${to.organizationId}, version = version + 1,
      updated_at = ${now.toISOString()}, updated_by_name = ${caller.name},
      revision = case when (revision ->> 'organizationId')::bigint = ${from.organizationId}
        then jsonb_set(revision, '{organizationId}', to_jsonb(${to.organizationId}::bigint)) else revision end
    where firm_id = ${firmId} and article_id in (select article_id from held)
    returning article_id as id, title`)
  const entries = rows.map((row): LogEntry => ({
    module: 6,
    action: 'update',
    target: {
      type: 'articles',
      id: Number(row.id),
      name: row.title,
      organizationId: from.organizationId,
    },
    diff: moveEntry(articleResource.fields, move, {}, {}),
  }))
  return { ids: asIds(rows), entries }
}

/** Closes the pending transfer requests of people in this office and of people who would move to it. */
export const closeRequestsOfOffice = ({ db, firmId, now, caller }: Context, organizationId: number) =>
  db
    .update(transferRequests)
    .set({
      status: 3,
      decidedAt: now,
      version: sql`${transferRequests.version} + 1`,
      updatedAt: now,
      updatedByName: caller.name,
    })
    .where(
      and(
        eq(transferRequests.firmId, firmId),
        eq(transferRequests.status, 0),
        sql`${organizationId} in (${transferRequests.organizationId}, ${transferRequests.toId})`,
      ),
    )
    .returning()
