import { sql } from 'drizzle-orm'

import { levelOf } from '../../../resources/domain/permissions.ts'
import { scopeOf } from '../../../resources/domain/rights.ts'
import type { Population } from '../../../resources/domain/role.ts'
import type { Context } from '../../context/context.ts'
import { firms } from '../../db/tables.ts'
import { complianceColumns, type ComplianceFacts, complianceFromFacts } from '../compliance/compliance.ts'
import { effectiveSetting } from '../settings/firmSettings.ts'
import { hasOtherReviewer, isForbiddenSelfReview } from '../directory/reviewers.ts'
import type { Content } from './content.ts'

type Subject = Pick<Content, 'lawyerIds' | 'organizationId'>

type ReviewFacts = ComplianceFacts & {
  homeUrl: string | null
  isOwn: boolean
  hasOther: boolean
}

/**
 * The facts that decide whether the caller may publish an article of these people without another person's
 * review.
 */
const reviewFactsFor = async (context: Context, { lawyerIds, organizationId }: Subject) => {
  const { db, firmId, caller } = context
  const isSelf = sql`exists (select from lawyers l join admins self on self.firm_id = l.firm_id and self.mobile = l.mobile
    where self.firm_id = ${firmId} and self.id = ${caller.id} and l.id = any(${sql.param(lawyerIds)}::bigint[]))`
  const columns = complianceColumns(firmId)
  const { rows } = await db.execute<ReviewFacts>(sql`
    select ${columns.review} as review, ${columns.promotionRules} as "promotionRules",
      (select home_url from ${firms} where firm_id = ${firmId}) as "homeUrl",
      ${caller.population === 1 ? isSelf : sql`false`} as "isOwn",
      ${hasOtherReviewer(context, 'article.pass', organizationId)} as "hasOther"`)
  return rows[0]!
}

const canReview = ({ caller, switches }: Context, organizationId: number) => {
  if (!caller.capabilities.has('article.pass')) return false
  const level = levelOf(caller)
  const scope = scopeOf('article.pass', level, switches.rights)
  return scope === 'all' || (scope === 'office' && organizationId === caller.organizationId)
}

/** Whether an article that somebody hands in is published; otherwise it waits for a decision. */
export const isPublishedAtOnce = (
  articleReview: 0 | 1 | 2,
  { population, isReviewer }: { population: Population; isReviewer: boolean },
) => isReviewer || articleReview === 0 || (articleReview === 1 && population === 1)

/**
 * What the caller may do with an article. Nobody reviews an article of which they are an author, unless the
 * firm allows it or nobody else can (docs/domain.md §1, promise Q22). A firm may also review only lawyers'
 * articles, or none.
 */
export const permissionsFor = async (context: Context, subject: Subject) => {
  const { caller } = context
  const { homeUrl, isOwn, hasOther, ...complianceFacts } = await reviewFactsFor(context, subject)
  const { selfAudit, articleReview } = effectiveSetting('cardReview', complianceFacts.review)
  const compliance = complianceFromFacts(complianceFacts)
  const isSelfReview = isForbiddenSelfReview(context, { isOwn, selfAudit: selfAudit === 1, hasOther })
  const isReviewer = canReview(context, subject.organizationId) && !isSelfReview
  const mayPublish = isPublishedAtOnce(articleReview, { population: caller.population, isReviewer })
  return { homeUrl, isSelfReview, isReviewer, mayPublish, compliance }
}
export type Permissions = Awaited<ReturnType<typeof permissionsFor>>
