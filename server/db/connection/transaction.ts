import { AsyncLocalStorage } from 'node:async_hooks'

import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

import type * as tables from '../tables.ts'

// State of the transaction that is running on a connection, and of the connection that a call holds.

export type Statement = { name: string; text: string; values: unknown[] }

export type Db = NodePgDatabase<typeof tables> & {
  $client: pg.PoolClient
  /**
   * Sends a named prepared statement, whose plan each connection keeps; for statements that many calls use.
   */
  prepared<R extends pg.QueryResultRow>(this: void, statement: Statement): Promise<pg.QueryResult<R>>
}

/**
 * Sends all statements of the current turn of the event loop in one socket write, since each write wakes the
 * database.
 */
export const sendTogether = ({ connection: { stream } }: pg.PoolClient): void => {
  stream.cork()
  setImmediate(() => stream.uncork())
}

export type WriteTransaction = {
  /** Statements that were sent and whose answers COMMIT waits for. */
  unfinished: Promise<unknown>[]
  /** Callbacks that run last before COMMIT. */
  endings: (() => Promise<void>)[]
}
export const runningWrites = new WeakMap<Db, WriteTransaction>()

/**
 * Sends a statement whose result isn't needed; its answer is awaited together with that of COMMIT, which
 * saves a round trip.
 */
export const beforeCommit = async (db: Db, statement: Promise<unknown>): Promise<void> => {
  const write = runningWrites.get(db)
  if (!write) return void (await statement)
  statement.catch(() => undefined)
  write.unfinished.push(statement)
}

/**
 * Collects items during a transaction and passes them to `finish` once, right before COMMIT. It is meant for
 * rows that many transactions lock, so that none holds them while it waits for another row.
 */
export const atEndOfWrite = <T>(finish: (db: Db, items: readonly T[]) => Promise<void>) => {
  const itemsByWrite = new WeakMap<WriteTransaction, T[]>()
  return (db: Db, items: readonly T[]): void => {
    const write = runningWrites.get(db)
    if (!write) throw new Error('only a write has an end')
    const collected = itemsByWrite.get(write)
    if (collected) return void collected.push(...items)
    const allItems = [...items]
    itemsByWrite.set(write, allItems)
    write.endings.push(() => finish(db, allItems))
  }
}

export const connectionsInUse = new AsyncLocalStorage<{
  open: boolean
  pool: pg.Pool
  firmId: number | null
}>()

/** The firm to which the running transaction is bound; null where it is bound to none. */
export const firmOfTransaction = (): number | null => connectionsInUse.getStore()?.firmId ?? null

/**
 * Throws while the running call holds a database connection. Waiting for a provider or a hash would prolong
 * its locks, and an outside effect would happen twice when the transaction is run a second time.
 */
export const refuseWhileConnected = (what: string): void => {
  if (connectionsInUse.getStore()?.open) throw new Error(`${what} inside of a database read or write`)
}
