import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Db } from '../../db/connection/open.ts'
import {
  type StoredCardContent,
  cards,
  files,
  firms,
  lawyers,
  offices,
  professions,
  selfProfessions,
} from '../../db/tables.ts'
import { machineDigests, machineFieldsIn } from '../cards/machineDrafts.ts'
import { areaNameOf } from '../directory/areas.ts'
import { settingsOf } from '../settings/firmSettings.ts'
import { publishedMiniProgram } from '../settings/miniProgram.ts'
import { contactsOf, type Handout, cardLink } from './handout.ts'
import { portraitOf } from './portrait.ts'

/** A public card is published, shown, and of an active lawyer and office; handouts are made of no others. */
export const publicCardCondition = and(
  sql`${cards.published} is not null`,
  eq(cards.showStatus, 1),
  eq(lawyers.status, 1),
  eq(offices.status, 1),
)

/** The values that all cards of a firm share. */
const firmFacts = async (db: Db, firmId: number) => {
  const [firm] = await db
    .select({ name: firms.name, nameEn: firms.nameEn, homeUrl: firms.homeUrl })
    .from(firms)
    .where(eq(firms.firmId, firmId))
  const { shareCover, mailSignature, englishDraft, cardVerification, icpSet } = await settingsOf(
    db,
    firmId,
    'shareCover',
    'mailSignature',
    'englishDraft',
    'cardVerification',
    'icpSet',
  )
  const { cardUrl, posterStyles } = shareCover
  const { isOn, isPrinted, address } = cardVerification
  const { index } = await publishedMiniProgram(db, firmId)
  const base = cardUrl || firm?.homeUrl
  if (!firm || !base)
    throw new ApiError(
      '4091',
      '还没有名片链接：请主管理员在“分享封面”填写名片链接，或在律所基本信息填写官网地址',
    )
  return {
    ...firm,
    base,
    codeBase: isOn === 1 && isPrinted === 1 && address ? address : base,
    colour: index.themeColor,
    posterStyles: posterStyles ?? [],
    signature: mailSignature,
    filing: icpSet.icpNo ?? null,
    marksMachineTexts: englishDraft.marksOutputs === 1,
  }
}
export type FirmFacts = Awaited<ReturnType<typeof firmFacts>>

const columns = {
  id: cards.id,
  language: cards.language,
  published: cards.published,
  publishedAt: cards.publishedAt,
  codeKey: lawyers.codeKey,
  lawyerName: lawyers.name,
  office: offices.name,
  officeEn: offices.nameEn,
  address: offices.address,
  addressEn: offices.addressEn,
  districtCode: offices.districtCode,
  /**
   * The portrait's path, only for a file of the firm's own storage: the server fetches nothing from elsewhere
   * (promise Q30).
   */
  portrait: files.path,
}

const portraitPath = sql`substring(${cards.published} ->> 'avatar' from '^/api/files/(.+)$')`

/** The next `size` cards by id, after the id `after`. */
const cardRows = (db: Db, firmId: number, where: SQL | undefined, after: number, size: number) =>
  db
    .select({ ...columns, digests: machineDigests(firmId) })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .innerJoin(
      offices,
      and(eq(offices.firmId, cards.firmId), eq(offices.organizationId, cards.organizationId)),
    )
    .leftJoin(files, and(eq(files.firmId, cards.firmId), sql`${files.path} = ${portraitPath}`))
    .where(and(where, publicCardCondition, gt(cards.id, after)))
    .orderBy(cards.id)
    .limit(size)
type Row = Awaited<ReturnType<typeof cardRows>>[number]

/** The names of the areas of law in these cards, by `type:id`. */
export const professionNames = async (db: Db, firmId: number, contents: readonly StoredCardContent[]) => {
  const professionIds = contents.flatMap(it => it.professions ?? [])
  const idsOf = (type: 'self' | 'official') => professionIds.flatMap(it => (it.type === type ? [it.id] : []))
  const { id, name, nameEn } = professions
  const official = await db
    .select({ id, name, nameEn })
    .from(professions)
    .where(inArray(id, idsOf('official')))
  const selfDefined = await db
    .select({ id: selfProfessions.id, name: selfProfessions.name, nameEn: selfProfessions.nameEn })
    .from(selfProfessions)
    .where(and(eq(selfProfessions.firmId, firmId), inArray(selfProfessions.id, idsOf('self'))))
  return new Map([
    ...official.map(it => [`official:${it.id}`, it] as const),
    ...selfDefined.map(it => [`self:${it.id}`, it] as const),
  ])
}
type Names = Awaited<ReturnType<typeof professionNames>>

/** The texts of a handout of which drafts are made, besides an address of the card's own. */
const handoutTexts = ['titles', 'team', 'slogan']

const hasMachineText = ({ published, digests }: Row, ownAddress: string | null) =>
  machineFieldsIn(published, digests).some(
    field => handoutTexts.includes(field) || (field === 'addressOverride' && ownAddress !== null),
  )

/** Only English cards have such texts. */
const machineMark = 'Includes machine translation'

const handoutOf = (row: Row, firm: FirmFacts, names: Names, portrait: Buffer | null): Handout => {
  const { language, codeKey, publishedAt } = row
  const content = row.published ?? {}
  const isEnglish = language === 'EN'
  const localName = (it: { name: string; nameEn: string | null }) => (isEnglish && it.nameEn) || it.name
  const { ownAddress, ...contacts } = contactsOf(content)
  const areaText = areaNameOf(row.districtCode).replaceAll('/', '')
  const address = isEnglish ? (row.addressEn ?? row.address) : areaText + row.address
  return {
    ...contacts,
    language,
    name: content.name ?? row.lawyerName,
    position: (isEnglish ? content.workPosition?.postCode : content.workPosition?.postName) ?? '',
    titles: content.titles ?? [],
    firm: localName(firm),
    office: localName({ name: row.office, nameEn: row.officeEn }),
    team: content.team ?? null,
    professions: (content.professions ?? []).flatMap(entry => {
      const profession = names.get(`${entry.type}:${entry.id}`)
      return profession ? [localName(profession)] : []
    }),
    slogan: content.slogan ?? null,
    address: ownAddress ?? address,
    filing: firm.filing,
    codeKey,
    link: cardLink(firm.base, codeKey, language),
    codeLink: cardLink(firm.codeBase, codeKey, language),
    colour: firm.colour,
    portrait,
    publishedAt: publishedAt ?? new Date(0),
    machineMark: firm.marksMachineTexts && hasMachineText(row, ownAddress) ? machineMark : null,
  }
}

/** The number of these cards of which handouts may be made, counted up to `most`. */
export const countHandouts = async (db: Db, where: SQL | undefined, most: number) => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from ${cards}
      inner join ${lawyers} on ${lawyers.firmId} = ${cards.firmId} and ${lawyers.id} = ${cards.lawyerId}
      inner join ${offices} on ${offices.firmId} = ${cards.firmId}
        and ${offices.organizationId} = ${cards.organizationId}
      where ${and(where, publicCardCondition)} limit ${most}) as counted`,
  )
  return rows[0]!.total
}

/** Reads the next of these cards as handouts; for handlers that open their own transactions. */
export const readHandouts = async (
  { database, firmId, services }: Context,
  where: SQL | undefined,
  after: number,
  size: number,
) => {
  const { rows, firm, names } = await database.read(firmId, async db => {
    const profession = await cardRows(db, firmId, where, after, size)
    const contents = profession.map(row => row.published ?? {})
    return {
      rows: profession,
      firm: await firmFacts(db, firmId),
      names: await professionNames(db, firmId, contents),
    }
  })
  const handouts: { id: number; handout: Handout; content: StoredCardContent }[] = []
  for (const row of rows) {
    const portrait = row.portrait ? await portraitOf(services.storage, row.portrait) : null
    handouts.push({
      id: row.id,
      handout: handoutOf(row, firm, names, portrait),
      content: row.published ?? {},
    })
  }
  return { firm, handouts }
}
