import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'
import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import { databaseVersion, pendingMigrations, withClient } from '../../db/migrate.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'
import { readAnchors } from '../../process/auditSeal.ts'
import { type Config, lastBackupFile } from '../../process/config.ts'
import { type JobFacts, readJobFacts } from '../jobs/jobFacts.ts'

export type DatabaseFacts = {
  /** Time of the last migration that the data has seen; 0 for an empty database. */
  version: number
  pendingMigrations: number
  /** Unknown until the migrations have run. */
  content: {
    firms: number
    suspended: number
    /** Firms whose deletion was begun and not finished. */
    deleting: number
    admins: number
    lawyers: number
    sessions: number
    /** Text messages of the last day that could not be sent, and those that wait to be sent. */
    unsent: number
    sending: number
    jobs: JobFacts
  } | null
}

export type InstallationFacts = {
  release: string
  disk: { freeBytes: number; sizeBytes: number }
  lastBackup: BackupNote | null
  /** When the end of a log was last written down outside of the database. */
  lastAnchorAt: string | null
}

const contentSql = `
  select (select count(*)::int from firms) as firms,
    (select count(*)::int from firms where suspended_at is not null) as suspended,
    (select count(*)::int from firms where deletion_started_at is not null) as deleting,
    (select count(*)::int from sessions where expire_at > now()) as sessions,
    (select count(*)::int from text_messages where failed_at > now() - interval '1 day' and sent_at is null) as unsent,
    (select count(*)::int from text_messages where sealed is not null and sent_at is null) as sending,
    (select count(*)::int from admins where deleted_at is null) as admins,
    (select count(*)::int from lawyers where deleted_at is null) as lawyers`

type Content = NonNullable<DatabaseFacts['content']>

const contentOf = async (client: pg.ClientBase): Promise<Content> => {
  await client.query('begin read only')
  await readEveryFirm(client)
  const { rows: counts } = await client.query<Omit<Content, 'jobs'>>(contentSql)
  const jobs = await readJobFacts(client)
  await client.query('commit')
  return { ...counts[0]!, jobs }
}

/** What the database says of itself; throws where it cannot be reached. */
export const databaseFacts = (connection: pg.ClientConfig): Promise<DatabaseFacts> =>
  withClient(connection, async client => {
    const version = await databaseVersion(client)
    const pending = await pendingMigrations(client)
    return {
      version,
      pendingMigrations: pending,
      content: pending > 0 ? null : await contentOf(client),
    }
  })

const backupNote = z.object({
  at: z.string(),
  file: z.string(),
  /** How the backup was checked: restored into a database, or read to its end; absent where it was made by hand. */
  check: z.enum(['restored', 'read']).optional(),
})
export type BackupNote = z.output<typeof backupNote>

const noteIn = async (folder: string): Promise<BackupNote | null> => {
  const text = await readFile(join(folder, lastBackupFile), 'utf8').catch(() => 'null')
  try {
    return backupNote.parse(parseJson(text))
  } catch {
    return null
  }
}

type BackupFolders = Pick<Config, 'dataDir' | 'backupPlan'>

/** The newest backup that the data folder, or the folder of scheduled backups, tells of. */
export const lastBackup = async ({ dataDir, backupPlan }: BackupFolders): Promise<BackupNote | null> => {
  const notes = await Promise.all([dataDir, ...(backupPlan ? [backupPlan.folder] : [])].map(noteIn))
  const known = notes.filter(note => note !== null)
  return known.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1) ?? null
}

/** What is known without the database. */
export const installationFacts = async (config: BackupFolders): Promise<InstallationFacts> => {
  const { dataDir } = config
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const { anchors } = await readAnchors()
  return {
    release: process.env['npm_package_version'] ?? '',
    disk: { freeBytes: bavail * bsize, sizeBytes: blocks * bsize },
    lastBackup: await lastBackup(config),
    lastAnchorAt: anchors.at(-1)?.at ?? null,
  }
}
