import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'

import type { CardStatus } from '../../../resources/settings/verificationKeys.ts'
import { defaultVisibility } from '../../../resources/cards/index.ts'
import type { Db } from '../../db/connection/open.ts'
import { cards, firms, lawyers, offices } from '../../db/tables.ts'

/** What the page says of a card that is public at this moment. */
type ActiveCard = {
  status: 'active'
  cardId: number
  lawyerId: number
  language: 'CN' | 'EN'
  name: string
  position: string | null
  office: string
  firm: string
  /** Only where the card shows it to everybody without a tap. */
  licenseNumber: string | null
  /** The stored address of the portrait. */
  portrait: string | null
}

/** Of a card that is not public, only the name that is printed on it is said. */
type FormerCard = { status: Exclude<CardStatus, 'active'>; language: 'CN' | 'EN'; name: string }

export type CheckedCard = ActiveCard | FormerCard

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** The published cards of a code, the wanted language first. A person or card in the recycle bin has none. */
const rowsOf = (db: Db, firmId: number, codeKey: string, language: 'CN' | 'EN') =>
  db
    .select({
      cardId: cards.id,
      language: cards.language,
      content: cards.published,
      showStatus: cards.showStatus,
      lawyerId: lawyers.id,
      lawyerName: lawyers.name,
      lawyerStatus: lawyers.status,
      officeStatus: offices.status,
      office: offices.name,
      officeEn: offices.nameEn,
      firm: firms.name,
      firmEn: firms.nameEn,
    })
    .from(lawyers)
    .innerJoin(cards, and(eq(cards.firmId, lawyers.firmId), eq(cards.lawyerId, lawyers.id)))
    .innerJoin(
      offices,
      and(eq(offices.firmId, cards.firmId), eq(offices.organizationId, cards.organizationId)),
    )
    .innerJoin(firms, eq(firms.firmId, lawyers.firmId))
    .where(
      and(
        eq(lawyers.firmId, firmId),
        eq(lawyers.codeKey, codeKey),
        isNull(lawyers.deletedAt),
        isNull(firms.suspendedAt),
        isNull(cards.deletedAt),
        isNotNull(cards.published),
      ),
    )
    .orderBy(sql`${cards.language} = ${language} desc`)

/** The same condition as that of handouts (outputs/readHandouts.ts). */
const isPublic = ({ showStatus, lawyerStatus, officeStatus }: Row) =>
  showStatus === 1 && lawyerStatus === 1 && officeStatus === 1

const activeCard = (row: Row): ActiveCard => {
  const { cardId, lawyerId, language } = row
  const content = row.content ?? {}
  const isEnglish = language === 'EN'
  const { workPosition, visibility, licenseNumber, avatar } = content
  const isLicenceOpen = (visibility?.licenseNumber ?? defaultVisibility.licenseNumber) === 1
  return {
    status: 'active',
    cardId,
    lawyerId,
    language,
    name: content.name ?? row.lawyerName,
    position: (isEnglish ? workPosition?.postCode : workPosition?.postName) ?? null,
    office: (isEnglish && row.officeEn) || row.office,
    firm: (isEnglish && row.firmEn) || row.firm,
    licenseNumber: (isLicenceOpen && licenseNumber) || null,
    portrait: avatar ?? null,
  }
}

/**
 * What can be said of a printed code at this moment; null for a code that leads to no published card, be it because there
 * never was one or because it was deleted, which nobody can tell apart.
 */
export const checkCard = async (
  db: Db,
  firmId: number,
  { codeKey, language, tellsLeft }: { codeKey: string; language: 'CN' | 'EN'; tellsLeft: boolean },
): Promise<CheckedCard | null> => {
  const rows = await rowsOf(db, firmId, codeKey, language)
  const publicRow = rows.find(isPublic)
  if (publicRow) return activeCard(publicRow)
  const [row] = rows
  if (!row) return null
  return {
    status: row.lawyerStatus === 4 && tellsLeft ? 'left' : 'inactive',
    language: row.language,
    name: row.content?.name ?? row.lawyerName,
  }
}
