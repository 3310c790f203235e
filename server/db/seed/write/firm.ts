import { searchText } from '../../lists/searchText.ts'
import { pinyinOf } from '../../../services/directory/pinyin.ts'
import { placeOf } from '../../../services/directory/areas.ts'
import { cleanMarkup } from '../../../services/markup/markup.ts'
import type { Db } from '../../connection/open.ts'
import { firmConfigs, firms, offices, positions, selfProfessions } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import * as referenceData from '../referenceData.ts'
import { type Ids, idsOf } from './ids.ts'
import { professionIdOf } from './referenceData.ts'

const cleaned = (html: string | undefined) => html && cleanMarkup(html)

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
  const written = await db.insert(offices).values(rows).returning({ id: offices.organizationId })
  return idsOf(
    given.map(office => office.key),
    written.map(row => row.id),
  )
}

/** Names of the positions by their code. */
export const writePositions = async (
  db: Db,
  { firmId, positions: given = referenceData.referencePositions }: FirmFixture,
): Promise<Record<string, string>> => {
  if (given.length === 0) return {}
  const rows = given.map((position, index) => ({ ...position, firmId, sort: index + 1 }))
  await db.insert(positions).values(rows)
  return Object.fromEntries(given.map(position => [position.postCode, position.postName]))
}

/** Ids of the self-defined professions by key. */
export const writeProfessions = async (
  db: Db,
  { firmId, selfProfessions: given = referenceData.referenceSelfProfessions }: FirmFixture,
): Promise<Ids> => {
  if (given.length === 0) return {}
  const rows = given.map(({ key: _key, mapTo, ...profession }, index) => ({
    ...profession,
    mapTo: mapTo === null ? null : professionIdOf(mapTo),
    firmId,
    sort: index + 1,
  }))
  const written = await db.insert(selfProfessions).values(rows).returning({ id: selfProfessions.id })
  return idsOf(
    given.map(profession => profession.key),
    written.map(row => row.id),
  )
}
