import { callbackify } from 'node:util'

import pg from 'pg'
import type { Log } from '../../process/log.ts'
import { DatabaseDown } from './connectionErrors.ts'

export type DatabaseOptions = {
  connection: pg.PoolConfig
  /** The maximum number of connections of this process; 10 when absent. */
  max?: number
  /** Uses named prepared statements for frequent queries; on when absent. */
  isPreparing?: boolean
  log?: Log
}

/**
 * The client gives up shortly before the server's own limit, so that a server that no longer responds is
 * noticed too.
 */
const STATEMENT_MS = 5_000
const ANSWER_MS = 4_800
/**
 * A statement waits for a lock for this part of its time, so that a locked row is told from a database that does not
 * answer: 4 s, longer than a migration waits for its own lock.
 */
const LOCK_SHARE = 0.8
/** Milliseconds to establish a connection. */
const CONNECT_MS = 3_000
/** Milliseconds to wait for a free connection; callers rather wait than be refused. */
const POOL_WAIT_MS = 10_000
const IDLE_TRANSACTION_MS = 10_000

/**
 * A client with its own connection timeout. The pool's timeout also covers waiting in the queue, and a
 * hanging connection attempt would hold up the queue.
 */
class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    // The pool makes the password non-enumerable, so spreading the configuration omits it.
    super({ ...config, password: config.password, connectionTimeoutMillis: CONNECT_MS })
  }
}

/**
 * Creates the connection pool, and the statements with which each transaction starts: behind a pooler, settings
 * of the session would be lost or shared. `set local` ends with the transaction.
 */
export const createPool = ({ connection, max = 10, log }: DatabaseOptions) => {
  const {
    statement_timeout = STATEMENT_MS,
    idle_in_transaction_session_timeout = IDLE_TRANSACTION_MS,
    ...connectionConfig
  } = connection
  // Parallel workers are off: a page's query is faster than starting workers, and the processors are busy
  // with other requests.
  const settings = [
    `set local statement_timeout = ${Number(statement_timeout)}`,
    `set local lock_timeout = ${Math.floor(Number(statement_timeout) * LOCK_SHARE)}`,
    `set local idle_in_transaction_session_timeout = ${Number(idle_in_transaction_session_timeout)}`,
    'set local max_parallel_workers_per_gather = 0',
  ]
  let isDistributed: boolean | undefined
  /** Learns once, from the first connection, whether the database is spread over several servers. */
  const learnDistribution = async (client: pg.PoolClient): Promise<void> => {
    if (isDistributed !== undefined) return
    const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
    isDistributed = rows.length > 0
  }
  const pool = new pg.Pool({
    application_name: 'tenant-admin',
    Client,
    max,
    connectionTimeoutMillis: POOL_WAIT_MS,
    query_timeout: ANSWER_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements issued together are sent together, which saves network round trips.
    pipeline: true,
    verify: callbackify(learnDistribution),
    ...connectionConfig,
  })
  pool.on('error', error => log?.warn({ err: error }, 'database connection lost'))
  // The pool removes its error listener while a client is in use; without one, a lost connection would end
  // the process.
  pool.on('connect', client => client.on('error', () => {}))
  /**
   * The messages that begin a transaction. One is the least work for the server. A database that is spread over
   * several servers passes on the whole message that holds SET LOCAL, so each statement has its own there, in the same
   * packet.
   */
  const beginning = (mode: string, firmId: number | null): string[] => {
    const statements = [`begin ${mode}`, `set local app.firm_id = '${firmId ?? ''}'`, ...settings]
    return isDistributed ? statements : [statements.join('; ')]
  }
  return { pool, beginning, isDistributed: () => isDistributed === true }
}

export const acquireConnection = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseDown('no database connection', { cause: error })
  }
}
