import type { SQL } from 'drizzle-orm'

import type { Database } from '../connection/open.ts'
import { compileSql } from './select.ts'

export type Total = { total: number; totalIs?: 'about' | 'over' }

/** Milliseconds for which a total may be older than what another process has written. */
const maxAgeMs = 5_000
const maxEntries = 1_000

type CachedTotal = { total: Total; at: number; writes: number }
const cachedTotals = new WeakMap<Database['pool'], Map<string, CachedTotal>>()

export type CountScope = { database: Database; firmId: number; now: Date }

/**
 * What this process has counted by the very same statement in the last seconds, until it writes to the firm.
 * The statement names the caller's scope, and what the firm's row-level security adds stands beside it.
 */
export const totalCache = ({ database, firmId, now }: CountScope, countStatement: SQL) => {
  const { sql: text, params } = compileSql(countStatement)
  const key = JSON.stringify([firmId, text, params])
  const writes = database.writesOf(firmId)
  const totals = cachedTotals.get(database.pool) ?? new Map<string, CachedTotal>()
  cachedTotals.set(database.pool, totals)
  return {
    recall: (): Total | undefined => {
      const found = totals.get(key)
      if (!found) return undefined
      const age = now.getTime() - found.at
      const isFresh = age >= 0 && age < maxAgeMs
      return isFresh && found.writes === writes ? found.total : undefined
    },
    keep: (total: Total): Total => {
      if (totals.size >= maxEntries) totals.clear()
      totals.set(key, { total, at: now.getTime(), writes })
      return total
    },
  }
}
