import { AsyncLocalStorage } from 'node:async_hooks'

import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

import type * as tables from './tables.ts'

// What belongs to a transaction, or to the connection that a call holds.

export type Db = NodePgDatabase<typeof tables>

export type Write = {
  /** Statements whose answers are waited for beside that of COMMIT. */
  unfinished: Promise<unknown>[]
  /** What is done last before COMMIT. */
  endings: (() => Promise<void>)[]
}
export const runningWrites = new WeakMap<Db, Write>()

/** A statement whose answer nobody needs: a write waits for it when it commits, which so travels beside it. */
export const beforeCommit = async (db: Db, statement: Promise<unknown>): Promise<void> => {
  const write = runningWrites.get(db)
  if (!write) return void (await statement)
  statement.catch(() => undefined)
  write.unfinished.push(statement)
}

/**
 * Gathers what a write is given, and hands all of it over at once as the write's last act before COMMIT: for rows that
 * many transactions lock, so that nobody holds them while he waits for another row.
 */
export const atEndOfWrite = <T>(finish: (db: Db, items: readonly T[]) => Promise<void>) => {
  const gathered = new WeakMap<Write, T[]>()
  return (db: Db, items: readonly T[]): void => {
    const write = runningWrites.get(db)
    if (!write) throw new Error('only a write has an end')
    const known = gathered.get(write)
    if (known) return void known.push(...items)
    const all = [...items]
    gathered.set(write, all)
    write.endings.push(() => finish(db, all))
  }
}

export const connectionsInUse = new AsyncLocalStorage<{ open: boolean; pool: pg.Pool }>()

/**
 * Throws while this call has a database connection: what waits for something else, or has an effect that no rollback
 * takes back, is done before or behind it. Others would wait for its locks, and a deadlock would do it twice.
 */
export const refuseWhileConnected = (what: string): void => {
  if (connectionsInUse.getStore()?.open) throw new Error(`${what} inside of a database read or write`)
}
