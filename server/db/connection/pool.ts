import pg from 'pg'
import type { Log } from '../../process/log.ts'
import { DatabaseDown } from './connectionErrors.ts'

// Promise Q52 (server/promises.md).

export type DatabaseOptions = {
  connection: pg.PoolConfig
  /** Most connections of this process; 10 when absent. */
  max?: number
  /** Each connection keeps the plans of hot statements; on when absent. */
  isPreparing?: boolean
  log?: Log
}

/** The client gives up shortly before the server's own limit, so that a frozen server is noticed too. */
const STATEMENT_MS = 5_000
const ANSWER_MS = 4_800
/** A database that does not even greet is away. */
const CONNECT_MS = 3_000
/** All connections are at work: whoever waits would rather wait than be refused. */
const POOL_WAIT_MS = 10_000
const IDLE_TRANSACTION_MS = 10_000

/** The pool's own limit holds for waiting in line too, and one that hangs there would hold up the line. */
class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    // The pool hides the password from whoever lists what there is.
    super({ ...config, password: config.password, connectionTimeoutMillis: CONNECT_MS })
  }
}

/**
 * The connection pool, and the settings that each transaction begins with: behind a pooler, settings of the session would
 * be lost or shared.
 */
export const createPool = ({ connection, max = 10, log }: DatabaseOptions) => {
  const {
    statement_timeout = STATEMENT_MS,
    idle_in_transaction_session_timeout = IDLE_TRANSACTION_MS,
    ...given
  } = connection
  // A page is read by one worker: to start others takes longer, and the processors are those of other requests.
  const settings = `set local statement_timeout = ${Number(statement_timeout)};
    set local idle_in_transaction_session_timeout = ${Number(idle_in_transaction_session_timeout)};
    set local max_parallel_workers_per_gather = 0`
  const pool = new pg.Pool({
    application_name: 'tenant-admin',
    Client,
    max,
    connectionTimeoutMillis: POOL_WAIT_MS,
    query_timeout: ANSWER_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // What is asked in one breath is sent in one, and so costs one wait.
    pipeline: true,
    ...given,
  })
  pool.on('error', error => log?.warn({ err: error }, 'database connection lost'))
  // A client in use has no listener of the pool's; without one, a lost connection would end the process.
  pool.on('connect', client => client.on('error', () => {}))
  return { pool, settings }
}

export const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseDown('no database connection', { cause: error })
  }
}
