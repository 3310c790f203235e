import { randomBytes } from 'node:crypto'

import { and, eq, ne, sql } from 'drizzle-orm'

import type { Caller } from '../context/context.ts'
import type { Database, Db } from '../db/open.ts'
import { files } from '../db/tables.ts'
import { ApiError } from '../context/apiError.ts'
import type { Services, Staged } from '../context/services.ts'

const megabyte = 1024 * 1024
/** Videos have a room of their own, so that one of them does not use up that of the pictures. */
export const quota = { user: 200 * megabyte, firm: 5 * 1024 * megabyte }
const videoQuota = { user: 2 * 1024 * megabyte, firm: 20 * 1024 * megabyte }

/** The one name a file will have, chosen here (promise Q35). */
export const newKey = ({ firmId, population, id }: Caller, extension: string) =>
  `${firmId}/${population}-${id}/${randomBytes(16).toString('hex')}.${extension}`

const usedBy = async (db: Db, { firmId, population, id }: Caller, isVideo: boolean) => {
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
  caller: Caller,
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

/**
 * Keeps what was staged and its row, both or neither. The row comes first: its key is the one that makes a second upload
 * under the same name fail, and the lock keeps two uploads from sharing the last of a quota.
 */
export const keepFile = async (
  database: Database,
  storage: Services['storage'],
  caller: Caller,
  { key, scene, mime, staged }: Stored,
) => {
  const { firmId, population, id } = caller
  let isStored = false
  try {
    await database.write(firmId, async db => {
      await db.execute(sql`select pg_advisory_xact_lock(hashtext('files'), ${firmId}::int)`)
      await checkQuota(db, caller, { scene, size: staged.size })
      const row = {
        path: key,
        firmId,
        ownerPopulation: population,
        ownerId: id,
        scene,
        mime,
        size: staged.size,
      }
      const [kept] = await db.insert(files).values(row).onConflictDoNothing().returning()
      if (!kept) throw new ApiError('4091', '该文件已上传')
      await staged.keep(key)
      isStored = true
    })
  } catch (error) {
    if (isStored) await storage.remove(key)
    throw error
  } finally {
    await staged.discard()
  }
}
