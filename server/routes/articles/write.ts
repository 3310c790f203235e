import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import { type articles as resource, articleContentFields } from '../../../resources/articles/index.ts'
import { createdColumns } from '../../context/actor.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles } from '../../db/tables.ts'
import {
  notifyArticlePublished,
  notifyArticleScheduled,
  notifyArticleSubmitted,
} from '../../notifications/articles.ts'
import { versionConflictError, updateVersioned } from '../../records/versioned.ts'
import { saveAuthors } from '../../services/articles/authors.ts'
import {
  articleFindings,
  checkArticleChoices,
  checkSubmittable,
  checkArticleVideo,
  withinScope,
} from '../../services/articles/checks.ts'
import { consentFor } from '../../services/articles/consent.ts'
import {
  type ArticleRow,
  columnsOf,
  type Content,
  contentOf,
  differingArticleFields,
  parseInput,
  articleTarget,
  workingContentOf,
} from '../../services/articles/content.ts'
import { saveRevision } from '../../services/articles/history.ts'
import { type Permissions, permissionsFor } from '../../services/articles/permissions.ts'
import { authorNames, contentDiff, referencesIn, referencesOf } from '../../services/articles/references.ts'
import { type SubmitMode, type Transition, transitionFor } from '../../services/articles/transitions.ts'
import { type LogEntry, log } from '../../services/audit/audit.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { deleteArticleDraft } from './draft.ts'
import { lockArticle } from './lock.ts'

type Calls = typeof resource.calls

const notifyAbout = async (context: Context, row: ArticleRow, { action }: Transition) => {
  if (action === 'submit') await notifyArticleSubmitted(context, row, row.status === 2)
  if (action === 'publish')
    await (row.status === 5 ? notifyArticleScheduled(context, row) : notifyArticlePublished(context, row))
}

const entriesFor = (
  row: ArticleRow,
  { action }: Transition,
  diff: LogEntry['diff'] = [],
  editedBy: 'update' | 'restore' = 'update',
): LogEntry[] => [
  ...(diff.length > 0 ? [{ module: 6 as const, action: editedBy, target: articleTarget(row), diff }] : []),
  ...(action ? [{ module: 6 as const, action, target: articleTarget(row) }] : []),
]

type Edit = { version: number; submit?: SubmitMode; patch: Partial<Content>; as?: 'restore' }

/**
 * Every change of an article's content goes through this function, which applies the states, the review and
 * the checks of references.
 */
export const editArticle = async (
  context: Context,
  row: ArticleRow,
  { version, submit, patch, as }: Edit,
) => {
  const { articleId } = row
  const before = workingContentOf(row)
  const current = { ...row, ...before }
  if (row.version !== version) throw versionConflictError(context, articleContentFields, current, patch)
  const content = withinScope(context, { ...before, ...patch })
  if (content.kind !== row.kind) throw invalid({ kind: '栏目不能修改' })
  const references = await referencesIn(context, [before, content])
  checkArticleChoices(before, content, references)
  await checkArticleVideo(context, before, content)
  const permissions = { ...(await permissionsFor(context, content)), ignored: row.ignoredFindings }
  const isChanged = differingArticleFields(before, content).length > 0
  const consent = await consentFor(context, articleId, content)
  const transition = transitionFor(context, row, content, { submit, isChanged, permissions, consent })
  const findings = articleFindings(content, permissions, context.now)
  if (!isChanged && submit === undefined) return { articleId, status: row.status, version, findings }
  const { isOwn, columns, action } = transition
  // A scheduled article is published by a job without further checks, so it is checked now.
  if (submit === 1 || columns.status === 5) checkSubmittable(content, permissions, context.now)
  const contentColumns = isOwn ? await columnsOf(content, authorNames(references, content)) : {}
  const answer = await updateVersioned(context, articles, {
    where: and(
      eq(articles.firmId, row.firmId),
      eq(articles.articleId, articleId),
      eq(articles.status, row.status),
    )!,
    current,
    version,
    patch: { ...contentColumns, ...columns },
    fields: articleContentFields,
  })
  const after: ArticleRow = { ...row, ...contentColumns, ...columns, version: answer.version }
  if (isOwn) await saveAuthors(context, articleId, content)
  const savedContent = isOwn ? contentOf(after) : content
  await saveRevision(context, articleId, answer.version, as ?? action ?? 'edit', savedContent)
  await log(context, ...entriesFor(after, transition, contentDiff(before, content, references), as))
  await notifyAbout(context, after, transition)
  return { articleId, status: after.status, version: answer.version, findings }
}

export const updateArticle: Handlers<Calls>['update'] = async (
  { articleId, version, submit, ...input },
  context,
) => {
  const patch = await parseInput(input)
  await lockReferences(context, referencesOf(patch))
  const row = await lockArticle(context, articleId)
  const answer = await editArticle(context, row, { version, submit, patch })
  // A submission from a list has no text, and so keeps the draft that is being written.
  if (Object.keys(input).length > 0) await deleteArticleDraft(context, { kind: row.kind, articleId })
  return answer
}

/** Submits a new article in the same way as any other submission. */
const submitNew = async (context: Context, row: ArticleRow, content: Content, permissions: Permissions) => {
  const { articleId } = row
  const consent = await consentFor(context, articleId, content)
  const change = { submit: 1, isChanged: false, permissions, consent } as const
  const transition = transitionFor(context, row, content, change)
  const { version } = await updateVersioned(context, articles, {
    where: and(eq(articles.firmId, row.firmId), eq(articles.articleId, articleId))!,
    current: { ...row, ...content },
    version: row.version,
    patch: transition.columns,
    fields: articleContentFields,
  })
  const after: ArticleRow = { ...row, ...transition.columns, version }
  await saveRevision(context, articleId, version, transition.action ?? 'edit', contentOf(after))
  await log(context, ...entriesFor(after, transition))
  await notifyAbout(context, after, transition)
  return {
    articleId,
    status: after.status,
    version,
    findings: articleFindings(content, permissions, context.now),
  }
}

type NewArticle = z.output<Calls['add']['input']>

/** Creates an article, and submits it if that is asked for. */
export const createArticle = async ({ submit, ...input }: NewArticle, context: Context) => {
  const { professional: _, ...sentFields } = input
  const emptyLists = { professional: [], lawyerIds: [] }
  const content = withinScope(context, { ...sentFields, ...emptyLists, ...(await parseInput(input)) })
  await lockReferences(context, referencesOf(content))
  const references = await referencesIn(context, [content])
  checkArticleChoices({}, content, references)
  await checkArticleVideo(context, {}, content)
  const permissions = await permissionsFor(context, content)
  if (submit === 1) checkSubmittable(content, permissions, context.now)
  const contentColumns = await columnsOf(content, authorNames(references, content))
  const [insertedRow] = await context.db
    .insert(articles)
    .values({ ...contentColumns, ...createdColumns(context) })
    .returning()
  const row = insertedRow!
  const { articleId, version } = row
  await saveAuthors(context, articleId, content)
  await saveRevision(context, articleId, version, 'create', content)
  const diff = contentDiff({}, content, references)
  await log(context, { module: 6, action: 'create', target: articleTarget(row), diff })
  if (submit !== 1)
    return {
      articleId,
      status: row.status,
      version,
      findings: articleFindings(content, permissions, context.now),
    }
  return submitNew(context, row, content, permissions)
}

export const addArticle: Handlers<Calls>['add'] = async (input, context) => {
  const answer = await createArticle(input, context)
  await deleteArticleDraft(context, { kind: input.kind })
  return answer
}
