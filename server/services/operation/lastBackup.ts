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

const noteIn = async (folder: string): Promise<BackupNote | null> => {
  const text = await readFile(join(folder, lastBackupFile), 'utf8').catch(() => 'null')
  try {
    return backupNote.parse(parseJson(text))
  } catch {
    return null
  }
}

/** Milliseconds for which the list of a bucket is remembered. */
const rememberedMs = 60_000
/** Milliseconds that whoever asks waits for a bucket. */
const patienceMs = 3_000

const newestIn = async (place: BackupPlace): Promise<BackupNote | null> => {
  const names = await place.list()
  const times = names.map(name => ({ name, time: backupTimeOf(name) }))
  const newest = times
    .filter(({ name, time }) => !Number.isNaN(time) && !name.endsWith('.part'))
    .toSorted((a, b) => a.time - b.time)
    .at(-1)
  return newest ? { at: new Date(newest.time).toISOString(), file: place.addressOf(newest.name) } : null
}

/** The newest backup of a place by the names of its files; where it does not answer, the one that it told of last. */
const newestSeenIn = (place: BackupPlace) => {
  let last: { at: number; note: BackupNote | null } | undefined
  return async (): Promise<BackupNote | null> => {
    if (last && performance.now() - last.at < rememberedMs) return last.note
    const asked = newestIn(place).then(
      note => (last = { at: performance.now(), note }),
      () => undefined,
    )
    await Promise.race([asked, delay(patienceMs, undefined, { ref: false })])
    return last?.note ?? null
  }
}

export type LastBackup = () => Promise<BackupNote | null>

/**
 * Finds the newest backup, by what processes wrote down in the data folder and in the folder of scheduled backups, and by the names
 * in the bucket, which other machines may have written.
 */
export const lastBackupReader = ({
  dataDir,
  backupPlan,
}: Pick<ServerConfig, 'dataDir' | 'backupPlan'>): LastBackup => {
  const folders = [dataDir, backupPlan?.folder].filter(folder => folder !== undefined)
  const buckets = backupPlan ? backupPlaces({ ...backupPlan, folder: undefined }) : []
  const readers = buckets.map(newestSeenIn)
  return async () => {
    // What is written down says more than a name, and so comes last among equals.
    const notes = await Promise.all([...readers.map(read => read()), ...folders.map(noteIn)])
    const known = notes.filter(note => note !== null)
    return known.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1) ?? null
  }
}
