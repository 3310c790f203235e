import { randomBytes } from 'node:crypto'

import { and, eq, ne, sql } from 'drizzle-orm'

import type { Caller } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { files } from '../../db/tables.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Services, StagedFile } from '../../context/services.ts'
import { generatedPath } from './storage.ts'

const megabyte = 1024 * 1024
/** Videos have a quota of their own, so that one video does not use up the quota for pictures. */
export const pictureQuota = { user: 200 * megabyte, firm: 5 * 1024 * megabyte }
const videoQuota = { user: 2 * 1024 * megabyte, firm: 20 * 1024 * megabyte }

/** The only name that a file will have; the server chooses it (promise Q35). */
export const newFileKey = ({ firmId, population, id }: FileOwner, extension: string) =>
  `${firmId}/${population}-${id}/${randomBytes(16).toString('hex')}.${extension}`

export type FileOwner = Pick<Caller, 'firmId' | 'population' | 'id'>

const usedBytes = async (db: Db, { firmId, population, id }: FileOwner, isVideo: boolean) => {
  const isOwnedByCaller = and(eq(files.ownerPopulation, population), eq(files.ownerId, id))
  const [row] = await db
    .select({
      firm: sql<number>`coalesce(sum(${files.size}), 0)::float8`,
      user: sql<number>`coalesce(sum(${files.size}) filter (where ${isOwnedByCaller}), 0)::float8`,
    })
    .from(files)
    .where(and(eq(files.firmId, firmId), isVideo ? eq(files.scene, 'video') : ne(files.scene, 'video')))
  return row!
}

const sizeText = (bytes: number) =>
  bytes >= 1024 * megabyte ? `${bytes / 1024 / megabyte}GB` : `${bytes / megabyte}MB`

export const checkQuota = async (
  db: Db,
  caller: FileOwner,
  { scene, size }: { scene: string; size: number },
) => {
  const isVideo = scene === 'video'
  const limit = isVideo ? videoQuota : pictureQuota
  const word = isVideo ? '视频空间' : '上传空间'
  const { firm, user } = await usedBytes(db, caller, isVideo)
  if (user + size > limit.user)
    throw new ApiError('4091', `您的${word}（${sizeText(limit.user)}）已用完，请联系管理员`)
  if (firm + size > limit.firm)
    throw new ApiError('4091', `律所的${word}（${sizeText(limit.firm)}）已用完，请联系管理员`)
}

type NewFile = { key: string; scene: string; mime: string; staged: StagedFile }

type FileServices = Pick<Runtime, 'database' | 'now'> & { services: Pick<Services, 'storage'> }

/**
 * Longer than any upload takes: a file that is still only reserved by then was interrupted, and the sweep
 * removes it.
 */
const reservedMs = 60 * 60_000

/** Serialises uploads of a firm, so that two of them cannot both use the rest of a quota. */
export const lockQuota = (db: Db, { firmId }: FileOwner) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('files'), ${firmId}::int)`)

/**
 * The row is inserted first: its key makes a second upload under the same name fail, and it counts in the
 * quota.
 */
const reserveRow = (
  database: Database,
  caller: FileOwner,
  { key, scene, mime, staged }: NewFile,
  now: Date,
) =>
  database.write(caller.firmId, async db => {
    const { firmId, population, id } = caller
    await lockQuota(db, caller)
    await checkQuota(db, caller, { scene, size: staged.size })
    const row = {
      path: key,
      firmId,
      ownerPopulation: population,
      ownerId: id,
      scene,
      mime,
      size: staged.size,
      sweepAt: new Date(now.getTime() + reservedMs),
    }
    const [reserved] = await db.insert(files).values(row).onConflictDoNothing().returning()
    if (!reserved) throw new ApiError('4091', '该文件已上传')
  })

/**
 * Stores a staged file and its row, both or neither. The storage, which may be a remote bucket, is written
 * between two transactions and inside none; if the process ends meanwhile, the sweep removes the rest.
 */
export const storeFile = async (
  { database, services: { storage }, now }: FileServices,
  caller: FileOwner,
  stored: NewFile,
) => {
  const { key, staged } = stored
  const isThisFile = and(eq(files.firmId, caller.firmId), eq(files.path, key))
  try {
    await reserveRow(database, caller, stored, now())
    try {
      await staged.keep(key)
      await database.write(caller.firmId, db => db.update(files).set({ sweepAt: null }).where(isThisFile))
    } catch (error) {
      // If this fails too, the sweep cleans up.
      await storage
        .remove(key)
        .then(() => database.write(caller.firmId, db => db.delete(files).where(isThisFile)))
        .catch(() => undefined)
      throw error
    }
  } finally {
    await staged.discard()
  }
}

/**
 * Opens an upload by its path, which begins with its firm. Null where the firm has no such file, even if the
 * storage has one (promise Q35), and while the firm is suspended.
 */
export const openFile = async (
  { database, services }: Pick<FileServices, 'database' | 'services'>,
  path: string,
) => {
  if (!generatedPath.test(path)) return null
  const firmId = Number(path.slice(0, path.indexOf('/')))
  const isThisFile = and(eq(files.firmId, firmId), eq(files.path, path))
  const isOpen = sql`not exists (select from firms where firm_id = ${firmId} and suspended_at is not null)`
  const count = await database.read(firmId, db => db.$count(files, and(isThisFile, isOpen)))
  return count > 0 ? services.storage.open(path) : null
}
