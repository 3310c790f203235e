import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { concealable, defaultVisibility } from '../../../resources/cards/index.ts'
import { pageOfOffice } from '../../../resources/offices/cardLayout.ts'
import { maskMiddle } from '../../../resources/kit/index.ts'
import type { PublicContext } from '../../context/context.ts'
import { cards, categories, lawyers, offices, professions, selfProfessions } from '../../db/tables.ts'
import { authorsOf } from '../../services/articles/authors.ts'
import { type ArticleRow, workingContentOf } from '../../services/articles/content.ts'
import { effectiveTemplate, officeTemplate } from '../../services/offices/cardTemplate.ts'
import {
  miniProgramSettings,
  publishedMiniProgram,
  visibleParts,
} from '../../services/settings/miniProgram.ts'

// An article or a card reduced to what the phone shows of it, with the names of what it refers to.

type Names = { ids: readonly number[]; context: PublicContext }

const officeNames = ({ ids, context: { db, firmId } }: Names) =>
  db
    .select({ id: offices.organizationId, name: offices.name, nameEn: offices.nameEn })
    .from(offices)
    .where(and(eq(offices.firmId, firmId), inArray(offices.organizationId, [...ids])))

const professionNames = ({ ids, context: { db, firmId } }: Names) =>
  db
    .select({ id: selfProfessions.id, name: selfProfessions.name, nameEn: selfProfessions.nameEn })
    .from(selfProfessions)
    .where(and(eq(selfProfessions.firmId, firmId), inArray(selfProfessions.id, [...ids])))

const officialNames = ({ ids, context: { db } }: Names) =>
  db
    .select({ id: professions.id, name: professions.name, nameEn: professions.nameEn })
    .from(professions)
    .where(inArray(professions.id, [...ids]))

const authorNames = ({ ids, context: { db, firmId } }: Names) =>
  db
    .select({ id: lawyers.id, name: lawyers.name })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, [...ids])))

const typeNames = async ({ db, firmId }: PublicContext, typeId: number | null | undefined) =>
  typeId
    ? db
        .select({ id: categories.typeId, typeName: categories.typeName, typeNameEn: categories.typeNameEn })
        .from(categories)
        .where(and(eq(categories.firmId, firmId), eq(categories.typeId, typeId)))
    : []

const typeResources = { 1: 'trendTypes', 2: 'articleTypes', 3: 'caseTypes', 4: 'videoTypes' } as const

const brandOf = async ({ db, firmId }: PublicContext) =>
  (await publishedMiniProgram(db, firmId)).index.themeColor ?? null

export const shownArticle = async (context: PublicContext, row: ArticleRow) => {
  const content = workingContentOf(row)
  const { parties: _p, caseInfo, sort: _s, expireAt: _e, organizationId: _o, ...shown } = content
  const { clientConsent: _c, anonymised: _a, ...facts } = caseInfo ?? {}
  const people = await authorsOf(context, row.articleId, content.lawyerIds)
  return {
    kind: 'article' as const,
    brand: await brandOf(context),
    article: {
      ...shown,
      caseInfo: caseInfo ? facts : null,
      readNum: row.readNum,
      shareNum: row.shareNum,
      people: people.map(({ isShow: _i, isTop: _t, ...person }) => person),
    },
    names: {
      authors: await authorNames({ ids: content.lawyerIds, context }),
      offices: await officeNames({ ids: people.map(it => it.organizationId), context }),
      professions: await professionNames({ ids: content.professional, context }),
      [typeResources[content.kind]]: await typeNames(context, content.typeId),
    },
  }
}

/** What a field holds for a stranger: nothing where it is hidden, and a part where it is shown after a tap or a sign-in. */
const masked = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(masked) : typeof value === 'string' ? maskMiddle(value) : null

export const shownCard = async (context: PublicContext, cardId: number) => {
  const { db, firmId, now } = context
  const [card] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.firmId, firmId), eq(cards.id, cardId), isNull(cards.deletedAt)))
  if (!card) return null
  const { content, organizationId, language } = card
  const levels = { ...defaultVisibility, ...content.visibility }
  const concealed = Object.fromEntries(
    concealable.map(field => {
      const value = content[field] ?? null
      return [field, levels[field] === 1 ? value : levels[field] === 0 ? null : masked(value)]
    }),
  )
  const chosen = (type: 'self' | 'official') =>
    (content.professions ?? []).filter(it => it.type === type).map(it => it.id)
  const { index, card: firmPage } = await publishedMiniProgram(db, firmId)
  const [own] = await db
    .select({ template: officeTemplate(firmId, sql`${organizationId}::bigint`) })
    .from(sql`(select) as nothing`)
  const { layout } = effectiveTemplate(firmPage, own?.template ?? null)
  const { card: page } = visibleParts({ index, card: pageOfOffice(firmPage, layout) }, now)
  const { mpName } = await miniProgramSettings(db, firmId)
  return {
    kind: 'card' as const,
    brand: index.themeColor ?? null,
    title: mpName.mpName,
    card: {
      ...content,
      ...concealed,
      visibility: levels,
      clients: content.clients?.filter(it => it.consent === 1) ?? null,
      organizationId,
      language,
    },
    page,
    names: {
      offices: await officeNames({ ids: [organizationId], context }),
      professions: await professionNames({ ids: chosen('self'), context }),
      officialProfessions: await officialNames({ ids: chosen('official'), context }),
    },
  }
}
