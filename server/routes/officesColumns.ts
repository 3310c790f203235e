import { sql } from 'drizzle-orm'

import { admins, cards, lawyers, offices } from '../db/tables.ts'
import { numberOf } from '../page.ts'
import { stampColumns } from '../stampColumns.ts'

const inOffice = (table: typeof lawyers | typeof cards | typeof admins) =>
  sql`from ${table} where ${table.firmId} = ${offices.firmId}
    and ${table.organizationId} = ${offices.organizationId} and ${table.deletedAt} is null`

const counts = {
  /** Without those who were refused or have left. */
  lawyerNum: numberOf(sql`${inOffice(lawyers)} and ${lawyers.status} not in (2, 4)`),
  cardNum: numberOf(inOffice(cards)),
  adminNum: numberOf(sql`${inOffice(admins)} and ${admins.isSystem} = 0`),
}

export const rowColumns = {
  organizationId: offices.organizationId,
  isMain: offices.isMain,
  name: offices.name,
  nameEn: offices.nameEn,
  shortName: offices.shortName,
  principal: offices.principal,
  foundedOn: offices.foundedOn,
  provinceCode: offices.provinceCode,
  cityCode: offices.cityCode,
  districtCode: offices.districtCode,
  address: offices.address,
  addressEn: offices.addressEn,
  phone: offices.phone,
  fax: offices.fax,
  email: offices.email,
  postcode: offices.postcode,
  workHours: offices.workHours,
  cover: offices.cover,
  homeUrl: offices.homeUrl,
  mpName: offices.mpName,
  weight: offices.weight,
  showStatus: offices.showStatus,
  status: offices.status,
  ...counts,
  ...stampColumns(offices),
}

export const columns = {
  ...rowColumns,
  creditCode: offices.creditCode,
  longitude: offices.longitude,
  latitude: offices.latitude,
  transport: offices.transport,
  logo: offices.logo,
  images: offices.images,
  intro: offices.intro,
  introEn: offices.introEn,
  video: offices.video,
  videoCover: offices.videoCover,
  mpAppId: offices.mpAppId,
  mpPath: offices.mpPath,
}

const { name, weight, foundedOn, updatedAt } = offices
/** What a list may be sorted by. */
export const sortColumns = { name, weight, foundedOn, updatedAt, ...counts }
