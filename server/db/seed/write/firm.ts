import { firstCharacters } from '../../../../resources/kit/index.ts'
import { officeKeys } from '../../../services/directory/nameKeys.ts'
import { officePlaceOf } from '../../../services/directory/areas.ts'
import { cleanMarkup } from '../../../services/markup/markup.ts'
import type { Db } from '../../connection/open.ts'
import { firmConfigs, firms, offices, positions, selfProfessions } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import * as referenceData from '../referenceData.ts'
import { type IdsByKey, idsOf } from './ids.ts'
import { professionIdOf } from './referenceData.ts'

const cleanOptionalMarkup = (html: string | undefined) => html && cleanMarkup(html)

/** Writes the firm's row and its configuration. */
export const writeFirm = async (db: Db, firm: FirmFixture): Promise<void> => {
  const { firmId, name, config } = firm
  await db.insert(firms).values({
    firmId,
    name,
    shortName: firm.shortName ?? firstCharacters(name, 20),
    nameEn: firm.nameEn,
    logo: firm.logo,
    creditCode: firm.creditCode,
    foundedOn: firm.foundedOn,
    intro: cleanOptionalMarkup(firm.intro),
    introEn: cleanOptionalMarkup(firm.introEn),
    homeUrl: firm.homeUrl,
    appConfSet: { ...config.appConf, adminFuncSwitch: { global: config.adminFuncSwitch } },
  })
  const settings = { ...config.settings }
  if (config.cardReview !== undefined)
    settings['cardReview'] = { ...settings['cardReview'], cardReview: config.cardReview }
  const rows = Object.entries(settings).map(([key, value]) => ({ firmId, key, value }))
  if (rows.length > 0) await db.insert(firmConfigs).values(rows)
}

const requirePlace = (districtCode: string) => {
  const place = officePlaceOf(districtCode)
  if (!place) throw new Error(`no such district: ${districtCode}`)
  return place
}

export const writeOffices = async (
  db: Db,
  { firmId, offices: fixtureRows }: FirmFixture,
): Promise<IdsByKey> => {
  const rows = fixtureRows.map(({ key: _key, districtCode, ...office }) => ({
    ...office,
    ...requirePlace(districtCode),
    intro: cleanOptionalMarkup(office.intro),
    introEn: cleanOptionalMarkup(office.introEn),
    firmId,
    ...officeKeys(office),
  }))
  const insertedRows = await db.insert(offices).values(rows).returning({ id: offices.organizationId })
  return idsOf(
    fixtureRows.map(office => office.key),
    insertedRows.map(row => row.id),
  )
}

/** Writes the positions; returns their names by code. */
export const writePositions = async (
  db: Db,
  { firmId, positions: fixtureRows = referenceData.referencePositions }: FirmFixture,
): Promise<Record<string, string>> => {
  if (fixtureRows.length === 0) return {}
  const rows = fixtureRows.map((position, index) => ({ ...position, firmId, sort: index + 1 }))
  await db.insert(positions).values(rows)
  return Object.fromEntries(fixtureRows.map(position => [position.postCode, position.postName]))
}

/** Writes the self-defined professions; returns their ids by key. */
export const writeProfessions = async (
  db: Db,
  { firmId, selfProfessions: fixtureRows = referenceData.referenceSelfProfessions }: FirmFixture,
): Promise<IdsByKey> => {
  if (fixtureRows.length === 0) return {}
  const rows = fixtureRows.map(({ key: _key, mapTo, ...profession }, index) => ({
    ...profession,
    mapTo: mapTo === null ? null : professionIdOf(mapTo),
    firmId,
    sort: index + 1,
  }))
  const insertedRows = await db.insert(selfProfessions).values(rows).returning({ id: selfProfessions.id })
  return idsOf(
    fixtureRows.map(profession => profession.key),
    insertedRows.map(row => row.id),
  )
}
