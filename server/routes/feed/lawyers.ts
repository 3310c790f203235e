import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'

import { type concealable, defaultVisibility } from '../../../resources/cards/index.ts'
import { type StoredCardContent, cards, firms, lawyers, offices } from '../../db/tables.ts'
import { machineDigests, machineFieldsIn } from '../../services/cards/machineDrafts.ts'
import { areaNameOf } from '../../services/directory/areas.ts'
import { plainTextOf } from '../../services/markup/markup.ts'
import { cardLink } from '../../services/outputs/handout.ts'
import { publicCardCondition, professionNames } from '../../services/outputs/readHandouts.ts'
import { storedSetting } from '../../services/settings/firmSettings.ts'
import { type FeedPage, type FeedRequest, firmNode, type JsonLd, languageTag, unlessEmpty } from './jsonLd.ts'

/** Cards per page. */
const pageSize = 100

const columns = {
  id: cards.id,
  language: cards.language,
  published: cards.published,
  codeKey: lawyers.codeKey,
  lawyerName: lawyers.name,
  office: offices.name,
  officeEn: offices.nameEn,
  address: offices.address,
  addressEn: offices.addressEn,
  districtCode: offices.districtCode,
  firm: firms.name,
  firmEn: firms.nameEn,
  homeUrl: firms.homeUrl,
}

const rowsOf = ({ db, firmId, after }: FeedRequest) =>
  db
    .select({
      ...columns,
      digests: machineDigests(firmId),
      cardUrl: sql<string | null>`${storedSetting(firmId, 'shareCover')} ->> 'cardUrl'`,
      marksMachineTexts: sql<boolean>`coalesce((${storedSetting(firmId, 'englishDraft')} ->> 'marksOutputs') = '1', false)`,
    })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .innerJoin(
      offices,
      and(eq(offices.firmId, cards.firmId), eq(offices.organizationId, cards.organizationId)),
    )
    .innerJoin(firms, eq(firms.firmId, cards.firmId))
    .where(
      and(
        eq(cards.firmId, firmId),
        isNull(cards.deletedAt),
        isNull(lawyers.deletedAt),
        publicCardCondition,
        gt(cards.id, after),
      ),
    )
    .orderBy(asc(cards.id))
    .limit(pageSize + 1)
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
type Names = Awaited<ReturnType<typeof professionNames>>

/** The contacts that the card shows without a tap. */
const contactsIn = (content: StoredCardContent) => {
  const isOpen = (field: (typeof concealable)[number]) =>
    (content.visibility?.[field] ?? defaultVisibility[field]) === 1
  const phones = [
    ...(isOpen('mobile') && content.mobile ? [content.mobile] : []),
    ...((isOpen('phone') && content.phone) || []),
  ]
  return {
    telephone: unlessEmpty(phones),
    email: (isOpen('email') && content.email) || undefined,
    faxNumber: (isOpen('fax') && content.fax) || undefined,
    ownAddress: (isOpen('addressOverride') && content.addressOverride) || undefined,
  }
}

const officeNode = (row: Row, ownAddress: string | undefined): JsonLd => {
  const isEnglish = row.language === 'EN'
  return {
    '@type': 'LegalService',
    name: (isEnglish && row.officeEn) || row.office,
    parentOrganization: firmNode({ name: row.firm, nameEn: row.firmEn, homeUrl: row.homeUrl }, row.language),
    address: {
      '@type': 'PostalAddress',
      addressCountry: 'CN',
      addressLocality: isEnglish ? undefined : areaNameOf(row.districtCode).replaceAll('/', '') || undefined,
      streetAddress: ownAddress ?? ((isEnglish && row.addressEn) || row.address),
    },
  }
}

/** The properties below whose texts a machine may have written, by the field that they are made of. */
const machineProperties = {
  slogan: 'slogan',
  intro: 'description',
  education: 'alumniOf',
  honours: 'award',
  addressOverride: 'worksFor',
} as const

/** Names these properties, if the firm wants that said. An attorney of schema.org is a place, which may have further properties. */
const machineMark = (
  { marksMachineTexts, published, digests }: Row,
  ownAddress: string | undefined,
): JsonLd | undefined => {
  const fields = marksMachineTexts ? machineFieldsIn(published, digests) : []
  const shown = fields.filter(it => it !== 'addressOverride' || ownAddress !== undefined)
  const names = Object.entries(machineProperties).flatMap(([field, name]) =>
    shown.some(it => it === field) ? [name] : [],
  )
  return names.length > 0
    ? { '@type': 'PropertyValue', name: 'machineTranslated', value: names.join(' ') }
    : undefined
}

const lawyerNode = (row: Row, names: Names, absolute: FeedRequest['absolute']): JsonLd => {
  const { language, codeKey } = row
  const content = row.published ?? {}
  const isEnglish = language === 'EN'
  const { ownAddress, ...contacts } = contactsIn(content)
  const base = row.cardUrl || row.homeUrl
  const { workPosition, professions = [], education = [], honours = [] } = content
  return {
    // An attorney is a business in schema.org; the properties of the person need the second type.
    '@type': ['Attorney', 'Person'],
    identifier: codeKey,
    inLanguage: languageTag(language),
    name: content.name ?? row.lawyerName,
    url: base ? cardLink(base, codeKey, language) : undefined,
    image: absolute(content.avatar),
    jobTitle: (isEnglish ? workPosition?.postCode : workPosition?.postName) ?? undefined,
    ...contacts,
    slogan: content.slogan ?? undefined,
    description: content.intro ? plainTextOf(content.intro) : undefined,
    knowsAbout: unlessEmpty(
      (professions ?? []).flatMap(entry => {
        const profession = names.get(`${entry.type}:${entry.id}`)
        return profession ? [(isEnglish && profession.nameEn) || profession.name] : []
      }),
    ),
    alumniOf: unlessEmpty(
      (education ?? []).map(({ school }) => ({ '@type': 'CollegeOrUniversity', name: school })),
    ),
    award: unlessEmpty((honours ?? []).map(({ name }) => name)),
    worksFor: officeNode(row, ownAddress),
    additionalProperty: machineMark(row, ownAddress),
  }
}

/** One page of the public cards in the order of their ids, each as an `Attorney`. */
export const lawyerPage = async (request: FeedRequest): Promise<FeedPage> => {
  const rows = await rowsOf(request)
  const shown = rows.slice(0, pageSize)
  const contents = shown.flatMap(({ published }) => (published ? [published] : []))
  const names = await professionNames(request.db, request.firmId, contents)
  return {
    nodes: shown.map(row => lawyerNode(row, names, request.absolute)),
    next: rows.length > pageSize ? shown.at(-1)!.id : undefined,
  }
}
