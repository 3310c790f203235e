import type { SQL } from 'drizzle-orm'

import type { Database } from '../connection/open.ts'
import { compileSql } from './select.ts'

export type Total = { total: number; totalIs?: 'over' }

/** Milliseconds for which a total may be older than the writes of another process. */
const maxAgeMs = 5_000
/** The same for rows that never change. */
const lastingMaxAgeMs = 60_000
const maxEntries = 1_000

type CachedTotal = { total: Total; at: number; writes: number }
const cachedTotals = new WeakMap<Database['pool'], Map<string, CachedTotal>>()

export type CountScope = { database: Database; firmId: number; now: Date }

/**
 * Caches a total in this process for some seconds, or until the process writes to the firm; a lasting total for
 * a minute, regardless of writes, which seldom bring a total back below the limit of counts either. The key is the
 * whole count statement, which contains the caller's scope, and the firm, which row-level security adds.
 */
export const totalCache = ({ database, firmId, now }: CountScope, countStatement: SQL, isLasting = false) => {
  const { sql: text, params } = compileSql(countStatement)
  const key = JSON.stringify([firmId, text, params, isLasting])
  const writes = database.writesOf(firmId)
  const totals = cachedTotals.get(database.pool) ?? new Map<string, CachedTotal>()
  cachedTotals.set(database.pool, totals)
  return {
    recall: (): Total | undefined => {
      const cached = totals.get(key)
      if (!cached) return undefined
      const age = now.getTime() - cached.at
      const isFresh = age >= 0 && age < (isLasting ? lastingMaxAgeMs : maxAgeMs)
      const isUnchanged = isLasting || cached.total.totalIs === 'over' || cached.writes === writes
      return isFresh && isUnchanged ? cached.total : undefined
    },
    keep: (total: Total): Total => {
      if (totals.size >= maxEntries) totals.clear()
      totals.set(key, { total, at: now.getTime(), writes })
      return total
    },
  }
}
