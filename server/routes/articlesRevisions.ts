import { and, desc, eq } from 'drizzle-orm'

import type { articles as resource } from '../../resources/articles/index.ts'
import type { Context } from '../context.ts'
import { articleRevisions, articles } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { missing, wrongState } from '../refusal.ts'
import { type Content, contentOf, workingOf } from '../services/articleContent.ts'
import { changedParagraphs } from '../services/changedParagraphs.ts'
import { log } from '../services/audit.ts'
import { conflict } from '../versioned.ts'
import { contentFields } from '../../resources/articles/index.ts'
import { changeState } from './articlesReview.ts'
import { contentDiff, lock, type Named, namedIn, reach, revise, target } from './articlesRow.ts'
import { edit } from './articlesWrite.ts'

type Calls = typeof resource.calls

/** The history reaches back this far; older revisions stay in the table. A body may have 100,000 characters. */
const most = 50

const diffOf = (before: Partial<Content>, after: Partial<Content>, named: Named) =>
  contentDiff(before, after, named).map(({ field, label, ...it }) => ({
    field,
    label,
    ...(field === 'content'
      ? changedParagraphs(before.content ?? '', after.content ?? '')
      : { before: String(it.before), after: String(it.after) }),
  }))

/** What was done to an article, the latest first, each with what it changed. */
export const revisions: Handlers<Calls>['revisions'] = async ({ articleId }, context) => {
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
    .where(and(reach(context), eq(articles.articleId, articleId)))
    .orderBy(desc(articleRevisions.version))
    .limit(most + 1)
  if (rows.length === 0) throw missing()
  const contents = rows.map(it => it.content as Partial<Content>)
  const named = await namedIn(context, contents)
  return rows.slice(0, most).map(({ content, at, ...row }, index) => ({
    ...row,
    at: at.toISOString(),
    diff: diffOf(contents[index + 1] ?? {}, content as Partial<Content>, named),
  }))
}

/** Of an earlier content what there still is to choose. When it appears and expires is no content. */
const restorable = (earlier: Content, now: Content, named: Named): Partial<Content> => {
  const { publishAt: _p, expireAt: _e, sort: _s, kind: _k, ...content } = earlier
  const isThere = (field: string, id: number) => named.some(it => it.field === field && it.id === id)
  const isKept = (field: 'typeId' | 'organizationId') => !isThere(field, content[field])
  return {
    ...content,
    lawyerIds: content.lawyerIds.filter(id => isThere('lawyerIds', id)),
    professional: content.professional.filter(id => isThere('professional', id)),
    ...(isKept('typeId') && { typeId: now.typeId }),
    ...(isKept('organizationId') && { organizationId: now.organizationId }),
  }
}

/** An edit like any other, and so reviewed like any other. */
export const restore: Handlers<Calls>['restore'] = async ({ articleId, to, version }, context) => {
  const row = await lock(context, articleId)
  const isIt = and(eq(articleRevisions.articleId, articleId), eq(articleRevisions.version, to))
  const [found] = await context.db
    .select({ content: articleRevisions.content })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.firmId, context.firmId), isIt))
  if (!found) throw missing()
  const earlier = found.content as Content
  const typed = restorable(earlier, workingOf(row), await namedIn(context, [earlier]))
  return edit(context, row, { version, typed, as: 'restore' })
}

/** The change is gone from here on, and stays in the history. */
export const discard: Handlers<Calls>['discard'] = async ({ articleId, version }, context: Context) => {
  const row = await lock(context, articleId)
  if (row.status !== 2 || row.revisionStatus === null) throw wrongState(row.status, [2], '没有待处理的修改')
  const [kept, lost] = [contentOf(row), workingOf(row)]
  if (row.version !== version) throw conflict(contentFields, row, {})
  const named = await namedIn(context, [kept, lost])
  const done = { revision: null, revisionStatus: null, refuseReason: null }
  const written = await changeState(context, row, done)
  await revise(context, articleId, written.version, 'discard', kept)
  const diff = contentDiff(lost, kept, named)
  const fields = diff.map(it => it.label).join('、')
  await log(context, {
    module: 6,
    action: 'withdraw',
    target: target(written),
    diff,
    summary: `放弃【${written.title}】的修改:${fields}`,
  })
  return { status: written.status, version: written.version }
}
