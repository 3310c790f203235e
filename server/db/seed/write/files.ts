import type { Services } from '../../../context/services.ts'
import { whole } from '../../../services/files/storage.ts'
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

const store = async (storage: Storage, firmId: number, picture: DemoPicture): Promise<StoredPicture> => {
  const path = `${firmId}/0/${picture.fileName}`
  // Named by its content: when it is there, it is the same.
  if (await storage.open(path)) return { picture, path }
  const staged = await storage.stage(whole(picture.bytes))
  await staged.keep(path)
  await staged.discard()
  return { picture, path }
}

/** The demo's own pictures that a firm names; none without a storage. */
export const storePictures = async (
  storage: Storage | undefined,
  firm: FirmFixture,
): Promise<StoredPicture[]> => {
  const names = namesIn(firm)
  if (!storage || names.size === 0) return []
  // The drawing library is loaded for fixtures that need it only.
  const { demoPictures } = await import('../demoPictures.ts')
  const pictures = await demoPictures(name => names.has(name))
  const unknown = [...names.difference(new Set(pictures.map(picture => picture.name)))]
  if (unknown.length > 0) throw new Error(`no such picture: ${unknown.join(', ')}`)
  return Promise.all(pictures.map(picture => store(storage, firm.firmId, picture)))
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

/** Puts addresses in place of `picture:<name>`, at any depth; a picture that was not stored is left out. */
export const withAddresses = (firm: FirmFixture, stored: readonly StoredPicture[]): FirmFixture => {
  const addresses = new Map(stored.map(({ picture, path }) => [prefix + picture.name, `/api/files/${path}`]))
  const copy = structuredClone(firm)
  replaceNames(copy, addresses)
  return copy
}

/** So that the pictures count like uploads. */
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
