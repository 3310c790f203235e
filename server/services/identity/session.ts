import { createHash, randomBytes } from 'node:crypto'

import { and, eq, gt, lte, or, sql } from 'drizzle-orm'

import { rightSwitches, type RightSwitches } from '../../../resources/domain/rights.ts'
import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import type { Caller, FirmSwitches } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { keysOf, fromKeys } from '../../../resources/kit/objects.ts'
import { sessions } from '../../db/tables.ts'
import { firmSuspended } from '../operation/suspension.ts'
import { anyHost } from './hosts.ts'
import { ApiError } from '../../context/apiError.ts'
import { capabilitiesOf, rolesOf } from '../../../resources/domain/permissions.ts'

// This file keeps promises Q01, Q12 of server/promises.md.

const minute = 60_000
/** Idle 2 h and 12 h in all; remembered 7 days in all (promise Q13). A firm's `idleMinutes` holds for both. */
const sessionLimits = {
  idle: 120 * minute,
  absolute: 12 * 60 * minute,
  remembered: 7 * 24 * 60 * minute,
}

/**
 * How long a person who has written, or signed in, reads from the primary: for 5 s, during which a total of the replica is
 * remembered, and for the second that the replica may be behind.
 */
const ownWritesFor = '7 seconds'

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

const tokenPattern = /^([1-9]\d{0,8})-[\w-]{43}$/
/** The firm, so that the session is looked up under its row-level security, and 256 random bits; only the hash is stored. */
const newToken = (firmId: number) => `${firmId}-${randomBytes(32).toString('base64url')}`

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
  /** The firm whose address the host name of the call is; null where it is no firm's in particular. */
  hostFirmId: number | null
}

/** A token, and the host name that the call came to. */
type Presented = { token: string; host: string }

/** Machines' clocks differ a little. A session from further ahead was made under a wrong clock, and its times are wrong. */
const afterNow = (now: Date) => new Date(now.getTime() + 5 * minute)

const isIdle = ({ lastAt, isRemembered, idleMinutes }: Row, now: Date) => {
  const chosen = typeof idleMinutes === 'number' && idleMinutes > 0 ? idleMinutes * minute : null
  const limit = chosen ?? (isRemembered ? Infinity : sessionLimits.idle)
  return now.getTime() - new Date(lastAt).getTime() >= limit
}

const isAhead = ({ createdAt }: Pick<Row, 'createdAt'>, now: Date) => new Date(createdAt) > afterNow(now)

/** One statement for session, person and the firm's switches, planned once a connection: every call pays for it. */
const lookUp = (column: 'token_hash' | 'id') => ({
  name: `session_by_${column}`,
  text: `
  select s.id::int8 as "sessionId", s.firm_id as "firmId", s.population, s.user_id as "userId", s.created_at as "createdAt",
    s.last_at as "lastAt", s.expire_at as "expireAt",
    s.last_write_at > now() - interval '${ownWritesFor}' as "hasJustWritten", s.is_remembered as "isRemembered",
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
      else false end as "mustSetFactor",
    f.suspended_at is not null as "isSuspended",
    (select h.firm_id from hosts h where h.name in ($3, '${anyHost}') order by h.name = '${anyHost}' limit 1) as "hostFirmId"
  from sessions s
  join firms f on f.firm_id = s.firm_id
  left join firm_configs login on login.firm_id = s.firm_id and login.key = 'loginRegSet'
  left join admins a on s.population = 1 and a.id = s.user_id and a.status = 1 and a.deleted_at is null
  left join lawyers l on s.population = 2 and l.id = s.user_id and l.status = 1 and l.deleted_at is null
  where s.${column} = $1 and s.expire_at > $2
    and coalesce(a.id, l.id) is not null`,
})
const byToken = lookUp('token_hash')
const byId = lookUp('id')

/**
 * Says in every session of a person that he has written just now. It is nothing that has to survive a crash, so the caller
 * does not wait for the disk.
 */
export const noteWrite = async (db: Db, { firmId, population, id }: Caller): Promise<void> => {
  await db.execute(sql`set local synchronous_commit = off`)
  await db.execute(sql`update sessions set last_write_at = now()
    where firm_id = ${firmId} and population = ${population} and user_id = ${id}`)
}

const touch = (tokenHash: string, now: Date) =>
  sql`update sessions set last_at = ${now} where token_hash = ${tokenHash}`

type StoredSwitches = Pick<Row, 'features' | 'rights' | 'miniProgram'>

const switchesOf = ({ features, rights, miniProgram }: StoredSwitches): FirmSwitches => ({
  features: features ?? {},
  miniProgram: miniProgram ?? {},
  rights: fromKeys(keysOf(rightSwitches), name => Boolean(rights?.[name] ?? rightSwitches[name])),
})

export type Identified = {
  caller: Caller
  switches: FirmSwitches
  /** The call came to a host name of the caller's firm. */
  isAtOwnHost: boolean
  /** His lists are read from the primary, whatever replica there is. */
  hasJustWritten: boolean
}

const identified = (row: Row): Identified => {
  const switches = switchesOf(row)
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
      capabilities: capabilitiesOf(row, switches.rights),
      mustChangePwd: row.mustChangePwd,
      mustSetFactor: row.mustSetFactor,
      sessionId: Number(row.sessionId),
    },
  }
}

type Statement = typeof byToken
type Values = readonly [which: string | number, now: Date, host: string]

/** Throws where the operator has suspended the firm: its sessions wait until he lets it go on. */
const liveRow = async (db: Db, statement: Statement, [which, now, host]: Values) => {
  const { rows } = await db.prepared<Row>({ ...statement, values: [which, now, host] })
  const row = rows.find(it => !isIdle(it, now))
  if (row?.isSuspended) throw firmSuspended()
  return row
}

/** At a host name of another firm the session does not exist. */
const rowFor = async (db: Db, { token, host }: Presented, now: Date) => {
  const row = await liveRow(db, byToken, [hashOf(token), now, host])
  return row && (row.hostFirmId ?? row.firmId) === row.firmId ? row : undefined
}

/** Whose session this is, if it is alive: for what a session has signed, and so cannot outlive it. */
export const callerOf = async (db: Db, sessionId: number, now: Date): Promise<Caller | null> => {
  const row = await liveRow(db, byId, [sessionId, now, ''])
  return row && !isAhead(row, now) ? identified(row).caller : null
}

/** Whose session was opened in this transaction. */
export const identifyIn = async (db: Db, token: string, now: Date): Promise<Identified> =>
  identified((await liveRow(db, byToken, [hashOf(token), now, '']))!)

/** The firm whose session a token claims to be; undefined for what is no token. */
export const firmOfToken = (token: string): number | undefined =>
  Number(tokenPattern.exec(token)?.[1]) || undefined

/** Once a minute is enough for a limit of two hours, and spares a write on every read; a time ahead is set right. */
const isDue = ({ lastAt }: Row, now: Date) => Math.abs(now.getTime() - new Date(lastAt).getTime()) > minute

export type FoundSession = {
  /** Null when the session is unknown, expired, idle too long or its user is not active. */
  identified: Identified | null
  /** What is to be written about the session, in a transaction of its own: most calls only read. */
  upkeep?: (db: Db) => Promise<unknown>
}

/** The person behind a token, looked up in a transaction of the token's firm. */
export const findSession = async (db: Db, presented: Presented, now: Date): Promise<FoundSession> => {
  const row = await rowFor(db, presented, now)
  if (!row) return { identified: null }
  const tokenHash = hashOf(presented.token)
  if (isAhead(row, now)) {
    return {
      identified: null,
      upkeep: write => write.delete(sessions).where(eq(sessions.tokenHash, tokenHash)),
    }
  }
  return {
    identified: identified(row),
    ...(isDue(row, now) && { upkeep: write => write.execute(touch(tokenHash, now)) }),
  }
}

/** Looks up the person behind a token in a transaction of its own, and writes what is due about the session. */
export const identify = async (
  database: Database,
  presented: Presented,
  now: Date,
): Promise<Identified | null> => {
  const firmId = firmOfToken(presented.token)
  if (!firmId) return null
  const { identified: found, upkeep } = await database.read(firmId, db => findSession(db, presented, now))
  if (upkeep) await database.write(firmId, upkeep)
  return found
}

/** The firm's switches for a call without a session; throws where the firm is suspended. */
export const firmSwitches = async (db: Db, firmId: number): Promise<FirmSwitches> => {
  const { rows } = await db.execute<StoredSwitches & Pick<Row, 'isSuspended'>>(sql`
    select f.suspended_at is not null as "isSuspended", f.app_conf_set -> 'adminFuncSwitch' -> 'global' as features,
      f.app_conf_set -> 'mpFuncSwitch' -> 'global' as "miniProgram",
      (select value from firm_configs c where c.firm_id = f.firm_id and c.key = 'cardReview') as rights
    from firms f where f.firm_id = ${firmId}`)
  if (!rows[0]) throw new ApiError('4040', '律所不存在，请检查访问地址')
  if (rows[0].isSuspended) throw firmSuspended()
  return switchesOf(rows[0])
}

type Opening = {
  firmId: number
  population: Population
  userId: number
  isRemembered?: boolean
  now: Date
  ip?: string
  device?: string
}

/** None outlives its time, however the clock was when it was made. */
export const clearSessions = (db: Db, firmId: number, now: Date) =>
  db
    .delete(sessions)
    .where(
      and(
        eq(sessions.firmId, firmId),
        or(lte(sessions.expireAt, now), gt(sessions.createdAt, afterNow(now))),
      ),
    )

/** A session with a token of its own; the token leaves the server this one time (promise Q13). */
export const createSession = async (db: Db, { isRemembered = false, now, ...rest }: Opening) => {
  const token = newToken(rest.firmId)
  const life = isRemembered ? sessionLimits.remembered : sessionLimits.absolute
  const expireAt = new Date(now.getTime() + life)
  await clearSessions(db, rest.firmId, now)
  const [row] = await db
    .insert(sessions)
    .values({ ...rest, tokenHash: hashOf(token), isRemembered, createdAt: now, lastAt: now, expireAt })
    .returning({ id: sessions.id })
  return { token, expireAt, sessionId: row!.id }
}

/** Ends sessions of one person; all, or all but one. */
export const endSessions = (
  db: Db,
  { firmId, population, id }: { firmId: number; population: Population; id: number },
  exceptId?: number,
) =>
  db.execute(sql`delete from sessions where firm_id = ${firmId} and population = ${population} and user_id = ${id}
    and id <> ${exceptId ?? 0}`)
