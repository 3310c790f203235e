import type { Services } from '../../../context/services.ts'
import { singleChunk } from '../../../services/files/storage.ts'
import type { Db } from '../../connection/open.ts'
import { files } from '../../tables.ts'
import type { DemoPicture } from '../demoPictures.ts'
import type { FirmFixture } from '../fixtureSchema.ts'

type Storage = Services['storage']
export type StoredPicture = { picture: DemoPicture; path: string }

const prefix = 'picture:'

const namesIn = (firm: FirmFixture) =>
  new Set(
    JSON.stringify(firm)
      .match(/picture:[a-z0-9-]+/g)
      ?.map(text => text.slice(prefix.length)),
  )

const storePicture = async (
  storage: Storage,
  firmId: number,
  picture: DemoPicture,
): Promise<StoredPicture> => {
  const path = `${firmId}/0/${picture.fileName}`
  // The name is a hash of the content, so an existing file is the same picture.
  if (await storage.open(path)) return { picture, path }
  const staged = await storage.stage(singleChunk(picture.bytes))
  await staged.keep(path)
  await staged.discard()
  return { picture, path }
}

/** Stores the demo's own pictures that a firm refers to; none without a storage. */
export const storePictures = async (
  storage: Storage | undefined,
  firm: FirmFixture,
): Promise<StoredPicture[]> => {
  const names = namesIn(firm)
  if (!storage || names.size === 0) return []
  // The image library is loaded only for fixtures that need it.
  const { demoPictures } = await import('../demoPictures.ts')
  const pictures = await demoPictures(name => names.has(name))
  const unknownNames = [...names.difference(new Set(pictures.map(picture => picture.name)))]
  if (unknownNames.length > 0) throw new Error(`no such picture: ${unknownNames.join(', ')}`)
  return Promise.all(pictures.map(picture => storePicture(storage, firm.firmId, picture)))
}

const replaceNames = (value: unknown, addresses: ReadonlyMap<string, string>): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [field, inner] of Object.entries(value)) {
    const isName = typeof inner === 'string' && inner.startsWith(prefix)
    if (!isName) replaceNames(inner, addresses)
    else if (addresses.has(inner)) Reflect.set(value, field, addresses.get(inner))
    else Reflect.deleteProperty(value, field)
  }
}

/** Replaces `picture:<name>` by addresses, at any depth; a picture that was not stored is left out. */
export const withFileAddresses = (firm: FirmFixture, stored: readonly StoredPicture[]): FirmFixture => {
  const addresses = new Map(stored.map(({ picture, path }) => [prefix + picture.name, `/api/files/${path}`]))
  const copy = structuredClone(firm)
  replaceNames(copy, addresses)
  return copy
}

/** Records the pictures, so that they count like uploads. */
export const writeFiles = async (db: Db, firmId: number, stored: readonly StoredPicture[]): Promise<void> => {
  if (stored.length === 0) return
  const rows = stored.map(({ picture: { scene, mime, bytes }, path }) => ({
    path,
    firmId,
    ownerPopulation: 1 as const,
    ownerId: 0,
    scene,
    mime,
    size: bytes.length,
  }))
  await db.insert(files).values(rows).onConflictDoNothing()
}
