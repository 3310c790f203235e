import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Log } from '../../process/log.ts'
import { withClient } from '../migrate.ts'
import { isDatabaseError } from './connectionErrors.ts'
import { type Database, databaseOf, type Replica } from './open.ts'
import type { DatabaseOptions } from './pool.ts'

// A streaming replica answers lists, exports and counts, which may be a second old.

/** Milliseconds that the replica may be behind. */
const maxLagMs = 1_000
/** Milliseconds between measurements; no measurement is made while nobody asks for a list. */
const measuredEveryMs = 1_000
/** Milliseconds after which a measurement is outdated. A measurement itself takes up to `maxLagMs`. */
const measurementHoldsMs = measuredEveryMs + maxLagMs + 500
const pollMs = 25
/** Milliseconds that a list waits for a connection to the replica, or for its answer, before it goes to the primary. */
const patienceMs = 1_000

type Position = { system: string; isReplica: boolean; position: string | null }

const primarySql = `select (pg_control_system()).system_identifier::text as system,
  pg_is_in_recovery() as "isReplica", pg_current_wal_lsn()::text as position`

const replicaSql = `select (pg_control_system()).system_identifier::text as system,
  pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn()::text as position`

/** Parses an LSN such as `16/B374D848`; see PostgreSQL's type pg_lsn. */
const bytesOf = (position: string): bigint => {
  const [high, low] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

type Queryable = pg.Pool | pg.ClientBase

const positionOf = async (database: Queryable, text: string): Promise<Position> => {
  const { rows } = await database.query<Position>(text)
  return rows[0]!
}

/**
 * Measures how long the replica takes to reach the primary's current position, which needs neither
 * synchronised clocks, nor writes on the primary, nor special rights. Null after `maxLagMs`; throws where the
 * server is not a replica of this primary.
 */
const measure = async (primary: Queryable, replica: Queryable): Promise<number | null> => {
  const start = performance.now()
  const elapsed = () => Math.round(performance.now() - start)
  const { system, position } = await positionOf(primary, primarySql)
  const targetPosition = bytesOf(position!)
  for (;;) {
    const replicaState = await positionOf(replica, replicaSql)
    if (!replicaState.isReplica) throw new Error('DATABASE_REPLICA_URL leads to a server that is no replica')
    if (replicaState.system !== system)
      throw new Error('DATABASE_REPLICA_URL leads to a replica of another database')
    const lag = elapsed()
    if (replicaState.position !== null && bytesOf(replicaState.position) >= targetPosition) return lag
    if (lag > maxLagMs) return null
    await delay(pollMs)
  }
}

/**
 * Measures the replica's lag in milliseconds for a command; null where the replica is unreachable, broken or
 * too far behind.
 */
export const replicaLag = (primary: pg.ClientConfig, replica: pg.ClientConfig): Promise<number | null> =>
  withClient(primary, client => withClient(replica, other => measure(client, other))).catch(() => null)

/**
 * Measures on demand, at most once in `measuredEveryMs`, and logs when the replica becomes usable or
 * unusable.
 */
const lagMonitor = (primary: pg.Pool, replica: pg.Pool, log: Log) => {
  let last: { at: number; lag: number | null } | undefined
  let running: Promise<number | null> | undefined
  let wasUsable: boolean | undefined
  const logUsability = (isUsable: boolean, error?: unknown): void => {
    if (wasUsable === isUsable) return
    wasUsable = isUsable
    if (isUsable) log.info('lists are read from the replica')
    else
      log.warn(
        { err: error },
        'lists are read from the primary, because the replica is behind or unavailable',
      )
  }
  const measureAgain = (): Promise<number | null> =>
    (running ??= measure(primary, replica)
      .then(
        lag => {
          logUsability(lag !== null)
          return lag
        },
        (error: unknown) => {
          logUsability(false, error)
          return null
        },
      )
      .then(lag => {
        last = { at: performance.now(), lag }
        running = undefined
        return lag
      }))
  const age = () => (last ? performance.now() - last.at : Infinity)
  return {
    lag: () => (last && age() < measuredEveryMs ? Promise.resolve(last.lag) : measureAgain()),
    isFresh: (): boolean => {
      if (age() >= measuredEveryMs) void measureAgain()
      return last !== undefined && last.lag !== null && age() < measurementHoldsMs
    },
    distrust: (error: unknown): void => {
      last = { at: performance.now(), lag: null }
      logUsability(false, error)
    },
  }
}

/**
 * Adds a replica to the database. No call fails because of the replica: what it does not answer is read again
 * from the primary, and the replica is not used again until it is found fresh.
 */
export const withReplica = (
  database: Database,
  options: DatabaseOptions & { log: Log },
): Database & { replica: Replica } => {
  const { connection, log } = options
  const replicaDatabase = databaseOf({
    ...options,
    connection: {
      application_name: 'tenant-admin lists',
      connectionTimeoutMillis: patienceMs,
      // A frozen replica ends no statement by itself.
      query_timeout: patienceMs,
      statement_timeout: patienceMs,
      ...connection,
    },
  })
  const { lag, isFresh, distrust } = lagMonitor(database.pool, replicaDatabase.pool, log)
  const readDatabase: Database = {
    ...database,
    // Cached counts are stored by pool, so the replica's pool keeps them apart from the primary's.
    pool: replicaDatabase.pool,
    read: async (firmId, work) => {
      try {
        return await replicaDatabase.read(firmId, work)
      } catch (error) {
        if (!isDatabaseError(error)) throw error
        distrust(error)
        return database.read(firmId, work)
      }
    },
  }
  const close = async (): Promise<void> => {
    await Promise.all([database.close(), replicaDatabase.close()])
  }
  return { ...database, close, replica: { lag, fresh: () => (isFresh() ? readDatabase : undefined) } }
}
