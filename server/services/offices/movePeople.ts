import { and, eq, inArray, sql } from 'drizzle-orm'

import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { offices } from '../../db/tables.ts'
import { enabledOffices } from './enabled.ts'

/**
 * Locks an office that is being closed and the one to which its people move, in ascending order: nobody is
 * assigned to the first meanwhile (services/directory/references.ts), and the second is not closed at the
 * same time. Returns the destination.
 */
export const lockOffices = async ({ db, firmId }: Context, from: number, to: number | null | undefined) => {
  const rows = await db
    .select({
      id: offices.organizationId,
      name: offices.name,
      isOpen: sql<boolean>`${enabledOffices(firmId)}`,
    })
    .from(offices)
    .where(and(eq(offices.firmId, firmId), inArray(offices.organizationId, [from, to ?? from])))
    .orderBy(offices.organizationId)
    .for('update')
  if (!to) return null
  const destination = rows.find(row => row.id === to && row.isOpen)
  if (!destination || to === from) throw invalid({ moveTo: '请选择另一家启用中的律所' })
  return destination
}

/**
 * Moves people with their cards, and ends their sessions, which belong to an office (promise Q14), in one
 * statement.
 */
export const movePeople = async ({ db, firmId, now, caller }: Context, from: number, to: number) => {
  const { rows } = await db.execute<{ id: number }>(sql`
    with locked as (
      select id from lawyers where firm_id = ${firmId} and organization_id = ${from} and deleted_at is null
      order by id for no key update
    ), moved as (
      update lawyers set organization_id = ${to}, version = version + 1, updated_at = ${now.toISOString()},
        updated_by_name = ${caller.name}
      where id in (select id from locked) and firm_id = ${firmId}
      returning id
    ), moved_cards as (
      update cards set organization_id = ${to} where firm_id = ${firmId} and organization_id = ${from}
    ), ended as (
      delete from sessions where firm_id = ${firmId} and population = 2 and user_id in (select id from moved)
    )
    select id::int8 from moved`)
  return rows.map(({ id }) => Number(id))
}
