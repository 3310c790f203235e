import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createLog } from '../../process/log.ts'
import type { Log } from '../../process/log.ts'
import { isAnswerOverdue, isTransactionConflict } from './connectionErrors.ts'
import { connect, createPool, type DatabaseOptions } from './pool.ts'
import { inOneWrite, withNames } from './statementNames.ts'
import * as tables from '../tables.ts'
import { beforeCommit, connectionsInUse, type Db, runningWrites, type Write } from './transaction.ts'
import { createWrites, tablesWrittenIn } from './writes.ts'

export { isDatabaseDown, isTransactionConflict } from './connectionErrors.ts'
export { atEndOfWrite, beforeCommit, type Db, refuseWhileConnected } from './transaction.ts'

export type Database = {
  /** Runs reads on one client whose app.firm_id is the firm; no transaction. null = no firm (rows under row-level security are then invisible). */
  read<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * The same inside one transaction; rolls back when work throws. Work that the database rolled back because of another
   * transaction (a deadlock) is run once more, so it does nothing but ask the database.
   */
  write<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /** How often this process has written to these tables; risen when the writer is answered. */
  writesTo: (tables: readonly string[]) => number
  pool: pg.Pool
  close: () => Promise<void>
}

type Bound = {
  db: Db
  firm: string
  /** The tables written to since the connection was taken. */
  written: Set<string>
}

/** One Drizzle instance per client: building one for each request costs more than most queries. */
const bindings = new WeakMap<pg.PoolClient, Bound>()
const clients = new WeakMap<Db, pg.PoolClient>()

/** The client behind a `db`, for a statement that is written out. */
export const clientOf = (db: Db): pg.PoolClient => {
  const client = clients.get(db)
  if (!client) throw new Error('not a db of read or write')
  return client
}

const bind = (client: pg.PoolClient): Bound => {
  const known = bindings.get(client)
  if (known) return known
  const named = withNames(client, text => {
    for (const table of tablesWrittenIn(text)) bound.written.add(table)
    inOneWrite(client)
  })
  const db = drizzle(named, { schema: tables, casing: 'snake_case' })
  const bound: Bound = { db, firm: '', written: new Set() }
  bindings.set(client, bound)
  // Drizzle would send another BEGIN, and its ROLLBACK would undo all of a write.
  const transaction = () => Promise.reject(new Error('a write is its transaction'))
  Object.assign(db, { transaction })
  clients.set(db, named)
  return bound
}

/** Set outside any transaction, since a rollback would undo it and the remembered value would be wrong. */
const enterFirm = async (client: pg.PoolClient, bound: Bound, firmId: number | null): Promise<void> => {
  const firm = firmId === null ? '' : String(firmId)
  if (bound.firm === firm) return
  await client.query({
    name: 'enter_firm',
    text: `select set_config('app.firm_id', $1, false)`,
    values: [firm],
  })
  bound.firm = firm
}

/** Without an answer the connection is useless, and the ROLLBACK would wait behind the stuck query. */
const dropStuckClient = (client: pg.PoolClient, error: unknown): void => {
  if (isAnswerOverdue(error) && client instanceof pg.Client) void client.end()
}

/** BEGIN travels with the first statement of the work. */
const inTransaction = async <T>(
  client: pg.PoolClient,
  { db }: Bound,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  inOneWrite(client)
  const write: Write = { unfinished: [], endings: [] }
  runningWrites.set(db, write)
  void beforeCommit(db, client.query('begin'))
  try {
    const result = await work(db)
    for (const finish of write.endings) await finish()
    // Where one of them has failed PostgreSQL rolls back instead.
    await Promise.all([...write.unfinished, client.query('commit')])
    return result
  } catch (error) {
    dropStuckClient(client, error)
    // On a lost connection the ROLLBACK fails too, and says less.
    await client.query('rollback').catch(() => undefined)
    // What came after a failed statement only says that there was one.
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
const guardedBy = <T>(pool: pg.Pool, work: (db: Db) => Promise<T>) => {
  return (db: Db): Promise<T> => {
    const mark = { open: true, pool }
    return connectionsInUse
      .run(mark, () => work(db))
      .finally(() => {
        mark.open = false
      })
  }
}

const warnOfSuperuser = async (pool: pg.Pool, log: Log | undefined): Promise<void> => {
  const { rows } = await pool.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  if (rows[0]?.free)
    log?.warn('this database login bypasses row-level security: use a role that is no superuser')
}

export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const log = options.log ?? createLog('silent')
  const writes = createWrites()
  const pool = createPool({ ...options, log })

  const withClient = async <T>(
    firmId: number | null,
    work: (client: pg.PoolClient, bound: Bound) => Promise<T>,
  ): Promise<T> => {
    const inUse = connectionsInUse.getStore()
    if (inUse?.open && inUse.pool === pool) {
      throw new Error('read or write called inside another: use the db that was given')
    }
    const client = await connect(pool)
    let broken: Error | undefined
    const bound = bind(client)
    try {
      await enterFirm(client, bound, firmId)
      return await work(client, bound)
    } catch (error) {
      if (isAnswerOverdue(error)) broken = new Error('no answer in time')
      throw error
    } finally {
      writes.take(bound.written)
      client.release(broken)
    }
  }

  try {
    await warnOfSuperuser(pool, log)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    read: (firmId, work) => withClient(firmId, (_client, { db }) => guardedBy(pool, work)(db)),
    write: (firmId, work) =>
      withClient(firmId, (client, bound) =>
        withSecondTry(() => inTransaction(client, bound, guardedBy(pool, work)), log),
      ),
    writesTo: writes.countOf,
    pool,
    close: () => {
      // The database may be stopped before its last connections have said goodbye.
      pool.removeAllListeners('error').on('error', () => {})
      return pool.end()
    },
  }
}
