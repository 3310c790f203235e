import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import { runExclusively, databaseVersion, migrateExclusively } from '../db/migrate.ts'
import type { Log } from '../process/log.ts'

type PreparationOptions = {
  /** The login of the server. */
  connection: pg.ClientConfig
  /** The login that owns the tables. */
  owner: pg.ClientConfig
  superuser?: pg.ClientConfig | undefined
  /** The folder with the uploads of this database. */
  uploads: string
  log: Log
}

/**
 * Refuses an empty database beside existing uploads: their database is elsewhere or lost, and a new firm
 * would conceal that.
 */
const refuseLostDatabase = async (client: pg.ClientBase, uploads: string): Promise<void> => {
  if ((await databaseVersion(client)) > 0) return
  const names = await readdir(uploads).catch(() => [])
  if (!names.some(name => !name.startsWith('.'))) return
  throw new Error(
    `${uploads} 里有上传的文件，数据库却是空的：请核对 DATA_DIR 和 DATABASE_URL，或运行 npm run cli -- restore <备份文件>；确要重新开始，请先移走这个文件夹；there are uploads here, but no database`,
  )
}

/** Migrates the database to this release and runs `work` before any other process may prepare it. */
export const prepareDatabase = <T>(
  { connection, owner, superuser, uploads, log }: PreparationOptions,
  work: () => Promise<T>,
): Promise<T> =>
  runExclusively(
    owner,
    async client => {
      await refuseLostDatabase(client, uploads)
      await migrateExclusively(client, owner, { superuser, server: connection, log })
      return work()
    },
    log,
  )
