import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Population } from '../../../resources/domain/role.ts'
import type { Caller, FirmSwitches } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { sessions } from '../../db/tables.ts'
import { firmSuspendedError } from '../operation/suspension.ts'
import { ApiError } from '../../context/apiError.ts'
import { absentReviewersOf } from '../directory/substitutes.ts'
import { sha256Of, newToken, isApiToken, isViewToken, firmOfToken } from './tokens.ts'
import {
  type SessionRow,
  byTokenStatement,
  byViewTokenStatement,
  byIdStatement,
  byApiTokenStatement,
  byPersonStatement,
} from './sessionRow.ts'
import { type StoredSwitches, type Identified, switchesOf, isPermitted, identifiedOf } from './identified.ts'

const minuteMs = 60_000

/**
 * Idle 2 h and 12 h in total; remembered 7 days in total (promise Q13). A firm's `idleMinutes` applies to
 * both.
 */
const sessionLimits = {
  idle: 120 * minuteMs,
  absolute: 12 * 60 * minuteMs,
  remembered: 7 * 24 * 60 * minuteMs,
}

/** A token, and the host name of the call that presented it. */
type PresentedToken = { token: string; host: string }

/**
 * Tolerance for the clocks of several machines. A session from further in the future was made while the clock
 * was wrong, and its times are wrong.
 */
const latestCreation = (now: Date) => new Date(now.getTime() + 5 * minuteMs)

const isIdle = ({ lastAt, isRemembered, idleMinutes }: SessionRow, now: Date) => {
  const firmLimit = typeof idleMinutes === 'number' && idleMinutes > 0 ? idleMinutes * minuteMs : null
  const limit = firmLimit ?? (isRemembered ? Infinity : sessionLimits.idle)
  return now.getTime() - new Date(lastAt).getTime() >= limit
}

const isFromFuture = ({ createdAt }: Pick<SessionRow, 'createdAt'>, now: Date) =>
  new Date(createdAt) > latestCreation(now)

/**
 * Records in every session of a person that the person has just written. This need not survive a crash, so
 * the caller does not wait for the disk.
 */
export const recordWrite = async (
  db: Db,
  { firmId, population, id }: Pick<Caller, 'firmId' | 'population' | 'id'>,
): Promise<void> => {
  await db.execute(sql`set local synchronous_commit = off`)
  await db.execute(sql`update sessions set last_write_at = now()
    where firm_id = ${firmId} and population = ${population} and user_id = ${id}`)
}

const isSession = (token: string) =>
  and(eq(sessions.firmId, firmOfToken(token) ?? 0), eq(sessions.tokenHash, sha256Of(token)))

/** Whoever looks at another account also keeps the own session from becoming idle. */
const touchSession = ({ firmId, viewerId, viewerSessionId }: SessionRow, token: string, now: Date) =>
  sql`update sessions set last_at = ${now} where firm_id = ${firmId} and (token_hash = ${sha256Of(token)}
    or population = 1 and user_id = ${viewerId}::int8 and id = ${viewerSessionId}::int8)`

const noteUse = ({ firmId, tokenId }: SessionRow, now: Date) =>
  sql`update api_tokens set last_used_at = ${now} where firm_id = ${firmId} and id = ${tokenId}`

type Statement = typeof byTokenStatement
type Values = readonly [
  which: string | number,
  now: Date,
  host: string,
  firmId: number,
  population?: Population,
]

/**
 * The row of a session that is not idle too long; throws where the operator has suspended the firm, whose
 * sessions wait until it is resumed.
 */
const liveRow = async (db: Db, statement: Statement, values: Values) => {
  const { rows } = await db.prepared<SessionRow>({ ...statement, values: [...values] })
  const [, now] = values
  const row = rows.find(it => !isIdle(it, now) && isPermitted(it))
  if (row?.isSuspended) throw firmSuspendedError()
  if (!row?.isSubstitute || row.tokenId !== null) return row
  return { ...row, absentReviewers: await absentReviewersOf(db, row, now) }
}

const statementOf = (token: string) => {
  if (isApiToken(token)) return byApiTokenStatement
  return isViewToken(token) ? byViewTokenStatement : byTokenStatement
}

const rowOfToken = (db: Db, { token, host }: PresentedToken, now: Date) =>
  liveRow(db, statementOf(token), [sha256Of(token), now, host, firmOfToken(token) ?? 0])

/** At a host name of another firm the session does not exist. */
const rowFor = async (db: Db, presented: PresentedToken, now: Date) => {
  const row = await rowOfToken(db, presented, now)
  return row && (row.hostFirmId ?? row.firmId) === row.firmId ? row : undefined
}

/**
 * The caller of a session, if it is alive and no view; for signatures that a session has made and that must
 * not outlive it.
 */
export const identifySession = async (
  db: Db,
  { firmId, sessionId }: { firmId: number; sessionId: number },
  now: Date,
): Promise<Identified | null> => {
  const row = await liveRow(db, byIdStatement, [sessionId, now, '', firmId])
  return row && !isFromFuture(row, now) ? identifiedOf(row) : null
}

/** A person with his present rights, for work done in his name later; null if he may not sign in any more. */
export const identifyPerson = async (
  db: Db,
  { firmId, population, id }: { firmId: number; population: Population; id: number },
  now: Date,
): Promise<Identified | null> => {
  const row = await liveRow(db, byPersonStatement, [id, now, '', firmId, population])
  return row ? identifiedOf(row) : null
}

/** The caller of a session that was opened in this transaction. */
export const identifyIn = async (db: Db, token: string, now: Date): Promise<Identified> =>
  identifiedOf((await rowOfToken(db, { token, host: '' }, now))!)

/**
 * Updates the time at most once a minute, which is exact enough for a limit of two hours and avoids a write
 * with every read; a time in the future is corrected.
 */
const isDue = ({ lastAt, tokenId, tokenUsedAt }: SessionRow, now: Date) => {
  const noted = tokenId === null ? lastAt : tokenUsedAt
  return noted === null || Math.abs(now.getTime() - new Date(noted).getTime()) > minuteMs
}

export type FoundSession = {
  /** Null when the session is unknown, expired, idle too long or its user is not active. */
  identified: Identified | null
  /** Writes what is due about the session, in a separate transaction, since most calls only read. */
  upkeep?: (db: Db) => Promise<unknown>
}

/** The person behind a token, looked up in a transaction of the token's firm. */
export const findSession = async (db: Db, presented: PresentedToken, now: Date): Promise<FoundSession> => {
  const row = await rowFor(db, presented, now)
  if (!row) return { identified: null }
  const isPresented = isSession(presented.token)
  if (row.tokenId !== null)
    return {
      identified: identifiedOf(row),
      ...(isDue(row, now) && { upkeep: write => write.execute(noteUse(row, now)) }),
    }
  if (isFromFuture(row, now)) {
    return {
      identified: null,
      upkeep: write => write.delete(sessions).where(isPresented),
    }
  }
  return {
    identified: identifiedOf(row),
    ...(isDue(row, now) && { upkeep: write => write.execute(touchSession(row, presented.token, now)) }),
  }
}

/**
 * Looks up the person behind a token in a transaction of its own, and writes what is due about the session.
 */
export const authenticate = async (
  database: Database,
  presented: PresentedToken,
  now: Date,
): Promise<Identified | null> => {
  const firmId = firmOfToken(presented.token)
  if (!firmId) return null
  const { identified: identifiedCaller, upkeep } = await database.read(firmId, db =>
    findSession(db, presented, now),
  )
  if (upkeep) await database.write(firmId, upkeep)
  return identifiedCaller
}

/** The firm's switches for a call without a session; throws where the firm is suspended. */
export const firmSwitches = async (db: Db, firmId: number): Promise<FirmSwitches> => {
  const { rows } = await db.execute<StoredSwitches & Pick<SessionRow, 'isSuspended'>>(sql`
    select f.suspended_at is not null as "isSuspended", f.app_conf_set -> 'adminFuncSwitch' -> 'global' as features,
      f.app_conf_set -> 'mpFuncSwitch' -> 'global' as "miniProgram",
      (select value from firm_configs c where c.firm_id = ${firmId} and c.key = 'cardReview') as rights
    from firms f where f.firm_id = ${firmId}`)
  if (!rows[0]) throw new ApiError('4040', '律所不存在，请检查访问地址')
  if (rows[0].isSuspended) throw firmSuspendedError()
  return switchesOf(rows[0])
}

type ViewerColumns = { viewerId: number; viewerSessionId: number; expireAt: Date }
type NewSession = {
  firmId: number
  population: Population
  userId: number
  isRemembered?: boolean
  now: Date
  ip?: string
  device?: string
  /** For a view, which has an end of its own. */
  view?: ViewerColumns
}

/**
 * A condition for sessions that have expired, or have a creation time in the future. Views are deleted by
 * `deleteEndedViews`, which logs their end.
 */
export const isSessionOver = (now: Date): SQL =>
  sql`viewer_id is null and (expire_at <= ${now.toISOString()}::timestamptz
    or created_at > ${latestCreation(now).toISOString()}::timestamptz)`

/** Creates a session; its token leaves the server only this once (promise Q13). */
export const createSession = async (db: Db, { isRemembered = false, now, view, ...rest }: NewSession) => {
  const token = newToken(rest.firmId, view !== undefined)
  const life = isRemembered ? sessionLimits.remembered : sessionLimits.absolute
  const expireAt = view?.expireAt ?? new Date(now.getTime() + life)
  await db.delete(sessions).where(and(eq(sessions.firmId, rest.firmId), isSessionOver(now)))
  const [row] = await db
    .insert(sessions)
    .values({
      ...rest,
      tokenHash: sha256Of(token),
      isRemembered,
      createdAt: now,
      lastAt: now,
      ...view,
      expireAt,
    })
    .returning({ id: sessions.id })
  return { token, expireAt, sessionId: row!.id }
}

/** Ends all sessions of one person, or all but one. Views of the account by administrators go on. */
export const endSessions = (
  db: Db,
  { firmId, population, id }: { firmId: number; population: Population; id: number },
  exceptId?: number,
) =>
  db.execute(sql`delete from sessions where firm_id = ${firmId} and population = ${population} and user_id = ${id}
    and id <> ${exceptId ?? 0} and viewer_id is null`)
