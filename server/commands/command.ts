import type pg from 'pg'
import type { Config } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'

export type Tools = {
  config: Config
  log: Log
  connection: pg.ClientConfig
  superuser: pg.ClientConfig | undefined
  print: (line: string) => void
}

export type Command = {
  /** The arguments, as the usage line shows them. */
  takes: string
  does: string
  run: (tools: Tools, ...values: string[]) => Promise<void>
}

/** The sentence is for the person at the terminal. */
export class WrongUse extends Error {
  override name = 'WrongUse'
}

/** On a migrated database. */
export const withDatabase = async (
  { connection, superuser, log }: Pick<Tools, 'connection' | 'superuser' | 'log'>,
  work: (database: Database) => Promise<void>,
): Promise<void> => {
  await migrate(connection, superuser)
  // A seed or an audit of years takes longer than a request may.
  const patient = { ...connection, statement_timeout: 0, query_timeout: 0 }
  const database = await openDatabase({ connection: patient, log })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
