import type { FirmFixture } from '../fixtureSchema.ts'

/** Database ids by the fixture's keys. */
export type IdsByKey = Record<string, number>

/** Pairs keys with ids, which must be in the same order. */
export const idsOf = (keys: readonly string[], ids: readonly number[]): IdsByKey => {
  if (keys.length !== ids.length) throw new Error(`${ids.length} ids for ${keys.length} keys`)
  return Object.fromEntries(keys.map((key, index) => [key, ids[index]!]))
}

/**
 * Throws for an unknown key. The schema has checked the fixture's own keys, but not names such as categories.
 */
export const idOf = (ids: IdsByKey, kind: string, key: string): number => {
  const id = ids[key]
  if (id === undefined) throw new Error(`no such ${kind}: ${key}`)
  return id
}

/** The id of an office; the main office when no key is given. */
export const officeIdOf = (firm: FirmFixture, offices: IdsByKey, key?: string): number => {
  const main = firm.offices.find(office => office.isMain === 1)
  return idOf(offices, 'office', key ?? main?.key ?? '')
}
