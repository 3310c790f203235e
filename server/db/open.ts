import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createLog } from '../process/log.ts'
import type { Log } from '../process/log.ts'
import { DatabaseDown, isAnswerOverdue } from './connectionErrors.ts'
import * as tables from './tables.ts'

export { isDatabaseDown } from './connectionErrors.ts'

export type Db = NodePgDatabase<typeof tables>

export type Database = {
  /** Runs reads on one client whose app.firm_id is the firm; no transaction. null = no firm (rows under row-level security are then invisible). */
  read<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  /** The same inside one transaction; rolls back when work throws. */
  write<T>(firmId: number | null, work: (db: Db) => Promise<T>): Promise<T>
  pool: pg.Pool
  close: () => Promise<void>
}

type DatabaseOptions = {
  connection: pg.PoolConfig
  /** Most connections of this process; 10 when absent. */
  max?: number
  log?: Log
}

type Bound = { db: Db; firm: string }

/** The client gives up shortly before the server's own limit, so that a frozen server is noticed too. */
const STATEMENT_MS = 5_000
const ANSWER_MS = 4_800
const POOL_WAIT_MS = 3_000
const IDLE_TRANSACTION_MS = 10_000

const createPool = ({ connection, max = 10, log }: DatabaseOptions): pg.Pool => {
  const pool = new pg.Pool({
    application_name: 'tenant-admin',
    max,
    connectionTimeoutMillis: POOL_WAIT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...connection,
  })
  pool.on('error', error => log?.warn({ err: error }, 'database connection lost'))
  // A client in use has no listener of the pool's; without one, a lost connection would end the process.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseDown('no database connection', { cause: error })
  }
}

/** One Drizzle instance per client: building one for each request costs more than most queries. */
const bindings = new WeakMap<pg.PoolClient, Bound>()
const clients = new WeakMap<Db, pg.PoolClient>()

/** The client behind a `db`, for a statement that has a name: it is parsed and planned once a connection. */
export const clientOf = (db: Db): pg.PoolClient => {
  const client = clients.get(db)
  if (!client) throw new Error('not a db of read or write')
  return client
}

const bind = (client: pg.PoolClient): Bound => {
  const known = bindings.get(client)
  if (known) return known
  const bound: Bound = { db: drizzle(client, { schema: tables, casing: 'snake_case' }), firm: '' }
  bindings.set(client, bound)
  clients.set(bound.db, client)
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

const inTransaction = async <T>(client: pg.PoolClient, db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
  let reason: unknown
  try {
    return await db.transaction(async tx => {
      clients.set(tx, client)
      try {
        return await work(tx)
      } catch (error) {
        reason = error
        dropStuckClient(client, error)
        throw error
      }
    })
  } catch (error) {
    dropStuckClient(client, error)
    // On a lost connection the failed ROLLBACK would hide what went wrong.
    throw reason ?? error
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
  const pool = createPool({ ...options, log })
  const running = new AsyncLocalStorage<{ open: boolean }>()

  const withClient = async <T>(
    firmId: number | null,
    work: (client: pg.PoolClient, db: Db) => Promise<T>,
  ): Promise<T> => {
    if (running.getStore()?.open) {
      throw new Error('read or write called inside another: use the db that was given')
    }
    const client = await connect(pool)
    let broken: Error | undefined
    try {
      const bound = bind(client)
      await enterFirm(client, bound, firmId)
      return await work(client, bound.db)
    } catch (error) {
      if (isAnswerOverdue(error)) broken = new Error('no answer in time')
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Whoever holds one connection and waits for another waits for ever once all others do the same. */
  const guarded = <T>(work: (db: Db) => Promise<T>) => {
    const mark = { open: true }
    return (db: Db): Promise<T> =>
      running
        .run(mark, () => work(db))
        .finally(() => {
          mark.open = false
        })
  }

  try {
    await warnOfSuperuser(pool, log)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    read: (firmId, work) => withClient(firmId, (_client, db) => guarded(work)(db)),
    write: (firmId, work) => withClient(firmId, (client, db) => inTransaction(client, db, guarded(work))),
    pool,
    close: () => {
      // The database may be stopped before its last connections have said goodbye.
      pool.removeAllListeners('error').on('error', () => {})
      return pool.end()
    },
  }
}
