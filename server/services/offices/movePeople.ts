import { and, eq, sql } from 'drizzle-orm'

import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { offices } from '../../db/tables.ts'
import { enabledOffices } from './enabled.ts'

/** Locked, so that the office the people go to is not closed at the same time. */
export const lockDestination = async ({ db, firmId }: Context, id: number, from: number) => {
  const [row] = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(and(enabledOffices(firmId), eq(offices.organizationId, id)))
    .for('share')
  if (!row || id === from) throw invalid({ moveTo: '请选择另一家启用中的律所' })
  return row
}

/** People and cards change office together, and a session belongs to an office (promise Q14): one statement. */
export const movePeople = async ({ db, firmId, now, caller }: Context, from: number, to: number) => {
  const { rows } = await db.execute<{ id: number }>(sql`
    with moved as (
      update lawyers set organization_id = ${to}, version = version + 1, updated_at = ${now.toISOString()},
        updated_by_name = ${caller.name}
      where firm_id = ${firmId} and organization_id = ${from} and deleted_at is null
      returning id
    ), moved_cards as (
      update cards set organization_id = ${to} where firm_id = ${firmId} and organization_id = ${from}
    ), ended as (
      delete from sessions where firm_id = ${firmId} and population = 2 and user_id in (select id from moved)
    )
    select id::int8 from moved`)
  return rows.map(({ id }) => Number(id))
}
