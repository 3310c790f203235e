import { completenessOf } from '../../../../resources/cards/completeness.ts'
import { revisionFacts } from '../../../services/cards/history.ts'
import { cardKeys } from '../../../services/directory/nameKeys.ts'
import type { Db } from '../../connection/open.ts'
import { cardRevisions, cards } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import type { FixtureCard } from '../schema/card.ts'
import { adminKey, lawyerKey } from '../schema/references.ts'
import { type FixtureNames, type Versions, versionsOf } from './cardContent.ts'
import { type IdsByKey, idOf, officeIdOf } from './ids.ts'
import { reviewerOf, type Staff, staffOf } from './staff.ts'
import { removalColumnsOf, timestampOrNull } from './timestamps.ts'

type Context = {
  db: Db
  firm: FirmFixture
  offices: IdsByKey
  admins: IdsByKey
  lawyers: IdsByKey
  names: FixtureNames
  now: Date
}
type CardRow = typeof cards.$inferInsert & { createdAt: Date }
type Revision = typeof cardRevisions.$inferInsert

const rowsPerInsert = 1000
const dayMs = 86_400_000

/** Identifies a card by its lawyer and language. */
export const cardKey = (lawyer: string, language: FixtureCard['language']) => `${lawyer}/${language}`

const timesOf = ({ submittedAt, auditedAt }: FixtureCard, now: Date) => {
  const submittedAtDate = timestampOrNull(submittedAt, now)
  const auditedAtDate = timestampOrNull(auditedAt, now)
  const knownTimes = [submittedAtDate, auditedAtDate].flatMap(time => time?.getTime() ?? [])
  const createdAt = new Date(Math.min(now.getTime(), ...knownTimes) - dayMs)
  return {
    submittedAt: submittedAtDate,
    auditedAt: auditedAtDate,
    createdAt,
    updatedAt: new Date(Math.max(createdAt.getTime(), ...knownTimes)),
  }
}

/** The kinds of the card's revisions, oldest first; the first one is version 1. */
const historyOf = (card: FixtureCard, { published, changedFields }: Versions): Revision['kind'][] => [
  'create',
  ...(published ? (['submit', 'approve'] as const) : []),
  ...(card.auditStatus === 2 && changedFields.length > 0 ? (['edit'] as const) : []),
  ...(card.auditStatus === 1 || card.auditStatus === 3 ? (['submit'] as const) : []),
  ...(card.auditStatus === 3 ? (['reject'] as const) : []),
]

const publishedVersion = 3

/**
 * Finds the name of the administrator who reviews the cards of a lawyer. One of the same name is taken for the lawyer, because a
 * reader of the history cannot tell them apart.
 */
const createReviewerNames = (staff: Staff, names: ReadonlyMap<number, string>) => {
  const idsByName = new Map([...names].map(([id, name]) => [name, id]))
  const adminMobiles = new Set([...staff.administrators.values()].map(it => it.mobile))
  // The lawyers of an office share a reviewer, unless one is an administrator too.
  const shared = new Map<number, string | null>()
  return (office: number, lawyerId: number, lawyerName: string): string | null => {
    const namesake = idsByName.get(lawyerName) ?? null
    const isShared = namesake === null && !adminMobiles.has(staff.mobiles.get(lawyerId) ?? '')
    const known = isShared ? shared.get(office) : undefined
    if (known !== undefined) return known
    const id = reviewerOf(staff, 'card.audit', { office, owners: [lawyerId] }, namesake)
    const name = id === null ? null : (names.get(id) ?? null)
    if (isShared) shared.set(office, name)
    return name
  }
}

/** Values that are looked up once for many cards. */
const lookupOf = (context: Context) => {
  const { lawyers, cards: fixtureCards, admins } = context.firm
  const adminNames = new Map(
    admins.map(admin => [idOf(context.admins, 'admin', adminKey(admin)), admin.name]),
  )
  return {
    lawyers: new Map(lawyers.map(lawyer => [lawyerKey(lawyer), lawyer])),
    english: new Set(
      fixtureCards.filter(card => card.language === 'EN' && !card.removed).map(card => card.lawyer),
    ),
    reviewerName: createReviewerNames(staffOf(context), adminNames),
  }
}
type Lookup = ReturnType<typeof lookupOf>

const isDecision = (kind: Revision['kind']) => kind === 'approve' || kind === 'reject'

/** When the card was last approved or rejected, and by whom; both are null before the first decision. */
const decisionOf = (
  { auditedBy }: FixtureCard,
  history: readonly Revision['kind'][],
  { auditedAt, createdAt }: ReturnType<typeof timesOf>,
  reviewerName: () => string | null,
) =>
  history.some(isDecision)
    ? { auditedAt: auditedAt ?? createdAt, auditedBy: auditedBy ?? reviewerName() }
    : { auditedAt, auditedBy: auditedBy ?? null }

type PreparedCard = { row: CardRow; history: Revision['kind'][]; key: string }

const prepareCard = (context: Context, lookup: Lookup, card: FixtureCard): PreparedCard => {
  const lawyer = lookup.lawyers.get(card.lawyer)
  if (!lawyer) throw new Error(`no such lawyer: ${card.lawyer}`)
  const versions = versionsOf(card, lawyer, context.names)
  const { content, published, changedFields } = versions
  const history = historyOf(card, versions)
  const times = timesOf(card, context.now)
  const name = String(content['name'])
  const lawyerId = idOf(context.lawyers, 'lawyer', card.lawyer)
  const organizationId = officeIdOf(context.firm, context.offices, lawyer.office)
  const row: CardRow = {
    firmId: context.firm.firmId,
    lawyerId,
    language: card.language,
    organizationId,
    content,
    name,
    ...cardKeys(name, { namePinyin: '', ...lawyer }),
    postCode: card.content.position ?? null,
    showStatus: card.showStatus,
    weight: card.weight,
    isTop: card.isTop,
    auditStatus: card.auditStatus,
    auditReason: card.auditReason ?? null,
    auditItems: card.auditItems ?? null,
    ...times,
    ...decisionOf(card, history, times, () => lookup.reviewerName(organizationId, lawyerId, lawyer.name)),
    published,
    publishedAt: published ? (times.auditedAt ?? times.createdAt) : null,
    publishedVersion: published ? publishedVersion : null,
    changedFields,
    completeness: completenessOf(content, lookup.english.has(card.lawyer)),
    version: history.length,
    ...removalColumnsOf(card.removed, context.firm.admins, context.now),
  }
  return { row, history, key: cardKey(card.lawyer, card.language) }
}

/** The card as it was after a version, in its working copy and in public. */
const versionsAt = ({ content, published = null }: CardRow, version: number) => ({
  content: version === 0 ? {} : published && version <= publishedVersion ? published : content,
  published: version >= publishedVersion ? published : null,
})

const revisionsOf = ({ row, history }: PreparedCard, cardId: number): Revision[] =>
  history.map((kind, index) => {
    const [before, after] = [versionsAt(row, index), versionsAt(row, index + 1)]
    return {
      firmId: row.firmId,
      cardId,
      version: index + 1,
      kind,
      content: after.content,
      facts: revisionFacts(isDecision(kind) ? 'administrator' : 'owner', before, after),
      at: index === history.length - 1 ? row.updatedAt : row.createdAt,
      byName: isDecision(kind) ? row.auditedBy : row.name,
    }
  })

const writePart = async ({ db }: Context, batchCards: readonly PreparedCard[]): Promise<IdsByKey> => {
  const rows = await db
    .insert(cards)
    .values(batchCards.map(prepared => prepared.row))
    .returning({ id: cards.id, lawyerId: cards.lawyerId, language: cards.language })
  const ids = Object.fromEntries(rows.map(row => [`${row.lawyerId}/${row.language}`, row.id]))
  const insertedCards = batchCards.map(prepared => {
    const { lawyerId, language } = prepared.row
    return { prepared, id: idOf(ids, 'card', `${lawyerId}/${language}`) }
  })
  await db
    .insert(cardRevisions)
    .values(insertedCards.flatMap(({ prepared, id }) => revisionsOf(prepared, id)))
  return Object.fromEntries(insertedCards.map(({ prepared, id }) => [prepared.key, id]))
}

/** Writes cards and their history; returns the ids by lawyer and language. */
export const writeCards = async (context: Context): Promise<IdsByKey> => {
  const lookup = lookupOf(context)
  const prepared = context.firm.cards.map(card => prepareCard(context, lookup, card))
  const ids: IdsByKey = {}
  for (let start = 0; start < prepared.length; start += rowsPerInsert)
    Object.assign(ids, await writePart(context, prepared.slice(start, start + rowsPerInsert)))
  return ids
}
