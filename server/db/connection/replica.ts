import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Log } from '../../process/log.ts'
import { withClient } from '../migrate.ts'
import { isOfDatabase } from './connectionErrors.ts'
import { type Database, databaseOf, type Replica } from './open.ts'
import type { DatabaseOptions } from './pool.ts'

// A streaming replica answers lists, exports and counts, which may be a second old.

/** Milliseconds that the replica may be behind. */
const mostLagMs = 1_000
/** Milliseconds from one measurement to the next; none is made while nobody asks for a list. */
const measuredEveryMs = 1_000
/** Milliseconds after which a measurement says nothing any more. A measurement itself takes up to `mostLagMs`. */
const measurementHoldsMs = measuredEveryMs + mostLagMs + 500
const pollMs = 25
/** Milliseconds that a list waits for a connection to the replica before it goes to the primary. */
const connectionWaitMs = 1_000

type Position = { system: string; isReplica: boolean; position: string | null }

const primarySql = `select (pg_control_system()).system_identifier::text as system,
  pg_is_in_recovery() as "isReplica", pg_current_wal_lsn()::text as position`

const replicaSql = `select (pg_control_system()).system_identifier::text as system,
  pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn()::text as position`

/** `16/B374D848` as a number; see the type pg_lsn of PostgreSQL. */
const bytesOf = (position: string): bigint => {
  const [high, low] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

type Asked = pg.Pool | pg.ClientBase

const positionOf = async (database: Asked, text: string): Promise<Position> => {
  const { rows } = await database.query<Position>(text)
  return rows[0]!
}

/**
 * How long the replica takes until it has what the primary had at the beginning: so neither the machines' clocks nor an idle
 * primary count, and no right is needed. Null after `mostLagMs`; throws where there is no replica of this primary.
 */
const measure = async (primary: Asked, replica: Asked): Promise<number | null> => {
  const start = performance.now()
  const passed = () => Math.round(performance.now() - start)
  const { system, position } = await positionOf(primary, primarySql)
  const wanted = bytesOf(position!)
  for (;;) {
    const found = await positionOf(replica, replicaSql)
    if (!found.isReplica) throw new Error('DATABASE_REPLICA_URL leads to a server that is no replica')
    if (found.system !== system)
      throw new Error('DATABASE_REPLICA_URL leads to a replica of another database')
    const lag = passed()
    if (found.position !== null && bytesOf(found.position) >= wanted) return lag
    if (lag > mostLagMs) return null
    await delay(pollMs)
  }
}

/** Milliseconds that a replica is behind, for a command; null where it is gone, broken or further behind than is measured. */
export const replicaLag = (primary: pg.ClientConfig, replica: pg.ClientConfig): Promise<number | null> =>
  withClient(primary, client => withClient(replica, other => measure(client, other))).catch(() => null)

/** Measures when it is asked, at most once in `measuredEveryMs`, and says in the log where the replica comes and goes. */
const lagOf = (primary: pg.Pool, replica: pg.Pool, log: Log) => {
  let last: { at: number; lag: number | null } | undefined
  let running: Promise<number | null> | undefined
  let isUsed: boolean | undefined
  const note = (isUsable: boolean, error?: unknown): void => {
    if (isUsed === isUsable) return
    isUsed = isUsable
    if (isUsable) log.info('lists are read from the replica')
    else log.warn({ err: error }, 'lists are read from the primary: the replica is behind, gone or broken')
  }
  const renew = (): Promise<number | null> =>
    (running ??= measure(primary, replica)
      .then(
        lag => {
          note(lag !== null)
          return lag
        },
        (error: unknown) => {
          note(false, error)
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
    lag: () => (last && age() < measuredEveryMs ? Promise.resolve(last.lag) : renew()),
    isFresh: (): boolean => {
      if (age() >= measuredEveryMs) void renew()
      return last !== undefined && last.lag !== null && age() < measurementHoldsMs
    },
    distrust: (error: unknown): void => {
      last = { at: performance.now(), lag: null }
      note(false, error)
    },
  }
}

/**
 * The database with a replica beside it. No call fails because of the replica: what it does not answer is read again from the
 * primary, and nothing more is asked of it until it is found fresh.
 */
export const withReplica = (
  database: Database,
  options: DatabaseOptions & { log: Log },
): Database & { replica: Replica } => {
  const { connection, log } = options
  const lists = databaseOf({
    ...options,
    connection: {
      application_name: 'tenant-admin lists',
      connectionTimeoutMillis: connectionWaitMs,
      ...connection,
    },
  })
  const { lag, isFresh, distrust } = lagOf(database.pool, lists.pool, log)
  const reading: Database = {
    ...database,
    // Counts are remembered by the pool that they were read from.
    pool: lists.pool,
    read: async (firmId, work) => {
      try {
        return await lists.read(firmId, work)
      } catch (error) {
        if (!isOfDatabase(error)) throw error
        distrust(error)
        return database.read(firmId, work)
      }
    },
  }
  const close = async (): Promise<void> => {
    await Promise.all([database.close(), lists.close()])
  }
  return { ...database, close, replica: { lag, fresh: () => (isFresh() ? reading : undefined) } }
}
