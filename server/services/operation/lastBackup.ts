import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import type { BackupNote } from '../../context/services.ts'
import { type ServerConfig, lastBackupFile } from '../../process/config.ts'
import { type BackupPlace, backupPlaces, backupTimeOf } from './backupPlaces.ts'

const backupNote = z.object({
  at: z.string(),
  file: z.string(),
  check: z.enum(['restored', 'read']).optional(),
})

const readNote = async (folder: string): Promise<BackupNote | null> => {
  const text = await readFile(join(folder, lastBackupFile), 'utf8').catch(() => 'null')
  try {
    return backupNote.parse(parseJson(text))
  } catch {
    return null
  }
}

/** Milliseconds for which the file list of a bucket is cached. */
const CACHE_MS = 60_000
/** Milliseconds to wait for a bucket's answer. */
const BUCKET_TIMEOUT_MS = 3_000

const newestIn = async (place: BackupPlace): Promise<BackupNote | null> => {
  const names = await place.list()
  const times = names.map(name => ({ name, time: backupTimeOf(name) }))
  const newest = times
    .filter(({ name, time }) => !Number.isNaN(time) && !name.endsWith('.part'))
    .toSorted((a, b) => a.time - b.time)
    .at(-1)
  return newest ? { at: new Date(newest.time).toISOString(), file: place.addressOf(newest.name) } : null
}

/** The newest backup of a place by its file names; the last known one if the place does not answer. */
const cachedNewestIn = (place: BackupPlace) => {
  let last: { at: number; note: BackupNote | null } | undefined
  return async (): Promise<BackupNote | null> => {
    if (last && performance.now() - last.at < CACHE_MS) return last.note
    const lookUp = newestIn(place).then(
      note => (last = { at: performance.now(), note }),
      () => undefined,
    )
    await Promise.race([lookUp, delay(BUCKET_TIMEOUT_MS, undefined, { ref: false })])
    return last?.note ?? null
  }
}

export type LastBackup = () => Promise<BackupNote | null>

/**
 * Finds the newest backup from the notes in the data folder and in the folder of scheduled backups, and from
 * the file names in the bucket, which other machines may have written.
 */
export const lastBackupReader = ({
  dataDir,
  backupPlan,
}: Pick<ServerConfig, 'dataDir' | 'backupPlan'>): LastBackup => {
  const folders = [dataDir, backupPlan?.folder].filter(folder => folder !== undefined)
  const buckets = backupPlan ? backupPlaces({ ...backupPlan, folder: undefined }) : []
  const readers = buckets.map(cachedNewestIn)
  return async () => {
    // Notes contain more than file names, so they come last and win among backups of the same time.
    const notes = await Promise.all([...readers.map(read => read()), ...folders.map(readNote)])
    const known = notes.filter(note => note !== null)
    return known.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1) ?? null
  }
}
