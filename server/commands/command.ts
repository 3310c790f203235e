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
  /** The arguments, as the usage line shows them: `<needed>`, `--word` as it stands and, behind these, `[optional]`. */
  takes: string
  does: string
  run: (tools: Tools, ...values: string[]) => Promise<void>
}

export type Connect = (work: (tools: Tools) => Promise<void>) => Promise<void>

/** Asks for the database itself, when it knows that it is going to be used. */
export type OfflineCommand = Omit<Command, 'run'> & {
  runOffline: (connect: Connect, ...values: string[]) => Promise<void>
}

/** The sentence is for the person at the terminal. */
export class UsageError extends Error {
  override name = 'WrongUse'
}

type Work = (database: Database) => Promise<void>

/** Looks and changes nothing: neither rows nor tables. */
export const withReadOnly = async (
  { connection, log }: Pick<Tools, 'connection' | 'log'>,
  work: (database: Database, client: pg.ClientConfig) => Promise<void>,
): Promise<void> => {
  const reading = { ...connection, options: '-c default_transaction_read_only=on' }
  await withDatabase({ connection: reading, log }, database => work(database, reading))
}

/** On a database of this release; it changes none that is not. */
export const withDatabase = async (
  { connection, log }: Pick<Tools, 'connection' | 'log'>,
  work: Work,
): Promise<void> => {
  await withClient(connection, refuseOtherRelease)
  // A seed or an audit of years takes longer than a request may.
  const patient = { ...connection, statement_timeout: 0, query_timeout: 0 }
  const database = await openDatabase({ connection: patient, log })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** On a database that it makes or brings to this release first, and that no other process prepares meanwhile. */
export const withMigrated = ({ config, ...tools }: Tools, work: Work): Promise<void> =>
  prepareDatabase({ ...tools, uploads: filesFolder(config) }, () => withDatabase(tools, work))
