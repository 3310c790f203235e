import { createHash, randomBytes } from 'node:crypto'

import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'

import { type Capability, rightSwitches, type RightSwitches } from '../../../resources/domain/rights.ts'
import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import { tokenCapabilities } from '../../../resources/domain/tokenRights.ts'
import type { Caller, FirmSwitches, ViewOfAccount } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { keysOf, fromKeys } from '../../../resources/kit/objects.ts'
import { sessions } from '../../db/tables.ts'
import { firmSuspendedError } from '../operation/suspension.ts'
import { anyHost } from './hosts.ts'
import { type AbsentReviewer, absentReviewers, substitutionsOf } from '../directory/substitutes.ts'
import { mayViewAs } from './mayViewAs.ts'
import { ApiError } from '../../context/apiError.ts'
import { capabilitiesOf, rolesOf } from '../../../resources/domain/permissions.ts'

// This file keeps promises Q01, Q12 of server/promises.md.

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

/**
 * How long a person who has written or signed in reads from the primary: 5 s, for which a total of the
 * replica is cached, and more than the second by which the replica may be behind.
 */
const ownWritesInterval = '7 seconds'

export const sha256Of = (secret: string) => createHash('sha256').update(secret).digest('hex')

const tokenPattern = /^(?:([1-9]\d{0,8})-(?:view-)?|tat_([1-9]\d{0,8})_)[\w-]{43}$/
/**
 * The firm's number, so that the session is looked up under its row-level security, and 256 random bits; only
 * the hash is stored. Processes of releases before views, which may still run during an upgrade, refuse the
 * longer token of a view instead of serving it as an ordinary session.
 */
const newToken = (firmId: number, isView: boolean) =>
  `${firmId}-${isView ? 'view-' : ''}${randomBytes(32).toString('base64url')}`

/**
 * A new API token. Its prefix lets scanners of published code recognise it, and processes of earlier releases refuse
 * it.
 */
export const newApiToken = (firmId: number) => `tat_${firmId}_${randomBytes(32).toString('base64url')}`
const isApiToken = (token: string) => token.startsWith('tat_')

/** The firm that a token claims; undefined for an invalid token. */
export const firmOfToken = (token: string): number | undefined => {
  const [, ofSession, ofProgram] = tokenPattern.exec(token) ?? []
  return Number(ofSession ?? ofProgram) || undefined
}

type Row = {
  sessionId: number
  firmId: number
  population: Population
  userId: number
  createdAt: Date
  lastAt: Date
  expireAt: Date
  hasJustWritten: boolean
  name: string
  organizationId: number
  officeLevel: OfficeLevel | null
  isSystem: boolean
  canAudit: boolean
  canExport: boolean
  mustChangePwd: boolean
  mustSetFactor: boolean
  isRemembered: boolean
  idleMinutes: unknown
  features: Record<string, boolean | 0 | 1> | null
  rights: Partial<Record<keyof RightSwitches, 0 | 1 | boolean>> | null
  miniProgram: Record<string, boolean | 0 | 1> | null
  isSuspended: boolean
  viewerId: number | null
  viewerSessionId: number | null
  viewerName: string
  viewerOrganizationId: number
  viewerLevel: OfficeLevel
  isViewerSystem: boolean
  absentReviewers: AbsentReviewer[] | null
  /** Set for an API token. */
  tokenId: number | null
  tokenName: string
  tokenCapabilities: Capability[]
  tokenUsedAt: Date | null
  /** The firm that the host name of the call belongs to; null where it belongs to no particular firm. */
  hostFirmId: number | null
}

/** A token, and the host name of the call that presented it. */
type PresentedToken = { token: string; host: string }

/**
 * Tolerance for the clocks of several machines. A session from further in the future was made while the clock
 * was wrong, and its times are wrong.
 */
const latestCreation = (now: Date) => new Date(now.getTime() + 5 * minuteMs)

const isIdle = ({ lastAt, isRemembered, idleMinutes }: Row, now: Date) => {
  const firmLimit = typeof idleMinutes === 'number' && idleMinutes > 0 ? idleMinutes * minuteMs : null
  const limit = firmLimit ?? (isRemembered ? Infinity : sessionLimits.idle)
  return now.getTime() - new Date(lastAt).getTime() >= limit
}

const isFromFuture = ({ createdAt }: Pick<Row, 'createdAt'>, now: Date) =>
  new Date(createdAt) > latestCreation(now)

/** One prepared statement for session, person and the firm's switches, because every call pays for it. */
const lookUp = (name: string, source: string, condition: string, ofToken = 'null as "tokenId"') => ({
  name,
  text: `
  select ${ofToken}, s.id::int8 as "sessionId", s.firm_id as "firmId", s.population, s.user_id as "userId", s.created_at as "createdAt",
    s.last_at as "lastAt", s.expire_at as "expireAt",
    s.last_write_at > now() - interval '${ownWritesInterval}' as "hasJustWritten", s.is_remembered as "isRemembered",
    coalesce(a.name, l.name) as name, coalesce(a.organization_id, l.organization_id) as "organizationId",
    a.office_level as "officeLevel", coalesce(a.is_system, 0) = 1 as "isSystem",
    coalesce(a.can_audit, 0) = 1 as "canAudit", coalesce(a.can_export, 0) = 1 as "canExport",
    coalesce(a.must_change_pwd, l.must_change_pwd) = 1 as "mustChangePwd",
    f.app_conf_set -> 'adminFuncSwitch' -> 'global' as features,
    f.app_conf_set -> 'mpFuncSwitch' -> 'global' as "miniProgram",
    (select value from firm_configs c where c.firm_id = s.firm_id and c.key = 'cardReview') as rights,
    login.value -> 'idleMinutes' as "idleMinutes",
    case when login.value -> 'factorLevels' @> to_jsonb(coalesce(a.office_level, 0))
      then not exists (select from second_factors x where x.firm_id = s.firm_id and x.population = s.population
        and x.user_id = s.user_id and x.confirmed_at is not null)
        and not exists (select from passkeys k where k.firm_id = s.firm_id and k.population = s.population
          and k.user_id = s.user_id)
      else false end as "mustSetFactor",
    f.suspended_at is not null as "isSuspended",
    s.viewer_id as "viewerId", s.viewer_session_id as "viewerSessionId", v.name as "viewerName",
    v.organization_id as "viewerOrganizationId", v.office_level as "viewerLevel", v.is_system = 1 as "isViewerSystem",
    case when a.is_system = 0 then ${absentReviewers('s.firm_id', 's.user_id', '$2')} end as "absentReviewers",
    (select h.firm_id from hosts h where h.name in ($3, '${anyHost}') order by h.name = '${anyHost}' limit 1) as "hostFirmId"
  from ${source} s
  join firms f on f.firm_id = s.firm_id
  left join firm_configs login on login.firm_id = s.firm_id and login.key = 'loginRegSet'
  left join admins a on s.population = 1 and a.firm_id = s.firm_id and a.id = s.user_id and a.status = 1 and a.deleted_at is null
  left join lawyers l on s.population = 2 and l.firm_id = s.firm_id and l.id = s.user_id and l.status = 1 and l.deleted_at is null
  left join admins v on v.firm_id = s.firm_id and v.id = s.viewer_id and v.status = 1 and v.deleted_at is null
  where ${condition} and s.expire_at > $2
    and coalesce(a.id, l.id) is not null
    and (s.viewer_id is null or exists (select from sessions own where own.firm_id = s.firm_id and own.population = 1
      and own.user_id = v.id and own.id = s.viewer_session_id and own.expire_at > $2))`,
})
const byTokenStatement = lookUp('session_by_token_hash', 'sessions', 's.firm_id = $4 and s.token_hash = $1')
const byIdStatement = lookUp('session_by_id', 'sessions', 's.firm_id = $4 and s.id = $1')
/** An API token in the form of a session, which is never idle and reads from the primary. */
const byApiTokenStatement = lookUp(
  'session_by_api_token_hash',
  `(select 0::int8 as id, firm_id, 1 as population, admin_id as user_id, created_at, $2::timestamptz as last_at, expire_at,
    now() as last_write_at, true as is_remembered, null::int8 as viewer_id, null::int8 as viewer_session_id, token_hash,
    id as token_id, name as token_name, capabilities, last_used_at from api_tokens where revoked_at is null)`,
  's.firm_id = $4 and s.token_hash = $1',
  `s.token_id as "tokenId", s.token_name as "tokenName", s.capabilities as "tokenCapabilities",
    s.last_used_at as "tokenUsedAt"`,
)
/** A person whose session may have ended, in the form of a session. */
const byPersonStatement = lookUp(
  'session_by_person',
  `(select 0::int8 as id, $4::int4 as firm_id, $5::int4 as population, $1::int8 as user_id, $2::timestamptz as created_at,
    $2::timestamptz as last_at, 'infinity'::timestamptz as expire_at, null::timestamptz as last_write_at,
    true as is_remembered, null::int8 as viewer_id, null::int8 as viewer_session_id)`,
  'true',
)

/**
 * Records in every session of a person that the person has just written. This need not survive a crash, so
 * the caller does not wait for the disk.
 */
export const recordWrite = async (db: Db, { firmId, population, id }: Caller): Promise<void> => {
  await db.execute(sql`set local synchronous_commit = off`)
  await db.execute(sql`update sessions set last_write_at = now()
    where firm_id = ${firmId} and population = ${population} and user_id = ${id}`)
}

const isSession = (token: string) =>
  and(eq(sessions.firmId, firmOfToken(token) ?? 0), eq(sessions.tokenHash, sha256Of(token)))

/** Whoever looks at another account also keeps the own session from becoming idle. */
const touchSession = ({ firmId, viewerId, viewerSessionId }: Row, token: string, now: Date) =>
  viewerId === null
    ? sql`update sessions set last_at = ${now} where ${isSession(token)}`
    : sql`update sessions set last_at = ${now} where ${isSession(token)}
        or firm_id = ${firmId} and population = 1 and user_id = ${viewerId} and id = ${viewerSessionId}`

const noteUse = ({ firmId, tokenId }: Row, now: Date) =>
  sql`update api_tokens set last_used_at = ${now} where firm_id = ${firmId} and id = ${tokenId}`

type StoredSwitches = Pick<Row, 'features' | 'rights' | 'miniProgram'>

const switchesOf = ({ features, rights, miniProgram }: StoredSwitches): FirmSwitches => ({
  features: features ?? {},
  miniProgram: miniProgram ?? {},
  rights: fromKeys(keysOf(rightSwitches), name => Boolean(rights?.[name] ?? rightSwitches[name])),
})

export type Identified = {
  caller: Caller
  switches: FirmSwitches
  /** The host name of the call belongs to the caller's firm. */
  isAtOwnHost: boolean
  /** The caller's lists are read from the primary, even if there is a replica. */
  hasJustWritten: boolean
}

const viewOf = (row: Row): ViewOfAccount | undefined =>
  row.viewerId === null
    ? undefined
    : {
        viewer: {
          id: Number(row.viewerId),
          name: row.viewerName,
          organizationId: Number(row.viewerOrganizationId),
          officeLevel: row.viewerLevel,
          sessionId: Number(row.viewerSessionId),
        },
        expireAt: new Date(row.expireAt),
      }

/** A view ends when the administrator may not look at this account any more. */
const isPermitted = (row: Row) =>
  row.viewerId === null ||
  mayViewAs(
    {
      population: 1,
      officeLevel: row.viewerLevel,
      isSystem: row.isViewerSystem,
      organizationId: Number(row.viewerOrganizationId),
    },
    { ...row, organizationId: Number(row.organizationId) },
    switchesOf(row).rights,
  )

/** The rights of the person, and of an API token those of them that were chosen for it. */
const heldCapabilities = (row: Row, { rights }: FirmSwitches) => {
  const held = capabilitiesOf(row, rights)
  if (row.tokenId === null) return held
  return new Set(row.tokenCapabilities.filter(it => tokenCapabilities.includes(it) && held.has(it)))
}

const identifiedOf = (row: Row): Identified => {
  const switches = switchesOf(row)
  const view = viewOf(row)
  const isProgram = row.tokenId !== null
  return {
    switches,
    isAtOwnHost: row.hostFirmId === row.firmId,
    hasJustWritten: row.hasJustWritten,
    caller: {
      population: row.population,
      id: Number(row.userId),
      firmId: row.firmId,
      organizationId: Number(row.organizationId),
      officeLevel: row.officeLevel,
      isSystem: row.isSystem,
      name: row.name,
      roles: rolesOf(row),
      capabilities: heldCapabilities(row, switches),
      // Only the person can secure the account, who sees nothing else before.
      mustChangePwd: !view && row.mustChangePwd,
      mustSetFactor: !view && row.mustSetFactor,
      sessionId: Number(row.sessionId),
      standsInFor: isProgram ? [] : substitutionsOf(row.absentReviewers, switches.rights),
      ...(view && { view }),
      ...(isProgram && { apiToken: { id: Number(row.tokenId), name: row.tokenName } }),
    },
  }
}

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
  const { rows } = await db.prepared<Row>({ ...statement, values: [...values] })
  const [, now] = values
  const row = rows.find(it => !isIdle(it, now) && isPermitted(it))
  if (row?.isSuspended) throw firmSuspendedError()
  return row
}

const rowOfToken = (db: Db, { token, host }: PresentedToken, now: Date) =>
  liveRow(db, isApiToken(token) ? byApiTokenStatement : byTokenStatement, [
    sha256Of(token),
    now,
    host,
    firmOfToken(token) ?? 0,
  ])

/** At a host name of another firm the session does not exist. */
const rowFor = async (db: Db, presented: PresentedToken, now: Date) => {
  const row = await rowOfToken(db, presented, now)
  return row && (row.hostFirmId ?? row.firmId) === row.firmId ? row : undefined
}

/**
 * The caller of a session, if it is alive and no view; for signatures that a session has made and that must
 * not outlive it.
 */
export const callerOf = async (
  db: Db,
  { firmId, sessionId }: { firmId: number; sessionId: number },
  now: Date,
): Promise<Caller | null> => {
  const row = await liveRow(db, byIdStatement, [sessionId, now, '', firmId])
  return row && row.viewerId === null && !isFromFuture(row, now) ? identifiedOf(row).caller : null
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
const isDue = ({ lastAt, tokenId, tokenUsedAt }: Row, now: Date) => {
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
  const { rows } = await db.execute<StoredSwitches & Pick<Row, 'isSuspended'>>(sql`
    select f.suspended_at is not null as "isSuspended", f.app_conf_set -> 'adminFuncSwitch' -> 'global' as features,
      f.app_conf_set -> 'mpFuncSwitch' -> 'global' as "miniProgram",
      (select value from firm_configs c where c.firm_id = f.firm_id and c.key = 'cardReview') as rights
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
 * Deletes expired sessions, and those with a creation time in the future. Views are deleted by
 * `deleteEndedViews`, which logs their end.
 */
export const deleteExpiredSessions = (db: Db, firmId: number, now: Date) =>
  db
    .delete(sessions)
    .where(
      and(
        eq(sessions.firmId, firmId),
        isNull(sessions.viewerId),
        or(lte(sessions.expireAt, now), gt(sessions.createdAt, latestCreation(now))),
      ),
    )

/** Creates a session; its token leaves the server only this once (promise Q13). */
export const createSession = async (db: Db, { isRemembered = false, now, view, ...rest }: NewSession) => {
  const token = newToken(rest.firmId, view !== undefined)
  const life = isRemembered ? sessionLimits.remembered : sessionLimits.absolute
  const expireAt = view?.expireAt ?? new Date(now.getTime() + life)
  await deleteExpiredSessions(db, rest.firmId, now)
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
