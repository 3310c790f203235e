import { searchText } from '../../../searchText.ts'
import { completenessOf } from '../../../../resources/cards/completeness.ts'
import { pinyinOf } from '../../../services/pinyin.ts'
import type { Db } from '../../open.ts'
import { cardRevisions, cards } from '../../tables.ts'
import type { FixtureCard } from '../fixtureCard.ts'
import { type FirmFixture, lawyerKey } from '../fixtureSchema.ts'
import { type Names, versionsOf } from './cardContent.ts'
import type { Ids } from './firm.ts'
import { momentOrNull } from './moments.ts'

type Context = { db: Db; firm: FirmFixture; offices: Ids; lawyers: Ids; names: Names; now: Date }
type CardRow = typeof cards.$inferInsert & { createdAt: Date }
type Revision = typeof cardRevisions.$inferInsert

const most = 1000
const day = 86_400_000

/** A card by its lawyer and language. */
export const cardKey = (lawyer: string, language: FixtureCard['language']) => `${lawyer}/${language}`

const officeOf = ({ firm, offices }: Context, key: string | undefined) =>
  offices[key ?? firm.offices.find(it => it.isMain === 1)?.key ?? ''] ?? 0

const timesOf = ({ submittedAt, auditedAt }: FixtureCard, now: Date) => {
  const submitted = momentOrNull(submittedAt, now)
  const audited = momentOrNull(auditedAt, now)
  const known = [submitted, audited].flatMap(it => (it ? [it.getTime()] : []))
  const createdAt = new Date(Math.min(now.getTime(), ...known) - day)
  return {
    submittedAt: submitted,
    auditedAt: audited,
    createdAt,
    updatedAt: new Date(Math.max(createdAt.getTime(), ...known)),
  }
}

/** What happened to the card, oldest first; its place is the version. */
const historyOf = (card: FixtureCard, isPublished: boolean): Revision['kind'][] => [
  'create',
  ...(isPublished ? (['submit', 'approve'] as const) : []),
  ...(card.auditStatus === 1 || card.auditStatus === 3 ? (['submit'] as const) : []),
  ...(card.auditStatus === 3 ? (['reject'] as const) : []),
]

const publishedVersion = 3

/** Looked up once for many cards. */
const lookupOf = ({ lawyers, cards: given }: FirmFixture) => ({
  lawyers: new Map(lawyers.map(it => [lawyerKey(it), it])),
  english: new Set(given.filter(it => it.language === 'EN').map(it => it.lawyer)),
})
type Lookup = ReturnType<typeof lookupOf>

type Prepared = { row: CardRow; history: Revision['kind'][]; key: string }

const searchOf = (name: string, lawyer: FirmFixture['lawyers'][number]) => {
  const { full, initials } = pinyinOf(name)
  return searchText(name, full, initials, lawyer.name, lawyer.mobile, lawyer.licenseNumber)
}

const prepare = (context: Context, lookup: Lookup, card: FixtureCard): Prepared => {
  const lawyer = lookup.lawyers.get(card.lawyer)
  if (!lawyer) throw new Error(`no such lawyer: ${card.lawyer}`)
  const { content, published, changedFields } = versionsOf(card, lawyer, context.names)
  const history = historyOf(card, published !== null)
  const times = timesOf(card, context.now)
  const name = String(content['name'])
  const row: CardRow = {
    firmId: context.firm.firmId,
    lawyerId: context.lawyers[card.lawyer] ?? 0,
    language: card.language,
    organizationId: officeOf(context, lawyer.office),
    content,
    name,
    namePinyin: pinyinOf(name).full,
    postCode: card.content.position ?? null,
    search: searchOf(name, lawyer),
    showStatus: card.showStatus,
    weight: card.weight,
    isTop: card.isTop,
    auditStatus: card.auditStatus,
    auditReason: card.auditReason ?? null,
    auditItems: card.auditItems ?? null,
    auditedBy: card.auditedBy ?? null,
    ...times,
    published,
    publishedAt: published ? (times.auditedAt ?? times.createdAt) : null,
    publishedVersion: published ? publishedVersion : null,
    changedFields,
    completeness: completenessOf(content, lookup.english.has(card.lawyer)),
    version: history.length,
  }
  return { row, history, key: cardKey(card.lawyer, card.language) }
}

const revisionsOf = ({ row, history }: Prepared, cardId: number): Revision[] =>
  history.map((kind, index) => ({
    firmId: row.firmId,
    cardId,
    version: index + 1,
    kind,
    content: row.published && index < publishedVersion ? row.published : row.content,
    at: index === history.length - 1 ? row.updatedAt : row.createdAt,
    byName: kind === 'approve' || kind === 'reject' ? row.auditedBy : row.name,
  }))

const writePart = async ({ db }: Context, part: readonly Prepared[]): Promise<Ids> => {
  const rows = await db
    .insert(cards)
    .values(part.map(it => it.row))
    .returning({ id: cards.id, lawyerId: cards.lawyerId, language: cards.language })
  const found = new Map(rows.map(it => [`${it.lawyerId}/${it.language}`, it.id]))
  const ids = part.map(it => ({ it, id: found.get(`${it.row.lawyerId}/${it.row.language}`) ?? 0 }))
  await db.insert(cardRevisions).values(ids.flatMap(({ it, id }) => revisionsOf(it, id)))
  return Object.fromEntries(ids.map(({ it, id }) => [it.key, id]))
}

/** Cards and their history; the ids by lawyer and language. */
export const writeCards = async (context: Context): Promise<Ids> => {
  const lookup = lookupOf(context.firm)
  const prepared = context.firm.cards.map(it => prepare(context, lookup, it))
  const ids: Ids = {}
  for (let start = 0; start < prepared.length; start += most)
    Object.assign(ids, await writePart(context, prepared.slice(start, start + most)))
  return ids
}
