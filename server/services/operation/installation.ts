import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import type { BackupNote, InstallationFacts } from '../../context/services.ts'
import { readAnchors } from '../../process/auditSeal.ts'
import { type ServerConfig, lastBackupFile } from '../../process/config.ts'

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

type BackupFolders = Pick<ServerConfig, 'dataDir' | 'backupPlan'>

/** The newest backup that the data folder, or the folder of scheduled backups, tells of. */
export const lastBackup = async ({ dataDir, backupPlan }: BackupFolders): Promise<BackupNote | null> => {
  const folders = [dataDir, backupPlan?.folder].filter(folder => folder !== undefined)
  const notes = await Promise.all(folders.map(noteIn))
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
