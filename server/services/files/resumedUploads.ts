import { and, eq, isNotNull } from 'drizzle-orm'

import { ApiError, notFound } from '../../context/apiError.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Services } from '../../context/services.ts'
import { files } from '../../db/tables.ts'
import { checkQuota, lockQuota, newFileKey, type FileOwner } from './files.ts'
import { checkVideoType, headLength } from './videos.ts'

// Uploads of large files in pieces, like the tus protocol: each piece names its first byte, so that an
// interrupted upload can continue. The file is reserved in one transaction, stored outside of any, and
// completed in another.

type UploadServices = Pick<Runtime, 'database'> & { services: Pick<Services, 'storage'> }
type UploadRequest = { scene: string; size: number; mime: string; fingerprint: string; extension: string }

/** Longer than the storage keeps pieces without a successor, so that pieces never outlive their row. */
const reservedMs = 48 * 60 * 60_000
/** The size of a piece, which is the most that is lost when the server stops. */
export const pieceSize = 4 * 1024 * 1024

const ownedBy = ({ firmId, population, id }: FileOwner) =>
  and(eq(files.firmId, firmId), eq(files.ownerPopulation, population), eq(files.ownerId, id))

const isOpen = (caller: FileOwner, key: string) =>
  and(ownedBy(caller), eq(files.path, key), isNotNull(files.fingerprint))

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'))
const partialOf = ({ services }: UploadServices, key: string) => services.storage.partial(nameOf(key))

/** Reserves an upload, or finds the one that its owner already began for the same file. */
export const startUpload = async (
  runtime: UploadServices,
  caller: FileOwner,
  request: UploadRequest,
  now: Date,
) => {
  const { extension, ...rest } = request
  const sweepAt = new Date(now.getTime() + reservedMs)
  const key = await runtime.database.write(caller.firmId, async db => {
    await lockQuota(db, caller)
    const isSame = and(
      ownedBy(caller),
      eq(files.fingerprint, rest.fingerprint),
      eq(files.scene, rest.scene),
      eq(files.size, rest.size),
    )
    const [existing] = await db.update(files).set({ sweepAt }).where(isSame).returning({ path: files.path })
    if (existing) return existing.path
    await checkQuota(db, caller, rest)
    const path = newFileKey(caller, extension)
    const { firmId, population, id } = caller
    await db
      .insert(files)
      .values({ path, firmId, ownerPopulation: population, ownerId: id, sweepAt, ...rest })
    return path
  })
  return { key, offset: await partialOf(runtime, key).size(), pieceSize }
}

const uploadRow = async ({ database }: UploadServices, caller: FileOwner, key: string) => {
  const isThis = and(ownedBy(caller), eq(files.path, key))
  const { size, mime, fingerprint } = files
  const [row] = await database.read(caller.firmId, db =>
    db.select({ size, mime, fingerprint }).from(files).where(isThis),
  )
  return row ?? null
}

const findUpload = async (runtime: UploadServices, caller: FileOwner, key: string) => {
  const row = await uploadRow(runtime, caller, key)
  if (!row) throw notFound()
  return row
}

const findOpenUpload = async (runtime: UploadServices, caller: FileOwner, key: string) => {
  const row = await findUpload(runtime, caller, key)
  if (row.fingerprint === null) throw notFound()
  return row
}

const wrongOffset = (offset: number) =>
  new ApiError('4091', '上传的进度与服务器上的不一致，请重试', { offset })

/** Throws when more bytes arrive than there is room for; the excess is not written. */
async function* limitedTo(pieces: AsyncIterable<Uint8Array>, most: number) {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > most) throw new ApiError('4000', '文件大小与申请的不一致，请重新选择')
    yield piece
  }
}

type Piece = { key: string; offset: number; bytes: AsyncIterable<Uint8Array> }

/**
 * Appends a piece and returns the number of bytes stored. A piece that starts at another byte is refused with
 * the right offset.
 */
export const storePiece = async (
  runtime: UploadServices,
  caller: FileOwner,
  { key, offset, bytes }: Piece,
) => {
  const { size } = await findOpenUpload(runtime, caller, key)
  const partial = partialOf(runtime, key)
  const storedBytes = await partial.size()
  if (storedBytes !== offset) throw wrongOffset(storedBytes)
  const end = await partial.write(offset, limitedTo(bytes, Math.min(pieceSize, size - offset)))
  // The file type is checked after the first piece rather than after all of them.
  if (offset === 0 && end >= Math.min(headLength, size)) await checkHead(runtime, caller, key)
  return end
}

const checkHead = async (runtime: UploadServices, caller: FileOwner, key: string) => {
  try {
    await checkVideoType(await partialOf(runtime, key).head(headLength))
  } catch (error) {
    if (error instanceof ApiError) await discardUpload(runtime, caller, key)
    throw error
  }
}

/** Gives the bytes that have arrived their final name. */
const storeWhole = async (runtime: UploadServices, caller: FileOwner, key: string, size: number) => {
  const partial = partialOf(runtime, key)
  const storedBytes = await partial.size()
  if (storedBytes !== size) throw wrongOffset(storedBytes)
  await checkHead(runtime, caller, key)
  await partial.keep(key)
}

/** Marks the row as complete; false where another call has completed or deleted it. */
const completeRow = async ({ database }: UploadServices, caller: FileOwner, key: string) => {
  const { rowCount } = await database.write(caller.firmId, db =>
    db.update(files).set({ sweepAt: null, fingerprint: null }).where(isOpen(caller, key)),
  )
  return rowCount === 1
}

/**
 * Completes an upload once all bytes have arrived; repeating the call after a lost answer returns the same. Another
 * call may complete or delete it at any moment: a failure counts only if the file is not stored after all, and a
 * stored file only if the row still exists.
 */
export const finishUpload = async (runtime: UploadServices, caller: FileOwner, key: string) => {
  const { storage } = runtime.services
  const { size, mime, fingerprint } = await findUpload(runtime, caller, key)
  const storedFile = { url: `/api/files/${key}`, key, size, mime }
  if (fingerprint === null) return storedFile
  if (!(await storage.open(key)))
    await storeWhole(runtime, caller, key, size).catch(async (error: unknown) => {
      await findUpload(runtime, caller, key)
      if (!(await storage.open(key))) throw error
    })
  const isOwnWork = await completeRow(runtime, caller, key)
  if (isOwnWork) await partialOf(runtime, key).discard()
  else if (!(await uploadRow(runtime, caller, key))) {
    await storage.remove(key)
    throw notFound()
  }
  return storedFile
}

/** Deletes an open upload and the bytes that have arrived; false where there is none. */
const discardUpload = async (runtime: UploadServices, caller: FileOwner, key: string) => {
  const { rowCount } = await runtime.database.write(caller.firmId, db =>
    db.delete(files).where(isOpen(caller, key)),
  )
  if (rowCount !== 1) return false
  await partialOf(runtime, key).discard()
  // A process that was completing the upload may have ended after it had stored the file.
  await runtime.services.storage.remove(key)
  return true
}

/** Deletes an upload and the bytes that have arrived. */
export const deleteUpload = async (runtime: UploadServices, caller: FileOwner, key: string) => {
  if (!(await discardUpload(runtime, caller, key))) throw notFound()
}
