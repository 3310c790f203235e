import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { Encrypter } from 'age-encryption'
import type pg from 'pg'

import { backup } from '../../db/backup/backup.ts'
import { inTemporaryFolderBeside } from '../../db/backup/backupFormat.ts'
import { restoreBackup, withBackup } from '../../db/backup/restore.ts'
import type { BackupNote } from '../../context/services.ts'
import { withScratchDatabase } from '../../db/scratchDatabase.ts'
import { type BackupPlan, type ServerConfig, filesFolder, lastBackupFile } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { webStream } from '../files/storage.ts'
import { backupNameAt, type BackupPlace, backupPlaces, backupTimeOf } from './backupPlaces.ts'

export type ScheduledBackup = {
  plan: BackupPlan
  dataDir: string
  uploads: string
  owner: pg.ClientConfig
  /** Creates the scratch database for the check if available; otherwise the owner does, if permitted. */
  superuser: pg.ClientConfig | undefined
  log: Log
}

/** The scheduled backups that the environment configures; undefined without configuration. */
export const scheduledBackupOf = (
  config: ServerConfig,
  logins: Pick<ScheduledBackup, 'owner' | 'superuser' | 'log'>,
): ScheduledBackup | undefined =>
  config.backupPlan && {
    plan: config.backupPlan,
    dataDir: config.dataDir,
    uploads: filesFolder(config),
    ...logins,
  }

const DAY_MS = 24 * 3_600_000

/**
 * Restores a backup into a scratch database and folder; if no login may create a database, only reads it to
 * its end.
 */
const verifyBackup = async (
  options: ScheduledBackup,
  file: string,
  folder: string,
): Promise<BackupNote['check']> => {
  const restored = await withScratchDatabase(options, connection => restoreBackup(connection, folder, file))
  if (restored) return 'restored'
  await withBackup(file, () => Promise.resolve())
  return 'read'
}

/**
 * Copies the backup to a place, encrypted if there is a key. The file appears under its name only when it is
 * complete.
 */
const copyToPlace = async (
  file: string,
  recipients: readonly string[],
  place: BackupPlace,
  name: string,
): Promise<void> => {
  const plain = createReadStream(file)
  if (recipients.length === 0) return place.put(name, plain)
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return place.put(name, Readable.from(await encrypter.encrypt(webStream(plain))))
}

/**
 * Removes backups beyond their retention and partial files of killed backups; the newest backup always stays.
 */
const removeOldBackups = async (
  place: BackupPlace,
  keepDays: number,
  newest: string,
  now: Date,
): Promise<void> => {
  for (const name of await place.list()) {
    const age = now.getTime() - backupTimeOf(name)
    const keptMs = (name.endsWith('.part') ? 1 : keepDays) * DAY_MS
    // The time of a file that is no backup is NaN, which is never greater.
    if (age > keptMs && name !== newest) await place.remove(name)
  }
}

/**
 * Creates a backup, verifies that it can be restored, copies it to its places and removes old ones
 * there.
 */
export const runScheduledBackup = async (
  options: ScheduledBackup,
  now: Date,
  signal?: AbortSignal,
): Promise<BackupNote> => {
  const { plan, dataDir, uploads, owner, log } = options
  const places = backupPlaces(plan)
  return inTemporaryFolderBeside(join(dataDir, 'backup.tar'), async work => {
    const file = join(work, 'backup.tar')
    await backup(owner, uploads, file, signal)
    signal?.throwIfAborted()
    const checked = await verifyBackup(options, file, join(work, 'restored'))
    const name = plan.recipients.length > 0 ? `${backupNameAt(now)}.age` : backupNameAt(now)
    for (const place of places) {
      signal?.throwIfAborted()
      await copyToPlace(file, plan.recipients, place, name)
      await removeOldBackups(place, plan.keepDays, name, now)
    }
    const note = { at: now.toISOString(), file: places[0]!.addressOf(name), check: checked }
    for (const place of places) await place.note?.(note)
    await writeFile(join(dataDir, lastBackupFile), JSON.stringify(note))
    const { size } = await stat(file)
    const files = places.map(place => place.addressOf(name))
    log.info({ files, size, check: checked }, 'scheduled backup finished')
    return note
  })
}
