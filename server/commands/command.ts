import type pg from 'pg'
import type { ServerConfig } from '../process/config.ts'
import { refuseOtherRelease, withClient } from '../db/migrate.ts'
import { filesFolder } from '../process/config.ts'
import { openDatabase } from '../db/connection/open.ts'
import type { Database } from '../db/connection/open.ts'
import type { Log } from '../process/log.ts'
import { prepareDatabase } from './prepare.ts'

export type Tools = {
  config: ServerConfig
  log: Log
  connection: pg.ClientConfig
  owner: pg.ClientConfig
  superuser: pg.ClientConfig | undefined
  print: (line: string) => void
}

export type Command = {
  /**
   * The arguments as shown in the usage line: `<required>`, a literal `--word` and, after them, `[optional]`.
   */
  takes: string
  does: string
  run: (tools: Tools, ...values: string[]) => Promise<void>
}

export type Connect = (work: (tools: Tools) => Promise<void>) => Promise<void>

/** A command that opens the database itself, and only if it needs it. */
export type OfflineCommand = Omit<Command, 'run'> & {
  runOffline: (connect: Connect, ...values: string[]) => Promise<void>
}

/** An error whose message is addressed to the person at the terminal. */
export class UsageError extends Error {
  override name = 'WrongUse'
}

/** What an upgrade would break or change; the command has done its work. Its exit code is 3. */
export class UpgradeWarning extends Error {
  override name = 'UpgradeWarning'
}

type Work = (database: Database) => Promise<void>

/** Opens the database in read-only mode, in which PostgreSQL refuses every change. */
export const withReadOnlyDatabase = async (
  { connection, log }: Pick<Tools, 'connection' | 'log'>,
  work: (database: Database, client: pg.ClientConfig) => Promise<void>,
): Promise<void> => {
  const reading = { ...connection, options: '-c default_transaction_read_only=on' }
  await withDatabase({ connection: reading, log }, database => work(database, reading))
}

/** Opens the database if it has the version of this release; refuses any other without changing it. */
export const withDatabase = async (
  { connection, log }: Pick<Tools, 'connection' | 'log'>,
  work: Work,
): Promise<void> => {
  await withClient(connection, refuseOtherRelease)
  // Seeding, or verifying the log of several years, takes longer than the time limit of a request.
  const withoutTimeouts = { ...connection, statement_timeout: 0, query_timeout: 0 }
  const database = await openDatabase({ connection: withoutTimeouts, log })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Creates the database or migrates it to this release first, and keeps other processes from doing so
 * meanwhile.
 */
export const withMigratedDatabase = ({ config, ...tools }: Tools, work: Work): Promise<void> =>
  prepareDatabase({ ...tools, uploads: filesFolder(config) }, () => withDatabase(tools, work))
