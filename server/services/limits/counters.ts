import { eq, like, or, sql } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { counters } from '../../db/tables.ts'
import { ApiError } from '../../context/apiError.ts'

// These counters need the server's adjustable clock, waiting times that grow with each failure, and the count
// of consecutive failures, which rate-limiter-flexible does not have; each of the two functions below is one
// statement.

const minuteMs = 60_000

/** At most `most` events in any window of `windowMs`, which starts with the first event. */
type Limit = { most: number; windowMs: number }

const rateLimitError = (until: Date | undefined, now: Date) =>
  new ApiError('4290', undefined, {
    retryAfter: Math.max(1, Math.ceil(((until?.getTime() ?? now.getTime()) - now.getTime()) / 1000)),
  })

/**
 * Counts one more event and returns the count, or throws 4290; one conditional statement, so that parallel
 * requests cannot pass together.
 */
export const countWithin = async (db: Db, key: string, { most, windowMs }: Limit, now: Date) => {
  const windowEndsAt = new Date(now.getTime() + windowMs)
  const isOver = sql`${counters.windowEndsAt} <= ${now}`
  const [row] = await db
    .insert(counters)
    .values({ key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${counters.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${counters.windowEndsAt} end`,
      },
      setWhere: sql`${isOver} or ${counters.count} < ${most}`,
    })
    .returning({ count: counters.count })
  if (row) return row.count
  const [counter] = await db.select().from(counters).where(eq(counters.key, key))
  throw rateLimitError(counter?.windowEndsAt, now)
}

/** Takes back an event that was counted before its outcome was known. */
export const decrementCounter = (db: Db, key: string) =>
  db
    .update(counters)
    .set({ count: sql`greatest(0, ${counters.count} - 1)` })
    .where(eq(counters.key, key))

/**
 * Limits for every firm (promise Q04); the number of failures that lock, and the maximum duration, are the
 * firm's.
 */
export const lockLimits = { windowMs: 15 * minuteMs, mostInRow: 100, captchaFrom: 3 }

/**
 * The firm's `lockTimes` failures in 15 minutes are allowed; then one attempt after 1, 2, 4, 8 … up to
 * `lockMinutes` minutes each.
 */
type LockLimits = { lockTimes: number; lockMinutes: number }

const lockSentence = (waitMs: number) =>
  `账号已锁定，请${Math.max(1, Math.ceil(waitMs / minuteMs))}分钟后再试`

const lockedError = (until: Date, now: Date) => {
  const waitMs = until.getTime() - now.getTime()
  return new ApiError('4009', lockSentence(waitMs), { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}

const tooManyInRow = () =>
  new ApiError('4009', '登录失败次数过多，账号已锁定，请在常用设备登录、通过短信找回密码或联系管理员重置密码')

const lockState = async (db: Db, key: string) => {
  const [row] = await db.select().from(counters).where(eq(counters.key, key))
  return row
}

const refuseLocked = (row: { blockedUntil: Date | null; total: number } | undefined, now: Date) => {
  if (row?.blockedUntil && row.blockedUntil > now) throw lockedError(row.blockedUntil, now)
  if (row && row.total >= lockLimits.mostInRow) throw tooManyInRow()
}

/**
 * The number of failures that count now; throws 4009 while locked, so that nobody solves a captcha in vain.
 */
export const failureCount = (row: typeof counters.$inferSelect | null, now: Date) => {
  refuseLocked(row ?? undefined, now)
  return row && row.windowEndsAt > now ? row.count : 0
}

/**
 * Counts an attempt before it is evaluated, and a success takes it back, so that no burst of parallel guesses
 * is evaluated beyond the limit. Throws 4009 while locked. Returns whether a failure of this attempt locks
 * the account.
 */
export const countAttempt = async (
  db: Db,
  key: string,
  now: Date,
  { lockTimes: failures, lockMinutes }: LockLimits,
): Promise<{ locks: boolean }> => {
  const { windowMs, mostInRow } = lockLimits
  const newCount = sql`(case when ${counters.windowEndsAt} <= ${now} then 1 else ${counters.count} + 1 end)`
  // The waiting time in minutes; 2^6 minutes is more than any firm may choose.
  const lockDuration = sql`make_interval(mins => least(${lockMinutes}, power(2, least(6, ${newCount} - ${failures})))::int)`
  const unlocksAt = sql`(${now.toISOString()}::timestamptz + ${lockDuration})`
  const [row] = await db
    .insert(counters)
    .values({ key, count: 1, total: 1, windowEndsAt: new Date(now.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: newCount,
        total: sql`${counters.total} + 1`,
        windowEndsAt: sql`case when ${newCount} >= ${failures} then ${unlocksAt} + make_interval(secs => ${windowMs / 1000})
          when ${newCount} = 1 then excluded.window_ends_at else ${counters.windowEndsAt} end`,
        blockedUntil: sql`case when ${newCount} >= ${failures} then ${unlocksAt} end`,
      },
      setWhere: sql`(${counters.blockedUntil} is null or ${counters.blockedUntil} <= ${now})
        and ${counters.total} < ${mostInRow}`,
    })
    .returning({ blockedUntil: counters.blockedUntil })
  if (row) return { locks: row.blockedUntil !== null }
  refuseLocked(await lockState(db, key), now)
  // Another request unlocked the account between the two statements.
  throw rateLimitError(undefined, now)
}

/** Takes back an attempt that was never evaluated, because the server was too busy. */
export const uncountAttempt = (db: Db, key: string) =>
  db
    .update(counters)
    .set({
      count: sql`greatest(0, ${counters.count} - 1)`,
      total: sql`greatest(0, ${counters.total} - 1)`,
      blockedUntil: null,
    })
    .where(eq(counters.key, key))

export const resetCounter = (db: Db, key: string) => db.delete(counters).where(eq(counters.key, key))

/**
 * One lock per person for every way to sign in (promise Q06); for an unknown name, one per name, so that the
 * two cannot be told apart.
 */
export const lockKey = (firmId: number, population: Population, who: number | string) =>
  `login:${firmId}:${population}:${typeof who === 'number' ? `#${who}` : who}`

/** Lifts a lock after a new password, including the separate counts of known browsers. */
export const unlock = (db: Db, firmId: number, population: Population, userId: number) => {
  const key = lockKey(firmId, population, userId)
  return db.delete(counters).where(or(eq(counters.key, key), like(counters.key, `${key}:%`)))
}

/** The /64 network of an IPv6 address: it is one household or office, which may choose any address in it. */
export const networkOf = (ip: string) => {
  if (!ip.includes(':')) return ip
  const [firstPart = '', lastPart] = ip.split('%')[0]!.split('::')
  const [front, back] = [firstPart, lastPart ?? ''].map(it => it.split(':').filter(Boolean))
  const zeros = lastPart === undefined ? 0 : Math.max(0, 8 - front!.length - back!.length)
  const groups = [...front!, ...Array.from({ length: zeros }, () => '0'), ...back!]
  return `${groups
    .slice(0, 4)
    .map(it => Number.parseInt(it, 16).toString(16))
    .join(':')}::/64`
}

/** Counts an event in a transaction of its own, for handlers outside a transaction. */
export const limitRate = (database: Database, key: string, limit: Limit, now: Date) =>
  database.write(null, db => countWithin(db, key, limit, now))
