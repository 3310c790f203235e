import { setTimeout as delay } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createLog } from '../../process/log.ts'
import type { Log } from '../../process/log.ts'
import {
  DatabaseDown,
  isBeginRefused,
  isConnectionLost,
  isReadOnlyViolation,
  isTransactionConflict,
} from './connectionErrors.ts'
import { acquireConnection, createPool, type DatabaseOptions } from './pool.ts'
import { isStandby } from './primary.ts'
import * as tables from '../tables.ts'
import {
  beforeCommit,
  connectionsInUse,
  type Db,
  runningWrites,
  sendTogether,
  type Statement,
  type WriteTransaction,
} from './transaction.ts'

export { isDatabaseDown, isLockTimeout, isTransactionConflict } from './connectionErrors.ts'
export { atEndOfWrite, beforeCommit, type Db, refuseWhileConnected, sendTogether } from './transaction.ts'

export type Replica = {
  /**
   * A database that reads from the replica and writes to the primary; undefined unless the replica is known
   * to be fresh.
   */
  fresh: () => Database | undefined
  /**
   * Measures by how many milliseconds the replica is behind; null where it is unreachable, broken or further
   * behind than the limit of the measurement.
   */
  lag: () => Promise<number | null>
}

export type Database = {
  /**
   * Runs reads in one read-only transaction whose app.firm_id is the firm; null means no firm (rows under
   * row-level security are then invisible). A statement that fails ends the transaction.
   */
  read<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs a writing transaction, which is rolled back when `work` throws. Work that the database rolled back
   * because of another transaction (a deadlock) is run once more, so it must do nothing but use the database.
   */
  write<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Number of write transactions that this process may have committed for the firm; incremented before the
   * writer gets its answer.
   */
  writesOf: (firmId: number) => number
  /** Whether the database can be spread over several servers; known once the first connection has been made. */
  isDistributed: () => boolean
  /** A streaming replica for answers that may be a second old; absent where none is configured. */
  replica?: Replica
  pool: pg.Pool
  close: () => Promise<void>
}

/** One Drizzle instance per client: building one for each request costs more than most queries. */
const drizzleByClient = new WeakMap<pg.PoolClient, Db>()

const dbOf = (client: pg.PoolClient, isPreparing: boolean): Db => {
  const cached = drizzleByClient.get(client)
  if (cached) return cached
  const db = Object.assign(drizzle(client, { schema: tables, casing: 'snake_case' }), {
    // Drizzle would send another BEGIN, and its ROLLBACK would undo the whole write.
    transaction: () => Promise.reject(new Error('a write is its transaction')),
    prepared: <R extends pg.QueryResultRow>({ name, ...statement }: Statement) =>
      client.query<R>(isPreparing ? { ...statement, name } : statement),
  })
  drizzleByClient.set(client, db)
  return db
}

type Work<T> = (db: Db) => Promise<T>

const sendAll = (client: pg.PoolClient, messages: readonly string[]): Promise<unknown> =>
  Promise.all(messages.map(message => client.query(message)))

/**
 * Runs a read-only transaction. BEGIN is sent in the same packet as the first statement, and the result does
 * not wait for COMMIT.
 */
const inRead = async <T>(db: Db, begin: readonly string[], work: Work<T>): Promise<T> => {
  const { $client: client } = db
  sendTogether(client)
  const beginResult = sendAll(client, begin)
  beginResult.catch(() => undefined)
  try {
    const result = await work(db)
    await beginResult
    return result
  } finally {
    sendTogether(client)
    // If the connection has been lost, the next statement on it fails, so this failure can be ignored.
    client.query('commit').catch(() => undefined)
  }
}

/** Behind a pooler, a connection may lead to a server that has become a standby. */
const noPrimary = (cause: unknown) => new DatabaseDown('the database server has become a standby', { cause })

const beginWrite = (client: pg.PoolClient, begin: readonly string[]): Promise<unknown> =>
  sendAll(client, begin).catch((error: unknown) => {
    throw isBeginRefused(error) ? noPrimary(error) : error
  })

const inWrite = async <T>(db: Db, begin: readonly string[], work: Work<T>): Promise<T> => {
  const { $client: client } = db
  const write: WriteTransaction = { unfinished: [], endings: [] }
  runningWrites.set(db, write)
  sendTogether(client)
  void beforeCommit(db, beginWrite(client, begin))
  try {
    const result = await work(db)
    for (const finish of write.endings) await finish()
    // When a statement has failed, PostgreSQL answers COMMIT with a rollback.
    await Promise.all([...write.unfinished, client.query('commit')])
    return result
  } catch (error) {
    // On a lost connection ROLLBACK fails too; the original error says more.
    await client.query('rollback').catch(() => undefined)
    // Statements after a failed one only report that the transaction is aborted.
    await Promise.all(write.unfinished)
    if (isReadOnlyViolation(error) && (await isStandby(client))) throw noPrimary(error)
    throw error
  } finally {
    runningWrites.delete(db)
  }
}

/**
 * Milliseconds before the second attempt. The row locks of the victim are free before the survivor is awake to take them;
 * an attempt at once could take them again and deadlock with the same transaction.
 */
const RETRY_MS = 50

/**
 * Runs a transaction again after a deadlock: its victim was rolled back while the other transaction went on,
 * so a second attempt usually succeeds.
 */
const retryAfterConflict = async <T>(attempt: () => Promise<T>, log: Log): Promise<T> => {
  try {
    return await attempt()
  } catch (error) {
    if (!isTransactionConflict(error)) throw error
    log.info({ err: error }, 'a transaction conflicted with another one and is retried')
    await delay(RETRY_MS)
    return attempt()
  }
}

/**
 * Marks the pool as in use, so that nested use throws: calls that hold one connection and wait for another
 * would wait forever once all connections are held that way.
 */
const refusingNestedUse =
  <T>(pool: pg.Pool, firmId: number | null, work: Work<T>): Work<T> =>
  db => {
    const usage = { open: true, pool, firmId }
    return connectionsInUse
      .run(usage, () => work(db))
      .finally(() => {
        usage.open = false
      })
  }

const warnOfSuperuser = async (pool: pg.Pool, log: Log | undefined): Promise<void> => {
  const { rows } = await pool.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  if (rows[0]?.free)
    log?.warn('this database login bypasses row-level security: use a role that is not a superuser')
}

/** Opens the database without connecting to it; it may be unreachable. */
export const databaseOf = (options: DatabaseOptions): Database => {
  const log = options.log ?? createLog('silent')
  const { isPreparing = true } = options
  const { pool, beginning, isDistributed } = createPool({ ...options, log })
  const writes = new Map<number | null, number>()

  const withClient = async <T>(work: Work<T>): Promise<T> => {
    const inUse = connectionsInUse.getStore()
    if (inUse?.open && inUse.pool === pool) {
      throw new Error('read or write called inside another: use the db that was given')
    }
    const client = await acquireConnection(pool)
    let connectionError: Error | undefined
    try {
      return await work(dbOf(client, isPreparing))
    } catch (error) {
      if (isConnectionLost(error)) connectionError = new Error('connection lost', { cause: error })
      throw error
    } finally {
      client.release(connectionError)
    }
  }

  return {
    read: (firmId, work) =>
      withClient(db => inRead(db, beginning('read only', firmId), refusingNestedUse(pool, firmId, work))),
    write: async (firmId, work) => {
      // Work that throws is rolled back and not counted, so that a firm that only a forged token names takes
      // no memory.
      let mayHaveWritten = false
      const guardedWork = refusingNestedUse(pool, firmId, work)
      const attempt = (db: Db) =>
        inWrite(db, beginning('read write', firmId), async () => {
          const result = await guardedWork(db)
          mayHaveWritten = true
          return result
        })
      try {
        return await withClient(db => retryAfterConflict(() => attempt(db), log))
      } finally {
        if (mayHaveWritten) writes.set(firmId, (writes.get(firmId) ?? 0) + 1)
      }
    },
    writesOf: firmId => writes.get(firmId) ?? 0,
    isDistributed,
    pool,
    close: () => {
      // The database may be stopped before its last connections are closed.
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
