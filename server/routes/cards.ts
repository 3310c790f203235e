import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { cardFields, type cards as resource, type Policy } from '../../resources/cards/index.ts'
import type { Context } from '../context.ts'
import { cardRevisions, cards, lawyers, offices, positions } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, latest, offsetOf, ordering, pageAnswer, searching } from '../page.ts'
import { invalid, missing } from '../refusal.ts'
import { policyFor, reviewSettings } from '../services/cardContent.ts'
import { adminAuditCard } from './cardsAudit.ts'
import { reach, rowColumns, shownTo } from './cardsColumns.ts'
import { createCard } from './cardsCreate.ts'
import { remove } from './cardsRemove.ts'
import { restore, revisions } from './cardsRevisions.ts'
import { storedReview } from './cardsRow.ts'
import { submitAudit } from './cardsSubmit.ts'
import { update } from './cardsUpdate.ts'

type Calls = typeof resource.calls
type Query = z.output<Calls['pageList']['input']>
type Filters = z.output<Calls['cardNum']['input']> & Pick<Query, 'ids'>

const hasProfession = (type: 'official' | 'self', id: number | null | undefined) =>
  id ? sql`${cards.content} -> 'professions' @> ${JSON.stringify([{ type, id }])}::jsonb` : undefined

const matching = (context: Context, query: Filters) => {
  const { keyword, ids, organizationId, auditStatus, showStatus, language, isTop, lawyerId } = query
  const { postCode, postId, professionId, officialId, completenessMax } = query
  return and(
    reach(context),
    searching(cards.search, keyword),
    ids ? inArray(cards.id, ids) : undefined,
    organizationId ? eq(cards.organizationId, organizationId) : undefined,
    auditStatus === undefined ? undefined : eq(cards.auditStatus, auditStatus),
    showStatus === undefined ? undefined : eq(cards.showStatus, showStatus),
    isTop === undefined ? undefined : eq(cards.isTop, isTop),
    language ? eq(cards.language, language) : undefined,
    lawyerId ? eq(cards.lawyerId, lawyerId) : undefined,
    postCode ? eq(cards.postCode, postCode) : undefined,
    postId
      ? sql`${cards.postCode} = (select ${positions.postCode} from ${positions}
          where ${positions.firmId} = ${context.firmId} and ${positions.postId} = ${postId})`
      : undefined,
    hasProfession('self', professionId),
    hasProfession('official', officialId),
    completenessMax == null ? undefined : sql`${cards.completeness} <= ${completenessMax}`,
  )!
}

const sortColumns = {
  name: cards.namePinyin,
  weight: cards.weight,
  completeness: cards.completeness,
  submittedAt: cards.submittedAt,
  publishedAt: cards.publishedAt,
  updatedAt: cards.updatedAt,
}

const pageList = async (query: Query, context: Context) => {
  const { db } = context
  const where = matching(context, query)
  const records = await db
    .select(rowColumns)
    .from(cards)
    .innerJoin(lawyers, eq(lawyers.id, cards.lawyerId))
    .innerJoin(offices, eq(offices.organizationId, cards.organizationId))
    .where(where)
    .orderBy(...ordering(query, sortColumns, [latest(cards.updatedAt)], cards.id))
    .limit(query.pageSize)
    .offset(offsetOf(query))
  return pageAnswer(records, await countUpTo(db, sql`from ${cards} where ${where}`), query)
}

const cardNum = async (query: Filters, context: Context) => {
  const number = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`
  const [counts] = await context.db
    .select({
      all: sql<number>`count(*)::int`,
      draft: number(sql`${cards.auditStatus} = 0`),
      pending: number(sql`${cards.auditStatus} = 1`),
      passed: number(sql`${cards.auditStatus} = 2`),
      rejected: number(sql`${cards.auditStatus} = 3`),
      hidden: number(sql`${cards.showStatus} = 0`),
    })
    .from(cards)
    .where(matching(context, query))
  return counts!
}

const recordsOf = (context: Context, where: ReturnType<typeof and>) =>
  context.db
    .select({
      ...rowColumns,
      auditItems: cards.auditItems,
      codeKey: lawyers.codeKey,
      content: cards.content,
      published: cards.published,
      review: storedReview(context),
    })
    .from(cards)
    .innerJoin(lawyers, eq(lawyers.id, cards.lawyerId))
    .innerJoin(offices, eq(offices.organizationId, cards.organizationId))
    .where(where)
    .orderBy(asc(cards.language))

type Found = Awaited<ReturnType<typeof recordsOf>>[number]

/** Administrators may change everything; a lawyer is told before he types. */
const policyOf = ({ caller }: Context, { review, published }: Found) =>
  caller.population === 2
    ? policyFor(reviewSettings(review), published)
    : Object.fromEntries(cardFields.map(field => [field, 'free' as Policy]))

const answerOf = (context: Context, row: Found): z.input<Calls['cardInfo']['output']> => {
  const { content, published, review: _review, name, ...columns } = row
  return {
    ...columns,
    ...shownTo(context, content),
    name,
    published: shownTo(context, published) as never,
    policy: policyOf(context, row),
  }
}

const cardInfo: Handlers<Calls>['cardInfo'] = async ({ id, version }, context) => {
  const [row] = await recordsOf(context, and(reach(context), eq(cards.id, id)))
  if (!row) throw missing()
  if (version === undefined || version === row.version) return answerOf(context, row)
  const [revision] = await context.db
    .select({ content: cardRevisions.content })
    .from(cardRevisions)
    .where(
      and(
        eq(cardRevisions.firmId, context.firmId),
        eq(cardRevisions.cardId, id),
        eq(cardRevisions.version, version),
      ),
    )
  if (!revision) throw missing()
  return answerOf(context, { ...row, content: revision.content, name: String(revision.content['name']) })
}

const cardInfoByLawyer: Handlers<Calls>['cardInfoByLawyer'] = async ({ lawyerId, language }, context) => {
  const { caller } = context
  const whose = lawyerId ?? (caller.population === 2 ? caller.id : undefined)
  if (!whose) throw invalid({ lawyerId: '请选择律师' })
  const rows = await recordsOf(
    context,
    and(reach(context), eq(cards.lawyerId, whose), language && eq(cards.language, language)),
  )
  const cardIn = (wanted: 'CN' | 'EN') => {
    const row = rows.find(it => it.language === wanted)
    return row ? answerOf(context, row) : null
  }
  return { CN: cardIn('CN'), EN: cardIn('EN') }
}

export const cardHandlers: Handlers<Calls> = {
  createCard,
  pageList,
  cardInfo,
  cardInfoByLawyer,
  update,
  adminAuditCard,
  submitAudit,
  delete: remove,
  cardNum,
  revisions,
  restore,
}
