import type { Services } from '../../../services/services.ts'
import { whole } from '../../../services/storage.ts'
import type { Db } from '../../open.ts'
import { files } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import type { Picture } from '../pictures.ts'

type Storage = Services['storage']
export type Stored = { picture: Picture; path: string }

const prefix = 'picture:'

const namesIn = (firm: FirmFixture) =>
  new Set(
    JSON.stringify(firm)
      .match(/picture:[a-z0-9-]+/g)
      ?.map(it => it.slice(prefix.length)),
  )

const store = async (storage: Storage, firmId: number, picture: Picture): Promise<Stored> => {
  const path = `${firmId}/0/${picture.fileName}`
  // Named by its content: when it is there, it is the same.
  if (await storage.open(path)) return { picture, path }
  const staged = await storage.stage(whole(picture.bytes))
  await staged.keep(path)
  await staged.discard()
  return { picture, path }
}

/** The project's own pictures that a firm names; none without a storage. */
export const storePictures = async (storage: Storage | undefined, firm: FirmFixture): Promise<Stored[]> => {
  const names = namesIn(firm)
  if (!storage || names.size === 0) return []
  // The drawing library is loaded for fixtures that need it only.
  const { demoPictures } = await import('../pictures.ts')
  const wanted = (await demoPictures()).filter(it => names.has(it.name))
  return Promise.all(wanted.map(it => store(storage, firm.firmId, it)))
}

/** Puts addresses in place of `picture:<name>`, at any depth; a picture that was not stored is left out. */
export const withAddresses = <T>(value: T, stored: readonly Stored[]): T => {
  const addresses = new Map(stored.map(({ picture, path }) => [prefix + picture.name, `/api/files/${path}`]))
  return JSON.parse(
    JSON.stringify(value, (_, it: unknown) =>
      typeof it === 'string' && it.startsWith(prefix) ? addresses.get(it) : it,
    ),
  ) as T
}

/** So that the pictures count like uploads. */
export const writeFiles = async (db: Db, firmId: number, stored: readonly Stored[]): Promise<void> => {
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
