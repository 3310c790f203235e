import { and, desc, eq } from 'drizzle-orm'

import { type articles as resource, articleContentFields } from '../../../resources/articles/index.ts'
import { changesOf } from '../../../resources/domain/change.ts'
import { notFound } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { readableChanges } from '../../context/readable.ts'
import { articleRevisions, articles } from '../../db/tables.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { type Content, contentOf, articleTarget, workingContentOf } from '../../services/articles/content.ts'
import { saveRevision } from '../../services/articles/history.ts'
import { permissionsFor } from '../../services/articles/permissions.ts'
import {
  contentDiff,
  type FoundReferences,
  referencesIn,
  referencesOf,
} from '../../services/articles/references.ts'
import { nextState, noPendingChange } from '../../services/articles/transitions.ts'
import { log } from '../../services/audit/audit.ts'
import { changedParagraphs } from '../../services/markup/sanitize.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { changeState, lockArticle, visibleArticles } from './lock.ts'
import { editArticle } from './write.ts'

type Calls = typeof resource.calls

/**
 * Number of revisions that the history shows; older ones stay in the table. A body may have 100,000
 * characters.
 */
const maxRevisions = 50

/** The changes between two contents; of a long text only the paragraphs that differ. */
export const revisionDiff = (
  before: Partial<Content>,
  after: Partial<Content>,
  references: FoundReferences,
) =>
  Promise.all(
    changesOf(articleContentFields, contentDiff(before, after, references)).map(async it =>
      it.field === 'content'
        ? { ...it, ...(await changedParagraphs(before.content ?? '', after.content ?? '')) }
        : it,
    ),
  )

/** The revisions of an article, the latest first, each with its changes. */
export const listArticleRevisions: Handlers<Calls>['revisions'] = async ({ articleId }, context) => {
  const rows = await context.db
    .select({
      version: articleRevisions.version,
      kind: articleRevisions.kind,
      content: articleRevisions.content,
      at: articleRevisions.at,
      by: articleRevisions.byName,
    })
    .from(articleRevisions)
    .innerJoin(
      articles,
      and(eq(articles.firmId, articleRevisions.firmId), eq(articles.articleId, articleRevisions.articleId)),
    )
    .where(and(visibleArticles(context), eq(articles.articleId, articleId)))
    .orderBy(desc(articleRevisions.version))
    .limit(maxRevisions + 1)
  if (rows.length === 0) throw notFound()
  const contents = rows.map(row => row.content)
  const references = await referencesIn(context, contents)
  const answers = []
  // Processed one after another: in parallel, the long texts of fifty revisions would fill the queue of the
  // markup thread.
  for (const [index, { content, at, ...row }] of rows.slice(0, maxRevisions).entries())
    answers.push({
      ...row,
      at: at.toISOString(),
      diff: readableChanges(
        context,
        articleContentFields,
        await revisionDiff(contents[index + 1] ?? {}, content, references),
      ),
    })
  return answers
}

/** Restoring a content does not change when and where the article appears. */
export const fieldsKeptAtRestore = ['publishAt', 'expireAt', 'sort', 'kind'] as const

/**
 * The earlier content without references that no longer exist; times of publication and expiry are not part
 * of the content.
 */
const restorableContent = (
  earlier: Partial<Content>,
  current: Content,
  references: FoundReferences,
): Partial<Content> => {
  const { publishAt: _p, expireAt: _e, sort: _s, kind: _k, ...content } = earlier
  const isReferable = (field: string, id: number | null | undefined) =>
    references.some(it => it.field === field && it.id === id)
  const usesCurrent = (field: 'typeId' | 'organizationId') => !isReferable(field, content[field])
  return {
    ...content,
    lawyerIds: (content.lawyerIds ?? []).filter(id => isReferable('lawyerIds', id)),
    professional: (content.professional ?? []).filter(id => isReferable('professional', id)),
    ...(usesCurrent('typeId') && { typeId: current.typeId }),
    ...(usesCurrent('organizationId') && { organizationId: current.organizationId }),
  }
}

/** Restoring is an edit and is reviewed like any other. */
export const restoreArticleRevision: Handlers<Calls>['restore'] = async (
  { articleId, to, version, fields },
  context,
) => {
  const isVersion = and(eq(articleRevisions.articleId, articleId), eq(articleRevisions.version, to))
  const [earlierRevision] = await context.db
    .select({ content: articleRevisions.content })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.firmId, context.firmId), isVersion))
  if (!earlierRevision) throw notFound()
  await lockReferences(context, referencesOf(earlierRevision.content))
  const row = await lockArticle(context, articleId)
  const references = await referencesIn(context, [earlierRevision.content])
  const content = restorableContent(earlierRevision.content, workingContentOf(row), references)
  const patch = fields
    ? Object.fromEntries(Object.entries(content).filter(([name]) => fields.includes(name)))
    : content
  return editArticle(context, row, { version, patch, as: 'restore' })
}

/** Drops the pending change, which stays in the history. */
export const discardArticleChange: Handlers<Calls>['discard'] = async ({ articleId, version }, context) => {
  const row = await lockArticle(context, articleId)
  const [publicContent, discardedContent] = [contentOf(row), workingContentOf(row)]
  nextState(context, 'discard', row, await permissionsFor(context, discardedContent))
  if (row.version !== version) throw versionConflictError(context, articleContentFields, row, {})
  const references = await referencesIn(context, [publicContent, discardedContent])
  const saved = await changeState(context, row, noPendingChange)
  await saveRevision(context, articleId, saved.version, 'discard', publicContent)
  const diff = contentDiff(discardedContent, publicContent, references)
  const fields = diff.map(it => it.label).join('、')
  await log(context, {
    module: 6,
    action: 'withdraw',
    target: articleTarget(saved),
    diff,
    summary: `放弃【${saved.title}】的修改：${fields}`,
  })
  return { status: saved.status, version: saved.version }
}
