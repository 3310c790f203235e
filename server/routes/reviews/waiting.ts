import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'

import { articles as articleResource } from '../../../resources/articles/index.ts'
import { cards as cardResource } from '../../../resources/cards/index.ts'
import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import { lawyers as lawyerResource } from '../../../resources/lawyers/index.ts'
import { transfers as transferResource } from '../../../resources/lawyers/transfers.ts'
import type { Call, Feature } from '../../../resources/kit/index.ts'
import { proposals as proposalResource } from '../../../resources/proposals.ts'
import { type ReviewKind, reviewKinds } from '../../../resources/reviews.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { articles, cards, lawyers, proposals, transferRequests } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'
import { effectiveSetting, storedSetting } from '../../services/settings/firmSettings.ts'
import { workingAuthors } from '../../services/articles/authors.ts'
import { cardOf, mayDecideAbout, ofProposal, type Work } from '../../services/directory/reviewers.ts'
import { proposableCalls } from '../../services/proposals/proposableCalls.ts'
import { enabledKindsCondition } from '../articles/kinds.ts'
import { auditableCards } from '../cards/columns.ts'
import { assigneeName, questionState } from '../cards/waitingColumns.ts'

/**
 * The firm's settings for reviews, the caller's own lawyer account (docs/domain.md §1: the same mobile), and whether any proposal
 * waits, as in few firms.
 */
export const reviewFacts = async ({ db, firmId, caller }: Context) => {
  const { rows } = await db.execute<{ review: unknown; ownId: string | null; hasProposals: boolean }>(sql`
    select ${storedSetting(firmId, 'cardReview')} as review,
      exists (select from proposals where proposals.firm_id = ${firmId} and proposals.state = 1) as "hasProposals",
      (select lawyers.id from lawyers join admins self
          on self.firm_id = lawyers.firm_id and self.mobile = lawyers.mobile
        where lawyers.firm_id = ${firmId} and self.id = ${caller.id} and lawyers.deleted_at is null) as "ownId"`)
  const { review, ownId, hasProposals } = rows[0]!
  return {
    ...effectiveSetting('cardReview', review),
    ownId: ownId === null ? null : Number(ownId),
    hasProposals,
  }
}
export type ReviewFacts = Awaited<ReturnType<typeof reviewFacts>>

/**
 * The kinds that are counted: those of the queue, and transfer requests, which are decided in a list of their
 * own.
 */
export type CountedKind = ReviewKind | 'transfer'

/** The waiting items of one kind that the caller may decide about. */
export type WaitingSource<K extends CountedKind = CountedKind> = {
  kind: K
  /** The time of submission, written like the index. */
  since: SQL
  from: SQL
  where: SQL
  key: SQL
  columns: SQL
}

/** Excludes what is the caller's own work, cards that he maintains, and what his own programs propose. */
const callerMayDecide = (
  context: Context,
  { ownId }: ReviewFacts,
  right: 'card.audit' | 'article.pass' | 'proposal.decide',
  office: SQL,
  work: Work,
) => {
  const isOneOf = (owners: SQL) => (ownId === null ? sql`false` : sql`${ownId}::bigint = any(${owners})`)
  return mayDecideAbout(context, { id: sql`${context.caller.id}::bigint`, isOneOf }, right, office, work)
}

/** Columns of the kinds about which nobody is asked. */
const noQuestions = sql`null::int as question, null::text as "assigneeName", cast(null as date) as "proposedOn", null::text as "submittedBy"`

const waitingRegistrations = (context: Context): Omit<WaitingSource, 'kind'> => ({
  since: sql`coalesce(${lawyers.consentAt}, ${lawyers.createdAt})`,
  from: sql`${lawyers}`,
  where: and(
    scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    sql`${lawyers.status} = 0`,
    isNull(lawyers.deletedAt),
  )!,
  key: sql`${lawyers.id}`,
  columns: sql`${lawyers.name} as title, ${lawyers.id} as "lawyerId", null as language,
    ${lawyers.organizationId} as "organizationId", ${lawyers.version} as version, ${noQuestions}`,
})

const waitingCards = (context: Context, facts: ReviewFacts): Omit<WaitingSource, 'kind'> => ({
  since: sql`coalesce(${cards.submittedAt}, ${cards.updatedAt})`,
  from: sql`${cards}`,
  where: and(
    auditableCards(context),
    sql`${cards.auditStatus} = 1`,
    callerMayDecide(context, facts, 'card.audit', sql`cards.organization_id`, cardOf(sql`cards.lawyer_id`)),
  )!,
  key: sql`${cards.id}`,
  columns: sql`${cards.name} as title, ${cards.lawyerId} as "lawyerId", ${cards.language} as language,
    ${cards.organizationId} as "organizationId", ${cards.version} as version,
    ${questionState(context)} as question, ${assigneeName(context)} as "assigneeName",
    ${cards.proposedOn} as "proposedOn", ${cards.submittedBy} as "submittedBy"`,
})

const waitingArticles = (context: Context, facts: ReviewFacts): Omit<WaitingSource, 'kind'> => ({
  since: sql`coalesce(${articles.submittedAt}, ${articles.updatedAt})`,
  from: sql`${articles}`,
  where: and(
    scopeCondition(context, {
      firm: articles.firmId,
      office: articles.organizationId,
      author: articles.createdBy,
    }),
    sql`(${articles.status} = 1 or ${articles.revisionStatus} = 1)`,
    isNull(articles.deletedAt),
    enabledKindsCondition(context),
    callerMayDecide(context, facts, 'article.pass', sql`articles.organization_id`, {
      owners: workingAuthors,
    }),
  )!,
  key: sql`${articles.articleId}`,
  columns: sql`coalesce(${articles.revision} ->> 'title', ${articles.title}) as title, null::bigint as "lawyerId",
    coalesce(${articles.revision} ->> 'language', ${articles.language}) as language,
    ${articles.organizationId} as "organizationId", ${articles.version} as version, ${noQuestions}`,
})

/** Proposals by other people's tokens, of calls that the caller could make. */
const waitingProposals = (context: Context, facts: ReviewFacts): Omit<WaitingSource, 'kind'> => {
  const names = proposableCalls.filter(([, { who }]) => scopeOfCaller(context, who) !== null)
  return {
    since: sql`${proposals.createdAt}`,
    from: sql`${proposals}`,
    where: and(
      scopeCondition(context, { firm: proposals.firmId, office: proposals.organizationId }),
      sql`${proposals.state} = 1`,
      inArray(
        proposals.call,
        names.map(([name]) => name),
      ),
      callerMayDecide(context, facts, 'proposal.decide', sql`proposals.organization_id`, ofProposal),
    )!,
    key: sql`${proposals.id}`,
    columns: sql`${proposals.title} as title, ${proposals.lawyerId} as "lawyerId", null as language,
      ${proposals.organizationId} as "organizationId", 0 as version, null::int as question, null::text as "assigneeName",
      cast(null as date) as "proposedOn", ${proposals.tokenName} as "submittedBy"`,
  }
}

type Decision = { call: Call; feature: Feature | undefined; of: typeof waitingCards }

const decisions: Record<ReviewKind, Decision> = {
  registration: {
    call: lawyerResource.calls.pass,
    feature: lawyerResource.feature,
    of: waitingRegistrations,
  },
  card: { call: cardResource.calls.adminAuditCard, feature: cardResource.feature, of: waitingCards },
  article: { call: articleResource.calls.pass, feature: articleResource.feature, of: waitingArticles },
  proposal: { call: proposalResource.calls.decide, feature: proposalResource.feature, of: waitingProposals },
}

/** The kinds that the caller may decide about and that are switched on, each with the scope of that right. */
export const waitingSources = (context: Context, facts: ReviewFacts): WaitingSource<ReviewKind>[] =>
  reviewKinds.flatMap(([kind]) => {
    const { call, feature, of } = decisions[kind]
    const { caller, switches } = context
    const isSubstitute = kind === 'card' && caller.standsInFor.length > 0
    const scope = scopeOfCaller(context, call.who) ?? (isSubstitute ? 'self' : null)
    // Each kind of article has a switch of its own, which is applied to the rows.
    const isSwitchedOff =
      kind !== 'article' && !isSwitchedOn(call, feature, caller.population, switches.features)
    if (kind === 'proposal' && !facts.hasProposals) return []
    return scope === null || isSwitchedOff ? [] : [{ kind, ...of({ ...context, scope }, facts) }]
  })

const waitingTransfers = (context: Context): WaitingSource => ({
  kind: 'transfer',
  since: sql`${transferRequests.createdAt}`,
  from: sql`${transferRequests}`,
  // Matches the partial index of open requests, which are few.
  where: and(
    scopeCondition(context, { firm: transferRequests.firmId, office: transferRequests.organizationId }),
    sql`${transferRequests.status} = 0`,
  )!,
  key: sql`${transferRequests.id}`,
  columns: sql`${transferRequests.lawyerName} as title`,
})

/** `waitingFor`, with transfer requests where the caller decides about them. */
export const countedSources = (context: Context, facts: ReviewFacts): WaitingSource[] => {
  const { caller, switches } = context
  const { calls, feature } = transferResource
  const scope = scopeOfCaller(context, calls.decide.who)
  const isSwitchedOff = !isSwitchedOn(calls.decide, feature, caller.population, switches.features)
  return [
    ...waitingSources(context, facts),
    ...(scope === null || isSwitchedOff ? [] : [waitingTransfers({ ...context, scope })]),
  ]
}
