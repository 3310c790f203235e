import { randomBytes } from 'node:crypto'

import { and, eq, ne, sql } from 'drizzle-orm'

import type { Caller } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { files } from '../../db/tables.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Services, Staged } from '../../context/services.ts'
import { ownPath } from './storage.ts'

// This file keeps promise Q37 of server/promises.md.

const megabyte = 1024 * 1024
/** Videos have a room of their own, so that one of them does not use up that of the pictures. */
export const quota = { user: 200 * megabyte, firm: 5 * 1024 * megabyte }
const videoQuota = { user: 2 * 1024 * megabyte, firm: 20 * 1024 * megabyte }

/** The one name a file will have, chosen here (promise Q35). */
export const newKey = ({ firmId, population, id }: FileOwner, extension: string) =>
  `${firmId}/${population}-${id}/${randomBytes(16).toString('hex')}.${extension}`

export type FileOwner = Pick<Caller, 'firmId' | 'population' | 'id'>

const usedBy = async (db: Db, { firmId, population, id }: FileOwner, isVideo: boolean) => {
  const mine = and(eq(files.ownerPopulation, population), eq(files.ownerId, id))
  const [row] = await db
    .select({
      firm: sql<number>`coalesce(sum(${files.size}), 0)::float8`,
      user: sql<number>`coalesce(sum(${files.size}) filter (where ${mine}), 0)::float8`,
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
  const room = isVideo ? videoQuota : quota
  const word = isVideo ? '视频空间' : '上传空间'
  const { firm, user } = await usedBy(db, caller, isVideo)
  if (user + size > room.user)
    throw new ApiError('4091', `您的${word}（${sizeText(room.user)}）已用完，请联系管理员`)
  if (firm + size > room.firm)
    throw new ApiError('4091', `律所的${word}（${sizeText(room.firm)}）已用完，请联系管理员`)
}

type Stored = { key: string; scene: string; mime: string; staged: Staged }

type Kept = Pick<Runtime, 'database' | 'now'> & { services: Pick<Services, 'storage'> }

/** Longer than any upload takes: what was only reserved by then broke off, and the sweep removes it. */
const reservedMs = 60 * 60_000

/** Two uploads don't share the last of a quota. */
export const lockQuota = (db: Db, { firmId }: FileOwner) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('files'), ${firmId}::int)`)

/** The row comes first: its key makes a second upload under the same name fail, and counts in the quota. */
const reserve = (database: Database, caller: FileOwner, { key, scene, mime, staged }: Stored, now: Date) =>
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
 * Stores what was staged and its row, both or neither. The storage, which may be a bucket far away, is written between two
 * transactions and inside none; where the process ends there, the sweep removes what it left.
 */
export const keepFile = async (
  { database, services: { storage }, now }: Kept,
  caller: FileOwner,
  stored: Stored,
) => {
  const { key, staged } = stored
  const own = and(eq(files.firmId, caller.firmId), eq(files.path, key))
  try {
    await reserve(database, caller, stored, now())
    try {
      await staged.keep(key)
      await database.write(caller.firmId, db => db.update(files).set({ sweepAt: null }).where(own))
    } catch (error) {
      // Where this fails too, the sweep does it.
      await storage
        .remove(key)
        .then(() => database.write(caller.firmId, db => db.delete(files).where(own)))
        .catch(() => undefined)
      throw error
    }
  } finally {
    await staged.discard()
  }
}

/**
 * An upload by its path, which begins with its firm; null where the firm keeps none of that name, whatever else lies in the
 * storage (promise Q35), and while it is suspended.
 */
export const openFile = async ({ database, services }: Pick<Kept, 'database' | 'services'>, path: string) => {
  if (!ownPath.test(path)) return null
  const firmId = Number(path.slice(0, path.indexOf('/')))
  const own = and(eq(files.firmId, firmId), eq(files.path, path))
  const isOpen = sql`not exists (select from firms where firm_id = ${firmId} and suspended_at is not null)`
  const count = await database.read(firmId, db => db.$count(files, and(own, isOpen)))
  return count > 0 ? services.storage.open(path) : null
}
