import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createLog } from '../../process/log.ts'
import type { Log } from '../../process/log.ts'
import { isAnswerOverdue, isTransactionConflict } from './connectionErrors.ts'
import { connect, createPool, type DatabaseOptions } from './pool.ts'
import * as tables from '../tables.ts'
import {
  beforeCommit,
  connectionsInUse,
  type Db,
  runningWrites,
  sendTogether,
  type Statement,
  type Write,
} from './transaction.ts'

// Promise Q57 (server/promises.md).

export { isDatabaseDown, isTransactionConflict } from './connectionErrors.ts'
export { atEndOfWrite, beforeCommit, type Db, refuseWhileConnected, sendTogether } from './transaction.ts'

export type Replica = {
  /** Reads from the replica, and writes to the primary; undefined while the replica is not known to be fresh. */
  fresh: () => Database | undefined
  /** Milliseconds that the replica is behind, measured now; null where it is gone, broken or further behind than is measured. */
  lag: () => Promise<number | null>
}

export type Database = {
  /**
   * Runs reads in one read-only transaction whose app.firm_id is the firm; null = no firm (rows under row-level security are
   * then invisible). A statement that fails ends it.
   */
  read<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same with writes; rolls back when work throws. Work that the database rolled back because of another transaction
   * (a deadlock) is run once more, so it does nothing but ask the database.
   */
  write<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Number of write transactions that this process may have committed for the firm; incremented before the writer gets its
   * answer.
   */
  writesOf: (firmId: number) => number
  /** A streaming replica for what may be a second old; absent where none is configured. */
  replica?: Replica
  pool: pg.Pool
  close: () => Promise<void>
}

/** One Drizzle instance per client: building one for each request costs more than most queries. */
const bindings = new WeakMap<pg.PoolClient, Db>()

const dbOf = (client: pg.PoolClient, isPreparing: boolean): Db => {
  const known = bindings.get(client)
  if (known) return known
  const db = Object.assign(drizzle(client, { schema: tables, casing: 'snake_case' }), {
    // Drizzle would send another BEGIN, and its ROLLBACK would undo all of a write.
    transaction: () => Promise.reject(new Error('a write is its transaction')),
    prepared: <R extends pg.QueryResultRow>({ name, ...statement }: Statement) =>
      client.query<R>(isPreparing ? { ...statement, name } : statement),
  })
  bindings.set(client, db)
  return db
}

type Work<T> = (db: Db) => Promise<T>

/**
 * Runs a read-only transaction. BEGIN is sent in the same packet as the first statement, and the result does not wait for
 * COMMIT.
 */
const inRead = async <T>(db: Db, begin: string, work: Work<T>): Promise<T> => {
  const { $client: client } = db
  sendTogether(client)
  const begun = client.query(begin)
  begun.catch(() => undefined)
  try {
    const result = await work(db)
    await begun
    return result
  } finally {
    sendTogether(client)
    // A connection that was lost meanwhile fails the next statement that is sent on it.
    client.query('commit').catch(() => undefined)
  }
}

const inWrite = async <T>(db: Db, begin: string, work: Work<T>): Promise<T> => {
  const { $client: client } = db
  const write: Write = { unfinished: [], endings: [] }
  runningWrites.set(db, write)
  sendTogether(client)
  void beforeCommit(db, client.query(begin))
  try {
    const result = await work(db)
    for (const finish of write.endings) await finish()
    // When a statement has failed, PostgreSQL answers COMMIT with a rollback.
    await Promise.all([...write.unfinished, client.query('commit')])
    return result
  } catch (error) {
    // On a lost connection the ROLLBACK fails too, and says less.
    await client.query('rollback').catch(() => undefined)
    // Statements after a failed one only report that the transaction is aborted.
    await Promise.all(write.unfinished)
    throw error
  } finally {
    runningWrites.delete(db)
  }
}

/** The victim of a deadlock was rolled back while the other transactions go on, so that a second attempt usually passes. */
const withSecondTry = async <T>(attempt: () => Promise<T>, log: Log): Promise<T> => {
  try {
    return await attempt()
  } catch (error) {
    if (!isTransactionConflict(error)) throw error
    log.info({ err: error }, 'a transaction was rolled back because of another one, and is run once more')
    return attempt()
  }
}

/** Whoever holds one connection and waits for another waits for ever once all others do the same. */
const guardedBy =
  <T>(pool: pg.Pool, work: Work<T>): Work<T> =>
  db => {
    const mark = { open: true, pool }
    return connectionsInUse
      .run(mark, () => work(db))
      .finally(() => {
        mark.open = false
      })
  }

const warnOfSuperuser = async (pool: pg.Pool, log: Log | undefined): Promise<void> => {
  const { rows } = await pool.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  if (rows[0]?.free)
    log?.warn('this database login bypasses row-level security: use a role that is no superuser')
}

/** The database without a look at it: it may be away. */
export const databaseOf = (options: DatabaseOptions): Database => {
  const log = options.log ?? createLog('silent')
  const { isPreparing = true } = options
  const { pool, settings } = createPool({ ...options, log })
  const writes = new Map<number | null, number>()

  const withClient = async <T>(work: Work<T>): Promise<T> => {
    const inUse = connectionsInUse.getStore()
    if (inUse?.open && inUse.pool === pool) {
      throw new Error('read or write called inside another: use the db that was given')
    }
    const client = await connect(pool)
    let broken: Error | undefined
    try {
      return await work(dbOf(client, isPreparing))
    } catch (error) {
      if (isAnswerOverdue(error)) broken = new Error('no answer in time')
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Valid until the end of the transaction, since a pooler may give the connection to somebody else then. */
  const begin = (mode: string, firmId: number | null) =>
    `begin ${mode}; set local app.firm_id = '${firmId ?? ''}'; ${settings}`

  return {
    read: (firmId, work) => withClient(db => inRead(db, begin('read only', firmId), guardedBy(pool, work))),
    write: async (firmId, work) => {
      // Work that throws is rolled back. A firm that only a forged token names is not counted, and takes no memory.
      let mayHaveWritten = false
      const guarded = guardedBy(pool, work)
      const attempt = (db: Db) =>
        inWrite(db, begin('read write', firmId), async () => {
          const result = await guarded(db)
          mayHaveWritten = true
          return result
        })
      try {
        return await withClient(db => withSecondTry(() => attempt(db), log))
      } finally {
        if (mayHaveWritten) writes.set(firmId, (writes.get(firmId) ?? 0) + 1)
      }
    },
    writesOf: firmId => writes.get(firmId) ?? 0,
    pool,
    close: () => {
      // The database may be stopped before its last connections have said goodbye.
      pool.removeAllListeners('error').on('error', () => {})
      return pool.end()
    },
  }
}

export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const database = databaseOf(options)
  try {
    await warnOfSuperuser(database.pool, options.log)
  } catch (error) {
    await database.pool.end()
    throw error
  }
  return database
}
