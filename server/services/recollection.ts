import type { Database } from '../db/connection/open.ts'

const most = 5_000

/**
 * What a process keeps of what it read of a firm, until it hears that something changed. What is recalled may have
 * changed a moment ago: by the end of the call `changesOf` has to be the same.
 */
export const createRecollection = <V>() => {
  const kept = new WeakMap<Database['pool'], Map<string, { value: V; changes: number }>>()
  return {
    recall: (database: Database, firmId: number, key: string): V | undefined => {
      const found = kept.get(database.pool)?.get(key)
      return found?.changes === database.changesOf(firmId) ? found.value : undefined
    },
    /** `changes` is the count from before it was read. */
    keep: ({ pool }: Database, key: string, value: V, changes: number) => {
      const known = kept.get(pool) ?? new Map<string, { value: V; changes: number }>()
      kept.set(pool, known)
      if (known.size >= most) known.clear()
      known.set(key, { value, changes })
    },
  }
}
