import type { RuleId } from '../../../resources/domain/ruleCatalogue.ts'
import type { IgnoredFinding } from '../../../resources/domain/finding.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import { articleFindings, promotionErrors } from '../articles/checks.ts'
import { isPublishedAtOnce } from '../articles/permissions.ts'
import type { ArticleContent } from '../../db/tables.ts'
import { type Deciders, mayDecide } from './deciders.ts'
import { compareFindings } from './findings.ts'
import type { Side, Sides } from './sides.ts'
import type { Tally } from './tally.ts'

/** A submission of an article or a decision about it, from the log. */
export type PastArticle = {
  id: number
  articleId: number
  action: string
  at: Date
  by: string
  reason: string | null
  operatorType: 1 | 2
  operatorId: number
  officeLevel: OfficeLevel | null
  organizationId: number
  title: string
  office: number
  /** Mobiles of its authors, by which an administrator is known to be one of them. */
  mobiles: readonly string[]
  ignored: readonly IgnoredFinding[]
  /** Null where no rehearsed rule is about texts. */
  content: Partial<ArticleContent> | null
}

const complianceOf = (side: Side) => side.rulesOf(0).compliance

/** The fields that would have kept it from being handed in or published. */
const stoppedFields = ({ content, ignored, at }: PastArticle, side: Side) =>
  content ? Object.keys(promotionErrors(content, { compliance: complianceOf(side), ignored }, at)) : []

const isPublishedUnder = (row: PastArticle, side: Side, deciders: Deciders) => {
  const { operatorType: population, operatorId, officeLevel, organizationId } = row
  const isReviewer =
    population === 1 &&
    officeLevel !== null &&
    mayDecide('article.pass', { id: operatorId, officeLevel, organizationId }, row, side, deciders)
  return isPublishedAtOnce(side.articleReview, { population, isReviewer })
}

const exampleOf = ({ articleId, title, at, by }: PastArticle) => ({ id: articleId, name: title, at, by })

const replay = (
  row: PastArticle,
  verdict: PastArticle | undefined,
  sides: Sides,
  deciders: Deciders,
  tally: Tally,
) => {
  const waited = row.action === 'submit'
  const isRefused = verdict?.action === 'refuse'
  const { present, draft } = sides
  if (stoppedFields(row, present).length > 0 || isPublishedUnder(row, present, deciders) === waited) {
    tally.totals.unlike += 1
    return
  }
  tally.consider(waited ? 'review' : 'publication', 'articles')
  tally.consider('text', 'articles')
  if (waited && isRefused) tally.consider('refusal', 'articles')
  const { content, ignored, at } = row
  if (content) {
    const findingsOf = (only: readonly RuleId[]) =>
      articleFindings(content, { compliance: complianceOf(draft), ignored }, at, only)
    compareFindings(sides, findingsOf, ['articles', exampleOf(row)], tally)
  }
  const fields = stoppedFields(row, sides.stopping)
  if (fields.length > 0) return tally.add('stopped', 'articles', { ...exampleOf(row), fields })
  if (isPublishedUnder(row, draft, deciders) !== waited) return
  if (!waited) return tally.add('waiting', 'articles', exampleOf(row))
  tally.add('unneeded', 'articles', exampleOf(row))
  if (isRefused) tally.add('refused', 'articles', { ...exampleOf(row), text: verdict.reason })
}

/** Replays submissions in the order of the latest first, in which the decision about one comes before it. */
export const createArticleReplay = (sides: Sides, deciders: Deciders, tally: Tally) => {
  const verdicts = new Map<number, PastArticle>()
  return (row: PastArticle) => {
    const { articleId, action } = row
    const verdict = verdicts.get(articleId)
    verdicts.set(articleId, row)
    if (action === 'submit' || action === 'publish') replay(row, verdict, sides, deciders, tally)
  }
}
