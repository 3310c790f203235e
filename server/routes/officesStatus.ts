import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import { offices as resource } from '../../resources/offices/index.ts'
import type { Context } from '../context.ts'
import { offices } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { invalid, missing, wrongState } from '../refusal.ts'
import { within } from '../scope.ts'
import { diffOf, log } from '../services/audit.ts'
import { sendMessages } from '../services/messages.ts'
import { updateVersioned } from '../versioned.ts'

type Office = typeof offices.$inferSelect

const find = async ({ db }: Context, where: SQL): Promise<Office> => {
  const [row] = await db.select().from(offices).where(where)
  if (!row) throw missing()
  return row
}

/** Locked, so that the office the people go to is not closed at the same moment. */
const findTarget = async ({ db, firmId }: Context, id: number, from: number) => {
  const [row] = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(
      and(
        eq(offices.firmId, firmId),
        eq(offices.organizationId, id),
        eq(offices.status, 1),
        isNull(offices.deletedAt),
      ),
    )
    .for('share')
  if (!row || id === from) throw invalid({ moveTo: '请选择另一家启用中的律所' })
  return row
}

/** People and cards change office together, and a session belongs to an office (promise Q14): one statement. */
const movePeople = async ({ db, firmId, now, caller }: Context, from: number, to: number) => {
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
  return rows.map(it => Number(it.id))
}

/** 启用 and 停用 (domain.md §4). Cards of a closed office are not public, so people who stay are hidden with it. */
export const status: Handlers<typeof resource.calls>['status'] = async (
  { organizationId, status: to, moveTo, version },
  context,
) => {
  const scope = within(context, { firm: offices.firmId, office: offices.organizationId })
  const where = and(scope, eq(offices.organizationId, organizationId), isNull(offices.deletedAt))!
  const current = await find(context, where)
  if (current.isMain === 1 && to === 0) throw wrongState(current.status, [1], '总所不能停用')
  const target = to === 0 && moveTo ? await findTarget(context, moveTo, organizationId) : null
  // A stale version is told before a wrong state: the caller has not seen the state he is told of.
  if (current.version === version && current.status === to) throw wrongState(current.status, [1 - to])
  const change = { where, current, version, patch: { status: to }, fields: resource.fields }
  const answer = await updateVersioned(context, offices, change)
  const moved = target ? await movePeople(context, organizationId, target.id) : []
  if (target && moved.length > 0)
    await sendMessages(
      context,
      {
        type: 1,
        title: '您的所属律所已变更',
        content: `因${current.name}停用,您已转入${target.name}。`,
        link: '/app/user/dashboard',
      },
      { population: 2, ids: moved },
    )
  await log(context, {
    module: 2,
    action: to === 1 ? 'enable' : 'disable',
    target: { type: 'offices', id: organizationId, name: current.name, organizationId },
    diff: diffOf(resource.fields, current, { status: to }),
    ...(target && { summary: `停用【${current.name}】,${moved.length}人转入【${target.name}】` }),
  })
  return answer
}
