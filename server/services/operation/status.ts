import type pg from 'pg'

import { undistributedTables } from '../../db/distribution/distributed.ts'
import { type Worker, workersOf } from '../../db/distribution/workers.ts'
import { databaseVersion, pendingMigrations, withClient } from '../../db/migrate.ts'
import { logProtection } from '../../db/rules/auditWall.ts'
import { firmTables } from '../../db/rules/firmTables.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import type { Services } from '../../context/services.ts'
import { type ForwardingFacts, readForwardingFacts } from '../audit/forwardingFacts.ts'
import { type JobFacts, readJobFacts } from '../jobs/jobFacts.ts'

export type DatabaseFacts = {
  /** Time of the last migration applied to the data; 0 for an empty database. */
  version: number
  pendingMigrations: number
  /** The version of PostgreSQL. */
  engine: string
  /** Streaming replicas that are connected to this server. */
  replicas: number
  /**
   * The lag of the replica that lists are read from in milliseconds; null if it is unreachable or more than a
   * second behind.
   */
  replica?: { lagMs: number | null }
  /** The servers with the rows of a distributed database; empty or absent on an ordinary PostgreSQL. */
  workers?: Worker[]
  /** What each target of the log lacks; empty or absent where the log is not forwarded. */
  forwarding?: ForwardingFacts[]
  /** Tables of firms that are not spread over the workers like the others. */
  undistributed?: string[]
  /** Null until the migrations have run. */
  content: ContentFacts | null
}

type ContentFacts = {
  firms: number
  suspended: number
  /** Firms whose deletion has begun and is not complete. */
  deleting: number
  admins: number
  lawyers: number
  sessions: number
  /** Text messages of the last day that could not be sent, and those that wait to be sent. */
  unsent: number
  sending: number
  /** Whether the trigger that refuses changes of the log is enabled. */
  isLogProtected: boolean
  jobs: JobFacts
}

/** Counts for one firm, whose number is `$1`, or for all firms. */
const contentSql = (isOfFirm: string) => `
  select (select count(*)::int from firms where ${isOfFirm}) as firms,
    (select count(*)::int from firms
      where ${isOfFirm} and suspended_at is not null) as suspended,
    (select count(*)::int from firms
      where ${isOfFirm} and deletion_started_at is not null) as deleting,
    (select count(*)::int from sessions where ${isOfFirm} and expire_at > now()) as sessions,
    (select count(*)::int from text_messages where ${isOfFirm}
      and failed_at > now() - interval '1 day' and sent_at is null) as unsent,
    (select count(*)::int from text_messages where ${isOfFirm}
      and sealed is not null and sent_at is null) as sending,
    (select count(*)::int from admins where ${isOfFirm} and deleted_at is null) as admins,
    (select count(*)::int from lawyers where ${isOfFirm} and deleted_at is null) as lawyers`

type Counts = Omit<ContentFacts, 'jobs' | 'isLogProtected'>

const contentOf = async (client: pg.ClientBase, firmId: number | null): Promise<ContentFacts> => {
  const { rows: counts } = await (firmId === null
    ? client.query<Counts>(contentSql('true'))
    : client.query<Counts>(contentSql('firm_id = $1'), [firmId]))
  const { hasTrigger: isLogProtected } = await logProtection(client)
  return { ...counts[0]!, isLogProtected, jobs: await readJobFacts(client) }
}

const engineSql = `select current_setting('server_version') as engine,
  (select count(*)::int from pg_stat_replication) as replicas`

const serverFacts = async (client: pg.ClientBase) => {
  const version = await databaseVersion(client)
  const { rows } = await client.query<Pick<DatabaseFacts, 'engine' | 'replicas'>>(engineSql)
  return { version, pendingMigrations: await pendingMigrations(client), ...rows[0]! }
}

type Targets = Services['logTargets']

/** Facts about the database and one firm, read in a transaction of that firm. */
export const databaseFactsOfFirm = async (
  client: pg.ClientBase,
  firmId: number,
  targets: Targets,
): Promise<DatabaseFacts & { forwarding: ForwardingFacts[] }> => ({
  ...(await serverFacts(client)),
  forwarding: await readForwardingFacts(client, targets, firmId),
  content: await contentOf(client, firmId),
})

/** Facts about the database and all firms; throws if it cannot be reached. */
export const databaseFacts = (connection: pg.ClientConfig, targets: Targets): Promise<DatabaseFacts> =>
  withClient(connection, async client => {
    const server = await serverFacts(client)
    if (server.pendingMigrations > 0) return { ...server, content: null }
    await client.query('begin read only')
    await readEveryFirm(client)
    const content = await contentOf(client, null)
    const workers = await workersOf(client)
    const forwarding = await readForwardingFacts(client, targets, null)
    const undistributed = await undistributedTables(client, await firmTables(client))
    await client.query('commit')
    return { ...server, content, workers, forwarding, undistributed }
  })
