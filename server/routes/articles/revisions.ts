import { and, desc, eq } from 'drizzle-orm'

import { type articles as resource, contentFields } from '../../../resources/articles/index.ts'
import { changesOf } from '../../../resources/domain/change.ts'
import { notFound } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { readableChanges } from '../../context/readable.ts'
import { articleRevisions, articles } from '../../db/tables.ts'
import { conflict } from '../../records/versioned.ts'
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

/** Number of revisions that the history shows; older ones stay in the table. A body may have 100,000 characters. */
const maxRevisions = 50

const diffOf = (before: Partial<Content>, after: Partial<Content>, references: FoundReferences) =>
  Promise.all(
    changesOf(contentFields, contentDiff(before, after, references)).map(async it =>
      it.field === 'content'
        ? { ...it, ...(await changedParagraphs(before.content ?? '', after.content ?? '')) }
        : it,
    ),
  )

/** What was done to an article, the latest first, each with what it changed. */
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
    .innerJoin(articles, eq(articles.articleId, articleRevisions.articleId))
    .where(and(visibleArticles(context), eq(articles.articleId, articleId)))
    .orderBy(desc(articleRevisions.version))
    .limit(maxRevisions + 1)
  if (rows.length === 0) throw notFound()
  const contents = rows.map(row => row.content)
  const references = await referencesIn(context, contents)
  const answers = []
  // One after another: all at once, the long texts of fifty revisions would wait in line before anybody else's.
  for (const [index, { content, at, ...row }] of rows.slice(0, maxRevisions).entries())
    answers.push({
      ...row,
      at: at.toISOString(),
      diff: readableChanges(
        context,
        contentFields,
        await diffOf(contents[index + 1] ?? {}, content, references),
      ),
    })
  return answers
}

/** Of an earlier content what there still is to choose. When it appears and expires is no content. */
const restorable = (
  earlier: Partial<Content>,
  now: Content,
  references: FoundReferences,
): Partial<Content> => {
  const { publishAt: _p, expireAt: _e, sort: _s, kind: _k, ...content } = earlier
  const exists = (field: string, id: number | null | undefined) =>
    references.some(it => it.field === field && it.id === id)
  const isKept = (field: 'typeId' | 'organizationId') => !exists(field, content[field])
  return {
    ...content,
    lawyerIds: (content.lawyerIds ?? []).filter(id => exists('lawyerIds', id)),
    professional: (content.professional ?? []).filter(id => exists('professional', id)),
    ...(isKept('typeId') && { typeId: now.typeId }),
    ...(isKept('organizationId') && { organizationId: now.organizationId }),
  }
}

/** An edit like any other, and so reviewed like any other. */
export const restoreArticleRevision: Handlers<Calls>['restore'] = async (
  { articleId, to, version },
  context,
) => {
  const isVersion = and(eq(articleRevisions.articleId, articleId), eq(articleRevisions.version, to))
  const [found] = await context.db
    .select({ content: articleRevisions.content })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.firmId, context.firmId), isVersion))
  if (!found) throw notFound()
  await lockReferences(context, referencesOf(found.content))
  const row = await lockArticle(context, articleId)
  const references = await referencesIn(context, [found.content])
  const patch = restorable(found.content, workingContentOf(row), references)
  return editArticle(context, row, { version, patch, as: 'restore' })
}

/** The change is gone from here on, and stays in the history. */
export const discard: Handlers<Calls>['discard'] = async ({ articleId, version }, context) => {
  const row = await lockArticle(context, articleId)
  const [kept, lost] = [contentOf(row), workingContentOf(row)]
  nextState(context, 'discard', row, await permissionsFor(context, lost))
  if (row.version !== version) throw conflict(context, contentFields, row, {})
  const references = await referencesIn(context, [kept, lost])
  const saved = await changeState(context, row, noPendingChange)
  await saveRevision(context, articleId, saved.version, 'discard', kept)
  const diff = contentDiff(lost, kept, references)
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
