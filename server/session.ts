import { createHash, randomBytes } from 'node:crypto'

import { sql, type SQL } from 'drizzle-orm'

import {
  type OfficeLevel,
  type Population,
  rightSwitches,
  type RightSwitches,
} from '../resources/kit/index.ts'
import type { Caller, FirmSwitches } from './context.ts'
import type { Database, Db } from './db/open.ts'
import { sessions } from './db/tables.ts'
import { Refusal } from './refusal.ts'
import { capabilitiesOf, rolesOf } from './rights.ts'

const minute = 60_000
/** Idle 2 h and 12 h in all; remembered 7 days in all (promise Q13). */
const sessionLimits = {
  idle: 120 * minute,
  absolute: 12 * 60 * minute,
  remembered: 7 * 24 * 60 * minute,
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

const tokenPattern = /^([1-9]\d{0,8})-[\w-]{43}$/
/** The firm, so that the session is looked up under its row-level security, and 256 random bits; only the hash is stored. */
const newToken = (firmId: number) => `${firmId}-${randomBytes(32).toString('base64url')}`

type Row = {
  sessionId: number
  firmId: number
  population: Population
  userId: number
  lastAt: Date
  name: string
  organizationId: number
  officeLevel: OfficeLevel | null
  isSystem: boolean
  canAudit: boolean
  canExport: boolean
  mustChangePwd: boolean
  features: Record<string, boolean | 0 | 1> | null
  rights: Partial<Record<keyof RightSwitches, 0 | 1 | boolean>> | null
}

// One statement for session, person and the firm's switches: every call pays for it.
const lookUp = (which: SQL, now: Date) => sql<Row>`
  select s.id::int8 as "sessionId", s.firm_id as "firmId", s.population, s.user_id as "userId", s.last_at as "lastAt",
    coalesce(a.name, l.name) as name, coalesce(a.organization_id, l.organization_id) as "organizationId",
    a.office_level as "officeLevel", coalesce(a.is_system, 0) = 1 as "isSystem",
    coalesce(a.can_audit, 0) = 1 as "canAudit", coalesce(a.can_export, 0) = 1 as "canExport",
    coalesce(a.must_change_pwd, l.must_change_pwd) = 1 as "mustChangePwd",
    f.app_conf_set -> 'adminFuncSwitch' -> 'global' as features,
    (select value from firm_configs c where c.firm_id = s.firm_id and c.key = 'cardReview') as rights
  from sessions s
  join firms f on f.firm_id = s.firm_id
  left join admins a on s.population = 1 and a.id = s.user_id and a.status = 1 and a.deleted_at is null
  left join lawyers l on s.population = 2 and l.id = s.user_id and l.status = 1 and l.deleted_at is null
  where ${which} and s.expire_at > ${now}
    and (s.is_remembered or s.last_at > ${new Date(now.getTime() - sessionLimits.idle)})
    and coalesce(a.id, l.id) is not null`

const touch = (tokenHash: string, now: Date) =>
  sql`update sessions set last_at = ${now} where token_hash = ${tokenHash}`

const switchesOf = ({ features, rights }: Pick<Row, 'features' | 'rights'>): FirmSwitches => ({
  features: features ?? {},
  rights: Object.fromEntries(
    Object.entries(rightSwitches).map(([name, byDefault]) => [
      name,
      Boolean(rights?.[name as keyof RightSwitches] ?? byDefault),
    ]),
  ) as RightSwitches,
})

type Identified = { caller: Caller; switches: FirmSwitches }

const identified = (row: Row): Identified => {
  const switches = switchesOf(row)
  return {
    switches,
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
      sessionId: Number(row.sessionId),
    },
  }
}

const rowFor = async (db: Db, token: string, now: Date) =>
  (await db.execute<Row>(lookUp(sql`s.token_hash = ${hashOf(token)}`, now))).rows[0]

/** Whose session this is, if it is alive: for what a session has signed, and so cannot outlive it. */
export const callerOf = async (db: Db, sessionId: number, now: Date): Promise<Caller | null> => {
  const { rows } = await db.execute<Row>(lookUp(sql`s.id = ${sessionId}`, now))
  return rows[0] ? identified(rows[0]).caller : null
}

/** Whose session was opened in this transaction. */
export const identifyIn = async (db: Db, token: string, now: Date): Promise<Identified> =>
  identified((await rowFor(db, token, now))!)

/** The person behind a token, or null when the session is unknown, expired, idle too long or its user is not active. */
export const identify = async (database: Database, token: string, now: Date): Promise<Identified | null> => {
  const firmId = Number(tokenPattern.exec(token)?.[1])
  if (!firmId) return null
  const row = await database.read(firmId, db => rowFor(db, token, now))
  if (!row) return null
  // Once a minute is enough for a limit of two hours, and spares a write on every read.
  if (now.getTime() - new Date(row.lastAt).getTime() > minute)
    await database.write(firmId, db => db.execute(touch(hashOf(token), now)))
  return identified(row)
}

/** The firm's switches for a call without a session. */
export const firmSwitches = async (db: Db, firmId: number): Promise<FirmSwitches> => {
  const { rows } = await db.execute<Pick<Row, 'features' | 'rights'>>(sql`
    select f.app_conf_set -> 'adminFuncSwitch' -> 'global' as features,
      (select value from firm_configs c where c.firm_id = f.firm_id and c.key = 'cardReview') as rights
    from firms f where f.firm_id = ${firmId}`)
  if (!rows[0]) throw new Refusal('4040', '律所不存在,请检查访问地址')
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

/** A session with a token of its own; the token leaves the server this one time (promise Q13). */
export const openSession = async (db: Db, { isRemembered = false, now, ...rest }: Opening) => {
  const token = newToken(rest.firmId)
  const life = isRemembered ? sessionLimits.remembered : sessionLimits.absolute
  const expireAt = new Date(now.getTime() + life)
  const [row] = await db
    .insert(sessions)
    .values({ ...rest, tokenHash: hashOf(token), isRemembered, createdAt: now, lastAt: now, expireAt })
    .returning({ id: sessions.id })
  return { token, expireAt, sessionId: row!.id }
}

/** Ends sessions of one person; all, or all but one. */
export const endSessions = (db: Db, population: Population, userId: number, exceptId?: number) =>
  db.execute(sql`delete from sessions where population = ${population} and user_id = ${userId}
    and id <> ${exceptId ?? 0} and firm_id = nullif(current_setting('app.firm_id', true), '')::int`)
