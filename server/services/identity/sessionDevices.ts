import { and, desc, eq, getTableColumns, gt, ne } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { admins, sessions } from '../../db/tables.ts'
import { notifySessionsEnded } from '../../notifications/accounts.ts'
import { log } from '../audit/audit.ts'
import { endViewsOf } from './views.ts'
import { type AccountHolder, personTarget } from '../directory/people.ts'

type SessionOwner = { population: Population; id: number }

const isOwnedBy = ({ firmId }: Context, { population, id }: SessionOwner) =>
  and(eq(sessions.firmId, firmId), eq(sessions.population, population), eq(sessions.userId, id))

/** The devices on which a person is signed in, the last used first. */
export const devicesOf = async (context: Context, owner: SessionOwner) => {
  const rows = await context.db
    .select({ ...getTableColumns(sessions), viewerName: admins.name })
    .from(sessions)
    .leftJoin(admins, and(eq(admins.firmId, sessions.firmId), eq(admins.id, sessions.viewerId)))
    .where(and(isOwnedBy(context, owner), gt(sessions.expireAt, context.now)))
    .orderBy(desc(sessions.lastAt))
    .limit(100)
  return rows.map(({ id, device, ip, createdAt, lastAt, viewerName }) => ({
    id,
    ...(viewerName !== null && { viewerName }),
    device,
    ip,
    createdAt: createdAt.toISOString(),
    lastAt: lastAt.toISOString(),
    current: id === context.caller.sessionId ? (1 as const) : (0 as const),
  }))
}

type KickInput = { sessionId?: number | undefined; reason: string }

/** 强制下线: ends sessions; their next call is answered with 4003. */
export const kickSessions = async (
  context: Context,
  person: SessionOwner & Pick<AccountHolder, 'name' | 'organizationId'>,
  { sessionId, reason }: KickInput,
) => {
  const views = await endViewsOf(context, person, sessionId)
  const others = ne(sessions.id, context.caller.sessionId)
  const sessionCondition = sessionId === undefined ? others : and(others, eq(sessions.id, sessionId))
  const deletedRows = await context.db
    .delete(sessions)
    .where(and(isOwnedBy(context, person), sessionCondition))
    .returning({ id: sessions.id })
  const ended = deletedRows.length
  if (sessionId !== undefined && ended + views === 0) throw notFound()
  const summary = `强制【${person.name}】的${ended}个登录会话下线`
  if (ended === 0) return { ended: views }
  await log(context, { module: 1, action: 'kick', target: personTarget(person), summary, reason })
  const { caller } = context
  const isOwn = caller.population === person.population && caller.id === person.id
  if (!isOwn) await notifySessionsEnded(context, person, ended)
  return { ended: ended + views }
}
