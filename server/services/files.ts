import { randomBytes } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'

import type { Caller } from '../context.ts'
import type { Database, Db } from '../db/open.ts'
import { files } from '../db/tables.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from './services.ts'

const megabyte = 1024 * 1024
export const quota = { user: 200 * megabyte, firm: 5 * 1024 * megabyte }

/** The one name a file will have, chosen here (promise Q35). */
export const newKey = ({ firmId, population, id }: Caller, extension: string) =>
  `${firmId}/${population}-${id}/${randomBytes(16).toString('hex')}.${extension}`

const usedBy = async (db: Db, { firmId, population, id }: Caller) => {
  const mine = and(eq(files.ownerPopulation, population), eq(files.ownerId, id))
  const [row] = await db
    .select({
      firm: sql<number>`coalesce(sum(${files.size}), 0)::float8`,
      user: sql<number>`coalesce(sum(${files.size}) filter (where ${mine}), 0)::float8`,
    })
    .from(files)
    .where(eq(files.firmId, firmId))
  return row!
}

export const checkQuota = async (db: Db, caller: Caller, size: number) => {
  const { firm, user } = await usedBy(db, caller)
  if (user + size > quota.user) throw new Refusal('4091', '您的上传空间(200MB)已用完,请联系管理员')
  if (firm + size > quota.firm) throw new Refusal('4091', '律所的上传空间(5GB)已用完,请联系管理员')
}

type Stored = { key: string; scene: string; mime: string; bytes: Uint8Array }

/**
 * Keeps a file and its row, both or neither. The row comes first: its key is the one that makes a second upload under
 * the same name fail, and the lock keeps two uploads from sharing the last of a quota.
 */
export const keepFile = async (
  database: Database,
  storage: Services['storage'],
  caller: Caller,
  { key, scene, mime, bytes }: Stored,
) => {
  const { firmId, population, id } = caller
  let isStored = false
  try {
    await database.write(firmId, async db => {
      await db.execute(sql`select pg_advisory_xact_lock(hashtext('files'), ${firmId}::int)`)
      await checkQuota(db, caller, bytes.length)
      const row = {
        path: key,
        firmId,
        ownerPopulation: population,
        ownerId: id,
        scene,
        mime,
        size: bytes.length,
      }
      const [kept] = await db.insert(files).values(row).onConflictDoNothing().returning()
      if (!kept) throw new Refusal('4091', '该文件已上传')
      await storage.put(key, bytes)
      isStored = true
    })
  } catch (error) {
    if (isStored) await storage.remove(key)
    throw error
  }
}
