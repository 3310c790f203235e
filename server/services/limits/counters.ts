import { eq, like, lt, or, sql } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { counters } from '../../db/tables.ts'
import { ApiError } from '../../context/apiError.ts'

// Why not rate-limiter-flexible: these counters need the server's movable clock, the waiting times that grow with each
// failure and the count of failures in a row, none of which it has; each of the two below is one statement.

const minute = 60_000

/** At most `most` in any window of `windowMs`, which starts with the first. */
type Limit = { most: number; windowMs: number }

const rateLimitError = (until: Date | undefined, now: Date) =>
  new ApiError('4290', undefined, {
    retryAfter: Math.max(1, Math.ceil(((until?.getTime() ?? now.getTime()) - now.getTime()) / 1000)),
  })

/** Counts one more and answers how many there are, or throws 4290; one conditional statement, so that parallel requests cannot pass together. */
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
  const [full] = await db.select().from(counters).where(eq(counters.key, key))
  throw rateLimitError(full?.windowEndsAt, now)
}

/** Takes back one that was counted before its outcome was known. */
export const uncount = (db: Db, key: string) =>
  db
    .update(counters)
    .set({ count: sql`greatest(0, ${counters.count} - 1)` })
    .where(eq(counters.key, key))

/** What holds for every firm (promise Q04); how many failures lock, and for how long at most, is the firm's. */
export const lockLimits = { windowMs: 15 * minute, mostInRow: 100, captchaFrom: 3 }

/** The firm's `lockTimes` in 15 minutes; then one try after 1, 2, 4, 8 … and at last `lockMinutes` minutes each. */
type LockLimits = { lockTimes: number; lockMinutes: number }

const lockSentence = (waitMs: number) => `账号已锁定，请${Math.max(1, Math.ceil(waitMs / minute))}分钟后再试`

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

/** How many failures count now; throws 4009 while locked, so that nobody solves a captcha for nothing. */
export const failuresIn = (row: typeof counters.$inferSelect | null, now: Date) => {
  refuseLocked(row ?? undefined, now)
  return row && row.windowEndsAt > now ? row.count : 0
}

/**
 * Counts a try before it is evaluated, and a success takes it back: so no burst of parallel guesses is evaluated beyond
 * the limit. Throws 4009 while locked. Answers whether a failure of this try leaves the account locked.
 */
export const countAttempt = async (
  db: Db,
  key: string,
  now: Date,
  { lockTimes: failures, lockMinutes }: LockLimits,
): Promise<{ locks: boolean }> => {
  const { windowMs, mostInRow } = lockLimits
  const after = sql`(case when ${counters.windowEndsAt} <= ${now} then 1 else ${counters.count} + 1 end)`
  // excluded.window_ends_at is now plus the window; less the window it is the server's clock.
  // 2^6 minutes is more than any firm may choose.
  const wait = sql`make_interval(mins => least(${lockMinutes}, power(2, least(6, ${after} - ${failures})))::int)`
  const unlocksAt = sql`(${now.toISOString()}::timestamptz + ${wait})`
  const [row] = await db
    .insert(counters)
    .values({ key, count: 1, total: 1, windowEndsAt: new Date(now.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: after,
        total: sql`${counters.total} + 1`,
        windowEndsAt: sql`case when ${after} >= ${failures} then ${unlocksAt} + make_interval(secs => ${windowMs / 1000})
          when ${after} = 1 then excluded.window_ends_at else ${counters.windowEndsAt} end`,
        blockedUntil: sql`case when ${after} >= ${failures} then ${unlocksAt} end`,
      },
      setWhere: sql`(${counters.blockedUntil} is null or ${counters.blockedUntil} <= ${now})
        and ${counters.total} < ${mostInRow}`,
    })
    .returning({ blockedUntil: counters.blockedUntil })
  if (row) return { locks: row.blockedUntil !== null }
  refuseLocked(await lockState(db, key), now)
  // Unlocked between the two statements by a success elsewhere.
  throw rateLimitError(undefined, now)
}

/** Takes a try back that was never evaluated, because the server was too busy. */
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

/** One lock a person for every way to sign in (promise Q06); for a name that nobody has, one a name, so that the two look alike. */
export const lockKey = (firmId: number, population: Population, who: number | string) =>
  `login:${firmId}:${population}:${typeof who === 'number' ? `#${who}` : who}`

/** After a new password: for everywhere, the browsers that are known and count by themselves too. */
export const unlock = (db: Db, firmId: number, population: Population, userId: number) => {
  const key = lockKey(firmId, population, userId)
  return db.delete(counters).where(or(eq(counters.key, key), like(counters.key, `${key}:%`)))
}

const keptMs = 30 * 24 * 60 * minute

/** Removes the counters whose window ended 30 days ago. */
export const expireCounters = async (database: Database, now: Date): Promise<void> => {
  const isOld = lt(counters.windowEndsAt, new Date(now.getTime() - keptMs))
  await database.write(null, db => db.delete(counters).where(isOld))
}

/** An IPv6 network is one household or office; a single address of it is free to take. */
export const networkOf = (ip: string) => {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const [front, back] = [head, tail ?? ''].map(it => it.split(':').filter(Boolean))
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front!.length - back!.length)
  const groups = [...front!, ...Array.from({ length: zeros }, () => '0'), ...back!]
  return `${groups
    .slice(0, 4)
    .map(it => Number.parseInt(it, 16).toString(16))
    .join(':')}::/64`
}

/** For handlers outside a transaction. */
export const limitRate = (database: Database, key: string, limit: Limit, now: Date) =>
  database.write(null, db => countWithin(db, key, limit, now))
