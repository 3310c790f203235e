import { and, eq, isNotNull } from 'drizzle-orm'

import { ApiError, notFound } from '../../context/apiError.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Services } from '../../context/services.ts'
import { files } from '../../db/tables.ts'
import { checkQuota, lockQuota, newKey, type FileOwner } from './files.ts'
import { checkVideoType, headLength } from './videos.ts'

// A large upload in pieces, as tus has it: each names the byte it begins with, so that it goes on where it broke off. It is
// reserved in one transaction, stored outside of any, and kept in another.

type Uploading = Pick<Runtime, 'database'> & { services: Pick<Services, 'storage'> }
type Wanted = { scene: string; size: number; mime: string; fingerprint: string; extension: string }

/** Longer than the pieces of an upload wait for the next one, so that they never outlive their row. */
const reservedMs = 48 * 60 * 60_000
/** A server that stops loses no more than this much of what was sent. */
export const pieceSize = 4 * 1024 * 1024

const ownedBy = ({ firmId, population, id }: FileOwner) =>
  and(eq(files.firmId, firmId), eq(files.ownerPopulation, population), eq(files.ownerId, id))

const isOpen = (caller: FileOwner, key: string) =>
  and(ownedBy(caller), eq(files.path, key), isNotNull(files.fingerprint))

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'))
const partialOf = ({ services }: Uploading, key: string) => services.storage.partial(nameOf(key))

/** Makes room for an upload, or finds the one that its owner began of the same file. */
export const beginUpload = async (on: Uploading, caller: FileOwner, wanted: Wanted, now: Date) => {
  const { extension, ...rest } = wanted
  const sweepAt = new Date(now.getTime() + reservedMs)
  const key = await on.database.write(caller.firmId, async db => {
    await lockQuota(db, caller)
    const isSame = and(
      ownedBy(caller),
      eq(files.fingerprint, rest.fingerprint),
      eq(files.scene, rest.scene),
      eq(files.size, rest.size),
    )
    const [known] = await db.update(files).set({ sweepAt }).where(isSame).returning({ path: files.path })
    if (known) return known.path
    await checkQuota(db, caller, rest)
    const path = newKey(caller, extension)
    const { firmId, population, id } = caller
    await db
      .insert(files)
      .values({ path, firmId, ownerPopulation: population, ownerId: id, sweepAt, ...rest })
    return path
  })
  return { key, offset: await partialOf(on, key).size(), pieceSize }
}

const uploadOf = async ({ database }: Uploading, caller: FileOwner, key: string) => {
  const isThis = and(ownedBy(caller), eq(files.path, key))
  const { size, mime, fingerprint } = files
  const [row] = await database.read(caller.firmId, db =>
    db.select({ size, mime, fingerprint }).from(files).where(isThis),
  )
  if (!row) throw notFound()
  return row
}

const openUpload = async (on: Uploading, caller: FileOwner, key: string) => {
  const row = await uploadOf(on, caller, key)
  if (row.fingerprint === null) throw notFound()
  return row
}

const elsewhere = (offset: number) => new ApiError('4091', '上传的进度与服务器上的不一致，请重试', { offset })

/** No more than there is room for; what is too much is not written. */
async function* upTo(pieces: AsyncIterable<Uint8Array>, most: number) {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > most) throw new ApiError('4000', '文件大小与申请的不一致，请重新选择')
    yield piece
  }
}

type Piece = { key: string; offset: number; bytes: AsyncIterable<Uint8Array> }

/** Puts a piece behind what is there; answers how many bytes there are. One from another byte is told which is next. */
export const storePiece = async (on: Uploading, caller: FileOwner, { key, offset, bytes }: Piece) => {
  const { size } = await openUpload(on, caller, key)
  const partial = partialOf(on, key)
  const there = await partial.size()
  if (there !== offset) throw elsewhere(there)
  const end = await partial.write(offset, upTo(bytes, Math.min(pieceSize, size - offset)))
  // Told with the first piece, and not after all of them.
  if (offset === 0 && end >= Math.min(headLength, size)) await checkHead(on, caller, key)
  return end
}

const checkHead = async (on: Uploading, caller: FileOwner, key: string) => {
  try {
    await checkVideoType(await partialOf(on, key).head(headLength))
  } catch (error) {
    if (error instanceof ApiError) await forgetUpload(on, caller, key)
    throw error
  }
}

/** Keeps what has arrived, which has to be all of it; asked again after an answer that was lost, it answers the same. */
export const finishUpload = async (on: Uploading, caller: FileOwner, key: string) => {
  const { size, mime, fingerprint } = await uploadOf(on, caller, key)
  const kept = { url: `/api/files/${key}`, key, size, mime }
  if (fingerprint === null) return kept
  const partial = partialOf(on, key)
  const stored = await on.services.storage.open(key)
  if (!stored) {
    const there = await partial.size()
    if (there !== size) throw elsewhere(there)
    await checkHead(on, caller, key)
    await partial.keep(key)
  }
  await on.database.write(caller.firmId, db =>
    db.update(files).set({ sweepAt: null, fingerprint: null }).where(isOpen(caller, key)),
  )
  await partial.discard()
  return kept
}

/** Forgets an upload and what has arrived of it. */
export const forgetUpload = async (on: Uploading, caller: FileOwner, key: string) => {
  await openUpload(on, caller, key)
  await partialOf(on, key).discard()
  await on.database.write(caller.firmId, db => db.delete(files).where(isOpen(caller, key)))
}
