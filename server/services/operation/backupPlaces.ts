import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Bucket } from '../../process/bucketVariables.ts'
import { type BackupPlan, lastBackupFile } from '../../process/config.ts'
import type { BackupNote } from '../../context/services.ts'
import { bucketUploads } from '../files/bucketUploads.ts'

/** Where scheduled backups are kept. */
export type BackupPlace = {
  /** The address of this place, as the log and the status page show it to the operator. */
  addressOf: (name: string) => string
  /** The names of all files of this place, and of partial files that a killed process left. */
  list: () => Promise<string[]>
  /** Stores the stream under this name, which becomes visible only when the stream has ended. */
  put: (name: string, source: Readable) => Promise<void>
  remove: (name: string) => Promise<void>
  /** Records this backup as the last one. */
  note?: (note: BackupNote) => Promise<void>
}

const backupFolder = (folder: string): BackupPlace => {
  const ensureFolder = () => mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    addressOf: name => join(folder, name),
    list: async () => {
      await ensureFolder()
      return readdir(folder)
    },
    put: async (name, source) => {
      await ensureFolder()
      const part = join(folder, `.${name}.part`)
      await pipeline(source, createWriteStream(part, { mode: 0o600, flush: true }))
      await rename(part, join(folder, name))
    },
    remove: name => rm(join(folder, name), { force: true }),
    note: note => writeFile(join(folder, lastBackupFile), JSON.stringify(note)),
  }
}

/** Prefix of the names of backup files. */
const backupPrefix = 'tenant-admin-'
const namePattern = /^\.?tenant-admin-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.tar(\.age)?(\.part)?$/

export const backupNameAt = (at: Date) =>
  `${backupPrefix}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`

/** The start time of the backup with this name or of its partial file; NaN for other files. */
export const backupTimeOf = (name: string): number => {
  const [, day, hour, minute, second] = namePattern.exec(name) ?? []
  return day === undefined ? NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}

const backupBucket = (bucket: Bucket): BackupPlace => {
  const { list, ...uploads } = bucketUploads(bucket)
  return { addressOf: name => `${bucket.url}/${name}`, list: () => list(backupPrefix), ...uploads }
}

/** The destinations of a plan. The note about the last backup contains the address at the first one. */
export const backupPlaces = ({ folder, bucket }: BackupPlan): BackupPlace[] => [
  ...(folder === undefined ? [] : [backupFolder(folder)]),
  ...(bucket ? [backupBucket(bucket)] : []),
]
