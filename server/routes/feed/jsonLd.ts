import type { Db } from '../../db/connection/open.ts'

/** A JSON-LD node. Properties that are undefined are left out of the answer. */
export type JsonLd = Readonly<Record<string, unknown>>

/** A request for one page of a feed. */
export type FeedRequest = {
  db: Db
  firmId: number
  now: Date
  /** Only rows after this id. */
  after: number
  /** Makes a stored address of an upload absolute. */
  absolute: (path: string | null | undefined) => string | undefined
}

/** The nodes of one page; `next` is the `after` of the following page, if there is one. */
export type FeedPage = { nodes: readonly JsonLd[]; next: number | undefined }

/** Leaves a property out if its list is empty. */
export const unlessEmpty = <T>(values: readonly T[]): readonly T[] | undefined =>
  values.length > 0 ? values : undefined

export const languageTag = (language: 'CN' | 'EN') => (language === 'EN' ? 'en' : 'zh-CN')

/** Uploads are stored with this path, wherever the interface is served. */
const storedRoot = '/api/'

/** Makes stored addresses (`/api/files/…`) absolute below the origin; other addresses stay. */
export const absoluteBelow = (origin: string, apiPath: string) => (path: string | null | undefined) => {
  if (!path) return undefined
  return path.startsWith(storedRoot) ? `${origin}${apiPath}/${path.slice(storedRoot.length)}` : path
}

type Firm = { name: string; nameEn: string | null; homeUrl: string | null }

/** The firm as a node. */
export const firmNode = ({ name, nameEn, homeUrl }: Firm, language: 'CN' | 'EN'): JsonLd => ({
  '@type': 'LegalService',
  name: (language === 'EN' && nameEn) || name,
  url: homeUrl ?? undefined,
})
