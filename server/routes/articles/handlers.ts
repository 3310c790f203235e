import { placeHold } from '../../services/holds/placeHold.ts'
import { and, eq, sql } from 'drizzle-orm'

import { fromKeys, keysOf } from '../../../resources/kit/objects.ts'
import { ownRow } from '../../../resources/articles/records.ts'
import type { articles as resource } from '../../../resources/articles/index.ts'
import { articles } from '../../db/tables.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { columnsToSelect } from '../../records/columns.ts'
import { tabCounts } from '../../db/lists/counts.ts'
import { notFound } from '../../context/apiError.ts'
import { removedColumns } from '../../context/actor.ts'
import { authorsOf } from '../../services/articles/authors.ts'
import { consentFor } from '../../services/articles/consent.ts'
import { articleFindings } from '../../services/articles/checks.ts'
import {
  type Content,
  publishedPart,
  articleTarget,
  workingContentOf,
} from '../../services/articles/content.ts'
import { nextState } from '../../services/articles/transitions.ts'
import { permissionsFor } from '../../services/articles/permissions.ts'
import { log } from '../../services/audit/audit.ts'
import { complianceColumns, complianceFromFacts } from '../../services/compliance/compliance.ts'
import { createLink, recordWithdrawal } from '../previewLinks/create.ts'
import { getArticleDraft, dropArticleDraft, saveArticleDraft } from './draft.ts'
import { ignoreArticleFinding } from './ignoreFinding.ts'
import { getUserList, userShow, userTop } from './personal.ts'
import { takeArticleOffline, passArticle, refuseArticle, setArticlePin } from './review.ts'
import { discardArticleChange, restoreArticleRevision, listArticleRevisions } from './revisions.ts'
import { lockArticle, visibleArticles } from './lock.ts'
import { withFilter } from '../../records/conditions.ts'
import { articleList, ownershipColumn } from './rows.ts'
import { officialHandlers } from './official.ts'
import { addArticle, updateArticle } from './write.ts'

type Calls = typeof resource.calls

const states = { draft: 0, pending: 1, published: 2, refused: 3, offline: 4, scheduled: 5 } as const

const getArticleNum: Handlers<Calls>['getArticleNum'] = (filters, context) => {
  const counted = (query: typeof filters) => sql`from ${articles} where ${articleList.where(context, query)}`
  const tabs = fromKeys(keysOf(states), name => counted(withFilter(filters, 'status', [states[name]])))
  return tabCounts(context, { all: counted(filters), ...tabs })
}

/** Whether the caller's right to the names of parties covers this article; lawyers see only articles of their own anyway. */
const mayReadParties = (
  context: Context,
  { organizationId, isOwn }: { organizationId: number; isOwn: 0 | 1 },
) => {
  const scope = scopeOfCaller(context, 'article.parties')
  if (scope === 'office') return organizationId === context.caller.organizationId
  return scope === 'own' ? isOwn === 1 : scope !== null
}

const withoutParties = <R extends { revision: Partial<Content> | null }>({ revision, ...columns }: R) => {
  const { parties: _, ...change } = revision ?? {}
  return { ...columns, parties: null, revision: revision && change }
}

const getArticle: Handlers<Calls>['one'] = async ({ articleId }, context) => {
  const [row] = await context.db
    .select({
      ...columnsToSelect(ownRow, articles, ownershipColumn(context.caller)),
      content: articles.content,
      caseInfo: articles.caseInfo,
      parties: articles.parties,
      revision: articles.revision,
      ignored: articles.ignoredFindings,
      ...complianceColumns(context.firmId),
    })
    .from(articles)
    .where(and(visibleArticles(context), eq(articles.articleId, articleId)))
  if (!row) throw notFound()
  const { review, promotionRules, ignored, ...stored } = row
  const isPartyReader = mayReadParties(context, stored)
  const { revision, ...columns } = isPartyReader ? stored : withoutParties(stored)
  return {
    ...columns,
    ...revision,
    changedFields: Object.keys(revision ?? {}),
    published: revision && publishedPart(columns, revision),
    consent: await consentFor(context, articleId, { ...stored, ...stored.revision }),
    people: await authorsOf(context, articleId, columns.lawyerIds ?? []),
    findings: articleFindings(
      { ...columns, ...revision },
      { compliance: complianceFromFacts({ review, promotionRules }), ignored },
      context.now,
    ),
  }
}

/** Moves an article into the bin; a published one must be taken offline first. */
const removeArticle: Handlers<Calls>['remove'] = async ({ articleId }, context) => {
  const row = await lockArticle(context, articleId)
  nextState(context, 'remove', row, await permissionsFor(context, workingContentOf(row)))
  await context.db
    .update(articles)
    .set(removedColumns(context, articles))
    .where(and(eq(articles.firmId, context.firmId), eq(articles.articleId, articleId)))
  await log(context, { module: 6, action: 'delete', target: articleTarget(row) })
  return {}
}

export const articleHandlers: Handlers<Calls> = {
  getList: articleList.listing,
  getArticleNum,
  add: addArticle,
  update: updateArticle,
  remove: removeArticle,
  one: getArticle,
  ...officialHandlers,
  draft: getArticleDraft,
  keepDraft: saveArticleDraft,
  dropDraft: dropArticleDraft,
  pass: passArticle,
  refuse: refuseArticle,
  offline: takeArticleOffline,
  hold: async ({ articleId, ...input }, context) =>
    placeHold(context, articleTarget(await lockArticle(context, articleId)), 'articles', input),
  share: ({ articleId, recipient }, context) => createLink(context, { articleId }, { purpose: 1, recipient }),
  askConsent: ({ articleId, recipient }, context) =>
    createLink(context, { articleId }, { purpose: 2, recipient }),
  withdrawConsent: async ({ articleId }, context) => {
    await recordWithdrawal(context, articleId)
    return {}
  },
  top: setArticlePin,
  discard: discardArticleChange,
  ignoreFinding: ignoreArticleFinding,
  revisions: listArticleRevisions,
  restore: restoreArticleRevision,
  getUserList,
  userTop,
  userShow,
}
