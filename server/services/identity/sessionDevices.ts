import { and, desc, eq, gt, ne } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { sessions } from '../../db/tables.ts'
import { log } from '../audit/audit.ts'
import { type AccountHolder, personTarget } from '../directory/people.ts'

type Owner = { population: Population; id: number }

const ofOwner = ({ firmId }: Context, { population, id }: Owner) =>
  and(eq(sessions.firmId, firmId), eq(sessions.population, population), eq(sessions.userId, id))

/** Where somebody is signed in, the last used first. */
export const devicesOf = async (context: Context, owner: Owner) => {
  const rows = await context.db
    .select()
    .from(sessions)
    .where(and(ofOwner(context, owner), gt(sessions.expireAt, context.now)))
    .orderBy(desc(sessions.lastAt))
    .limit(100)
  return rows.map(({ id, device, ip, createdAt, lastAt }) => ({
    id,
    device,
    ip,
    createdAt: createdAt.toISOString(),
    lastAt: lastAt.toISOString(),
    current: id === context.caller.sessionId ? (1 as const) : (0 as const),
  }))
}

type Kick = { sessionId?: number | undefined; reason: string }

/** 强制下线: the next call of what is ended answers 4003. */
export const kick = async (
  context: Context,
  person: Owner & Pick<AccountHolder, 'name' | 'organizationId'>,
  { sessionId, reason }: Kick,
) => {
  const others = ne(sessions.id, context.caller.sessionId)
  const which = sessionId === undefined ? others : and(others, eq(sessions.id, sessionId))
  const gone = await context.db
    .delete(sessions)
    .where(and(ofOwner(context, person), which))
    .returning({ id: sessions.id })
  if (sessionId !== undefined && gone.length === 0) throw notFound()
  const ended = gone.length
  const summary = `强制【${person.name}】的${ended}个登录会话下线`
  if (ended > 0)
    await log(context, { module: 1, action: 'kick', target: personTarget(person), summary, reason })
  return { ended }
}
