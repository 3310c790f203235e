import { searchText } from '../../../searchText.ts'
import { pinyinOf } from '../../../services/pinyin.ts'
import { placeOf } from '../../../services/places.ts'
import { cleanRichText } from '../../../services/sanitize.ts'
import type { Db } from '../../open.ts'
import { firmConfigs, firms, offices, positions, selfProfessions } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import * as reference from '../reference.ts'
import { professionIdOf } from './country.ts'

export type Ids = Record<string, number>

const idsOf = (keys: readonly string[], ids: readonly number[]): Ids =>
  Object.fromEntries(keys.map((key, index) => [key, ids[index] ?? 0]))

/** The firm's row and its configuration. */
export const writeFirm = async (db: Db, firm: FirmFixture): Promise<void> => {
  const { firmId, name, config } = firm
  await db.insert(firms).values({
    firmId,
    name,
    shortName: firm.shortName ?? name.slice(0, 20),
    nameEn: firm.nameEn,
    logo: firm.logo,
    creditCode: firm.creditCode,
    foundedOn: firm.foundedOn,
    intro: cleaned(firm.intro),
    introEn: cleaned(firm.introEn),
    homeUrl: firm.homeUrl,
    appConfSet: { ...config.appConf, adminFuncSwitch: { global: config.adminFuncSwitch } },
  })
  const settings = { ...config.settings }
  if (config.cardReview !== undefined)
    settings['cardReview'] = { ...settings['cardReview'], cardReview: config.cardReview }
  const rows = Object.entries(settings).map(([key, value]) => ({ firmId, key, value }))
  if (rows.length > 0) await db.insert(firmConfigs).values(rows)
}

const cleaned = (html: string | undefined) => html && cleanRichText(html)

const knownPlace = (districtCode: string) => {
  const place = placeOf(districtCode)
  if (!place) throw new Error(`no such district: ${districtCode}`)
  return place
}

export const writeOffices = async (db: Db, { firmId, offices: given }: FirmFixture): Promise<Ids> => {
  const rows = given.map(({ key: _key, districtCode, ...office }) => {
    const { full, initials } = pinyinOf(office.name)
    return {
      ...office,
      ...knownPlace(districtCode),
      intro: cleaned(office.intro),
      introEn: cleaned(office.introEn),
      firmId,
      namePinyin: full,
      search: searchText(office.name, office.shortName, full, initials, office.address),
    }
  })
  const ids = await db.insert(offices).values(rows).returning({ id: offices.organizationId })
  return idsOf(
    given.map(it => it.key),
    ids.map(it => it.id),
  )
}

/** Names of the positions by their code. */
export const writePositions = async (
  db: Db,
  { firmId, positions: given }: FirmFixture,
): Promise<Record<string, string>> => {
  const wanted = given ?? reference.positions
  if (wanted.length === 0) return {}
  await db.insert(positions).values(wanted.map((it, index) => ({ ...it, firmId, sort: index + 1 })))
  return Object.fromEntries(wanted.map(it => [it.postCode, it.postName]))
}

/** Ids of the self-defined professions by key. */
export const writeProfessions = async (db: Db, firm: FirmFixture): Promise<Ids> => {
  const wanted = firm.selfProfessions ?? reference.selfProfessions
  if (wanted.length === 0) return {}
  const rows = wanted.map(({ key: _key, mapTo, ...it }, index) => ({
    ...it,
    mapTo: mapTo === null ? null : professionIdOf(mapTo),
    firmId: firm.firmId,
    sort: index + 1,
  }))
  const ids = await db.insert(selfProfessions).values(rows).returning({ id: selfProfessions.id })
  return idsOf(
    wanted.map(it => it.key),
    ids.map(it => it.id),
  )
}
