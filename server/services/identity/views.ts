import { and, eq, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'

import { rolesOf } from '../../../resources/domain/permissions.ts'
import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import { viewMinutes } from '../../../resources/domain/views.ts'
import { ApiError, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { admins, lawyers, sessions } from '../../db/tables.ts'
import { appendLogEntries, log, type LogEntry } from '../audit/audit.ts'
import { personTarget } from '../directory/people.ts'
import { mayViewAs } from './mayViewAs.ts'
import { createSession } from './session.ts'

// Views of the product as another person (以该用户视角查看). A view is a session of that person which names the viewer;
// server/engine/view.ts keeps it from writing, and the look-up of sessions ends it with the viewer's own session.

type ViewedPerson = {
  population: Population
  id: number
  name: string
  organizationId: number
  officeLevel: OfficeLevel | null
  isSystem: boolean
  status: number
}

const viewEntry = (
  person: Pick<ViewedPerson, 'population' | 'id' | 'name' | 'organizationId'>,
  summary: string,
) => ({ module: 1, action: 'viewAs', target: personTarget(person), viewAsId: person.id, summary }) as const

const beginSummary = (viewer: string, person: string) => `${viewer}开始以【${person}】的视角查看`
const endSummary = (viewer: string, person: string) => `${viewer}结束以【${person}】的视角查看`

const requireMayView = (context: Context, person: ViewedPerson) => {
  const { caller, switches } = context
  if (person.population === caller.population && person.id === caller.id)
    throw wrongState(person.status, [], '不能以自己的视角查看')
  if (person.status !== 1) throw wrongState(person.status, [1], '该账号不能登录，没有可以查看的视角')
  if (!mayViewAs(caller, person, switches.rights))
    throw new ApiError('4030', undefined, { need: 'user.viewAs', scope: null })
}

/** Opens a view of a person's account; its token leaves the server only this once. */
export const beginView = async (context: Context, person: ViewedPerson) => {
  const { caller, db, firmId, now, ip, device } = context
  requireMayView(context, person)
  const { population, id, name, officeLevel, isSystem } = person
  const { token, expireAt } = await createSession(db, {
    firmId,
    population,
    userId: id,
    now,
    ip,
    device,
    view: {
      viewerId: caller.id,
      viewerSessionId: caller.sessionId,
      expireAt: new Date(now.getTime() + viewMinutes * 60_000),
    },
  })
  await log(context, viewEntry(person, beginSummary(caller.name, name)))
  const auth = rolesOf({ population, officeLevel, isSystem })
  return { token, expireAt: expireAt.toISOString(), user: { id, userType: population, name, auth } }
}

const personOf = (
  db: Db,
  firmId: number,
  { population, userId }: { population: Population; userId: number },
) => {
  const table = population === 1 ? admins : lawyers
  return db
    .select({ id: table.id, name: table.name, organizationId: table.organizationId })
    .from(table)
    .where(and(eq(table.firmId, firmId), eq(table.id, userId)))
}

const viewerOf = (db: Db, firmId: number, viewerId: number) =>
  db
    .select({ name: admins.name })
    .from(admins)
    .where(and(eq(admins.firmId, firmId), eq(admins.id, viewerId)))

/** Deletes views and returns the log entries of their ends. */
const deleteViews = async (db: Db, firmId: number, condition: SQL): Promise<LogEntry[]> => {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.firmId, firmId), isNotNull(sessions.viewerId), condition))
    .returning({ population: sessions.population, userId: sessions.userId, viewerId: sessions.viewerId })
  const entries: LogEntry[] = []
  for (const view of ended) {
    const [person] = await personOf(db, firmId, view)
    const [viewer] = await viewerOf(db, firmId, view.viewerId!)
    if (person && viewer)
      entries.push(
        viewEntry({ ...person, population: view.population }, endSummary(viewer.name, person.name)),
      )
  }
  return entries
}

/** In a view, ends it; in an ordinary session, ends the views that were begun in it. */
export const endViews = async (context: Context) => {
  const { caller, db, firmId } = context
  const condition = caller.view
    ? eq(sessions.id, caller.sessionId)
    : and(eq(sessions.viewerId, caller.id), eq(sessions.viewerSessionId, caller.sessionId))!
  if (!caller.view && caller.population === 2) return
  await log(context, ...(await deleteViews(db, firmId, condition)))
}

/**
 * Ends views of a person's account, all or the one with this session id; returns their number. Their own viewer or
 * the person does it, or an administrator who signs the person out.
 */
export const endViewsOf = async (
  context: Context,
  { population, id }: { population: Population; id: number },
  sessionId?: number,
) => {
  const isOfPerson = and(eq(sessions.population, population), eq(sessions.userId, id))
  const condition = sessionId === undefined ? isOfPerson : and(isOfPerson, eq(sessions.id, sessionId))
  const entries = await deleteViews(context.db, context.firmId, condition!)
  await log(context, ...entries)
  return entries.length
}

/** Deletes views whose time is over or whose viewer has no session any more, and logs their end; returns how many. */
export const deleteEndedViews = async (db: Db, firmId: number, now: Date): Promise<number> => {
  const isOrphaned = sql`not exists (select from sessions own where own.firm_id = ${firmId}
    and own.population = 1 and own.user_id = ${sessions.viewerId} and own.id = ${sessions.viewerSessionId})`
  const entries = await deleteViews(db, firmId, or(lte(sessions.expireAt, now), isOrphaned)!)
  const origin = { caller: null, firmId, now, requestId: 'clock', ip: '', device: '' }
  if (entries.length > 0)
    await appendLogEntries(
      db,
      origin,
      entries.map(entry => ({ ...entry, isAutomatic: true as const })),
    )
  return entries.length
}
