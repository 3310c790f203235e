import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'

import type { OfficeLevel } from '../../../resources/domain/role.ts'
import type { Context } from '../../context/context.ts'
import {
  admins,
  type ArticleContent,
  articles,
  cardRevisions,
  cards,
  lawyers,
  logs,
  mandates,
  type StoredCardContent,
} from '../../db/tables.ts'
import { personSql } from '../cards/rules.ts'
import type { PastArticle } from './articles.ts'
import type { PastRevision } from './cards.ts'
import type { Administrator, Deciders, PastDecision } from './deciders.ts'

// The history on which rules are rehearsed: the latest first, and in portions, so that a firm's texts are never in memory
// all at once.

type Reader = Pick<Context, 'db' | 'firmId'>
/** The rows before this one, since a moment. */
export type Portion = { since: Date; before: number; count: number }

const nothing = sql`null`

export const readRevisions = async (
  { db, firmId }: Reader,
  { since, before, count }: Portion,
  withTexts: boolean,
): Promise<PastRevision[]> =>
  db
    .select({
      id: cardRevisions.id,
      cardId: cardRevisions.cardId,
      kind: cardRevisions.kind,
      at: cardRevisions.at,
      by: cardRevisions.byName,
      facts: cardRevisions.facts,
      publishable: mandates.fields,
      name: cards.name,
      language: cards.language,
      office: cards.organizationId,
      person: personSql,
      ignored: cards.ignoredFindings,
      content: sql<StoredCardContent | null>`${withTexts ? cardRevisions.content : nothing}`,
      reason: sql<
        string | null
      >`case when ${cardRevisions.kind} = 'reject' then (select ${logs.reason} from ${logs}
        where ${logs.firmId} = ${firmId} and ${logs.targetType} = 'cards' and ${logs.targetId} = ${cardRevisions.cardId}
          and ${logs.createdAt} = ${cardRevisions.at} and ${logs.action} = 'reject' limit 1) end`,
    })
    .from(cardRevisions)
    .innerJoin(cards, and(eq(cards.firmId, cardRevisions.firmId), eq(cards.id, cardRevisions.cardId)))
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .leftJoin(
      mandates,
      and(eq(mandates.firmId, cardRevisions.firmId), eq(mandates.id, cardRevisions.mandateId)),
    )
    .where(
      and(
        eq(cardRevisions.firmId, firmId),
        gte(cardRevisions.at, since),
        lt(cardRevisions.id, before),
        isNull(cards.deletedAt),
      ),
    )
    .orderBy(desc(cardRevisions.id))
    .limit(count)

const mobilesOfAuthors = (firmId: number) => sql<string[]>`array(select author.mobile from lawyers author
  where author.firm_id = ${firmId} and author.id = any(articles.lawyer_ids))`

/** Rows of the log by people, the latest first. */
const loggedSince = (firmId: number, { since, before }: Portion, which: SQL | undefined) =>
  and(
    eq(logs.firmId, firmId),
    gte(logs.createdAt, since),
    lt(logs.seq, before),
    eq(logs.result, 1),
    isNotNull(logs.operatorType),
    which,
  )

export const readArticles = async (
  { db, firmId }: Reader,
  portion: Portion,
  withTexts: boolean,
): Promise<PastArticle[]> => {
  const actions = ['submit', 'publish', 'pass', 'refuse', 'withdraw']
  const content = sql<Partial<ArticleContent> | null>`(select revision.content from article_revisions revision
    where revision.firm_id = ${firmId} and revision.article_id = articles.article_id
      and revision.at = logs.created_at and revision.kind = logs.action limit 1)`
  const rows = await db
    .select({
      id: logs.seq,
      articleId: articles.articleId,
      action: logs.action,
      at: logs.createdAt,
      by: logs.operatorName,
      reason: logs.reason,
      operatorType: logs.operatorType,
      operatorId: logs.operatorId,
      officeLevel: logs.officeLevel,
      organizationId: logs.organizationId,
      title: articles.title,
      office: articles.organizationId,
      mobiles: mobilesOfAuthors(firmId),
      ignored: articles.ignoredFindings,
      content: withTexts ? content : sql<null>`${nothing}`,
    })
    .from(logs)
    .innerJoin(articles, and(eq(articles.firmId, logs.firmId), eq(articles.articleId, logs.targetId)))
    .where(
      and(
        loggedSince(firmId, portion, and(eq(logs.module, 6), inArray(logs.action, actions))),
        eq(logs.targetType, 'articles'),
        isNull(articles.deletedAt),
      ),
    )
    .orderBy(desc(logs.seq))
    .limit(portion.count)
  return rows.map(row => ({
    ...row,
    operatorType: row.operatorType === 2 ? 2 : 1,
    operatorId: row.operatorId ?? 0,
    officeLevel: officeLevelOf(row.officeLevel),
    organizationId: row.organizationId ?? 0,
  }))
}

const officeLevelOf = (level: number | null): OfficeLevel | null =>
  level === 1 || level === 2 || level === 3 || level === 4 ? level : null

const decisionActions = or(
  and(eq(logs.module, 5), inArray(logs.action, ['approve', 'reject'])),
  and(eq(logs.module, 6), inArray(logs.action, ['pass', 'refuse'])),
  and(eq(logs.module, 4), inArray(logs.action, ['pass', 'refuse'])),
)

/** The mobiles of the people about whose own work a decision is; null where the record was removed since. */
const mobilesOfDecided = (firmId: number) => sql<string[] | null>`case logs.target_type
  when 'cards' then (select array[owner.mobile] from cards decided join lawyers owner
    on owner.firm_id = decided.firm_id and owner.id = decided.lawyer_id
    where decided.firm_id = ${firmId} and decided.id = logs.target_id and decided.deleted_at is null)
  when 'articles' then (select array(select author.mobile from lawyers author
      where author.firm_id = ${firmId} and author.id = any(decided.lawyer_ids))
    from articles decided where decided.firm_id = ${firmId} and decided.article_id = logs.target_id
      and decided.deleted_at is null)
  when 'lawyers' then (select array[applicant.mobile] from lawyers applicant
    where applicant.firm_id = ${firmId} and applicant.id = logs.target_id and applicant.deleted_at is null) end`

const absentReviewer = (firmId: number) =>
  sql<number | null>`case when logs.diff @> '[{"field":"substituteFor"}]'
  then (select period.reviewer_id from review_substitutes period
    where period.firm_id = ${firmId} and period.substitute_id = logs.operator_id
      and period.start_at <= logs.created_at and period.end_at > logs.created_at
    order by period.id limit 1) end`.mapWith(Number)

const subjectOf = (type: string | null) =>
  type === 'cards' || type === 'articles' || type === 'lawyers' ? type : null

/** Decisions with the ids of all rows that were read, of which those about removed records are left out. */
export const readDecisions = async ({ db, firmId }: Reader, portion: Portion) => {
  const rows = await db
    .select({
      id: logs.seq,
      type: logs.targetType,
      recordId: logs.targetId,
      name: logs.targetName,
      at: logs.createdAt,
      by: logs.operatorName,
      operatorId: logs.operatorId,
      officeLevel: logs.officeLevel,
      organizationId: logs.organizationId,
      office: logs.targetOrgId,
      mobiles: mobilesOfDecided(firmId),
      absent: absentReviewer(firmId),
    })
    .from(logs)
    .where(and(loggedSince(firmId, portion, decisionActions), eq(logs.operatorType, 1)))
    .orderBy(desc(logs.seq))
    .limit(portion.count)
  return rows.map(({ officeLevel, organizationId, operatorId, ...row }) => {
    const type = subjectOf(row.type)
    const level = officeLevelOf(officeLevel)
    const decision: PastDecision | null =
      type && level && row.mobiles && row.recordId
        ? {
            ...row,
            type,
            recordId: row.recordId,
            name: row.name ?? '',
            office: row.office ?? 0,
            mobiles: row.mobiles,
            decider: { id: operatorId ?? 0, officeLevel: level, organizationId: organizationId ?? 0 },
          }
        : null
    return { id: row.id, decision }
  })
}

/** Every administrator that there was, because former ones decided too. */
export const readDeciders = async ({ db, firmId }: Reader): Promise<Deciders> => {
  const rows = await db
    .select({
      id: admins.id,
      officeLevel: admins.officeLevel,
      organizationId: admins.organizationId,
      canAudit: sql<boolean>`${admins.canAudit} = 1`,
      mobile: sql<string>`coalesce(${admins.mobile}, '')`,
      isActive: sql<boolean>`${admins.status} = 1 and ${admins.deletedAt} is null`,
    })
    .from(admins)
    .where(and(eq(admins.firmId, firmId), eq(admins.isSystem, 0)))
  return new Map(rows.map((row): [number, Administrator] => [row.id, row]))
}
