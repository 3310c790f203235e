import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import { type articles as resource, contentFields, submissionFaults } from '../../resources/articles/index.ts'
import type { FieldErrors, LogAction } from '../../resources/kit/index.ts'
import type { Context } from '../context.ts'
import { articles } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { invalid, missing, Refusal, wrongState } from '../refusal.ts'
import { actorOf } from '../scope.ts'
import {
  type Article,
  changesOf,
  columnsOf,
  type Content,
  contentOf,
  differing,
  workingOf,
  written,
} from '../services/articleContent.ts'
import { type Entry, log } from '../services/audit.ts'
import { conflict, created, updateVersioned } from '../versioned.ts'
import { forgetDraft } from './articlesDraft.ts'
import { checkVideo } from './articlesVideo.ts'
import { tellPublished, tellReviewers, tellScheduled } from './articlesLetters.ts'
import { publication } from './articlesReview.ts'
import {
  contentDiff,
  lock,
  type Named,
  namedIn,
  peopleIn,
  revise,
  standingOf,
  target,
  writePeople,
} from './articlesRow.ts'

type Calls = typeof resource.calls
type Submit = z.output<Calls['add']['input']>['submit']
type Status = Article['status']
type Standing = Awaited<ReturnType<typeof standingOf>>

/** What is newly chosen is what the firm offers; what was chosen before may stay. */
const checkChoices = (before: Partial<Content>, after: Content, named: Named) => {
  const isThere = (field: string, id: number) =>
    named.some(it => it.field === field && it.id === id && (it.isOffered || field === 'lawyerIds'))
  const added = (name: 'lawyerIds' | 'professional') =>
    after[name].filter(id => !(before[name] ?? []).includes(id))
  const type = named.find(it => it.field === 'typeId' && it.id === after.typeId)
  const isTypeKept = before.typeId === after.typeId && before.kind === after.kind
  const errors: FieldErrors = {
    ...(!isTypeKept && (!type?.isOffered || type.kind !== after.kind) && { typeId: '请选择本栏目的分类' }),
    ...(before.organizationId !== after.organizationId &&
      !isThere('organizationId', after.organizationId) && { organizationId: '请选择所属律所' }),
    ...(added('lawyerIds').some(id => !isThere('lawyerIds', id)) && { lawyerIds: '请选择作者/承办律师' }),
    ...(added('professional').some(id => !isThere('professional', id)) && { professional: '请选择专业领域' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Within reach it stays: administrators of an office write for their office, lawyers for theirs and themselves. */
const placed = ({ caller, scope }: Context, content: Content): Content => {
  if (scope === 'all') return content
  if (content.organizationId !== caller.organizationId) throw invalid({ organizationId: '只能选择本所' })
  if (caller.population === 1 || content.lawyerIds.includes(caller.id)) return content
  return { ...content, lawyerIds: [caller.id, ...content.lawyerIds].slice(0, 10) }
}

/** All that is missing in one sentence, since a submission from a list has no fields to mark. */
const checkComplete = (content: Content, { homeUrl }: Standing, now: Date) => {
  const { expireAt } = content
  const errors: FieldErrors = {
    ...submissionFaults(content, homeUrl),
    ...(expireAt && new Date(expireAt) <= now && { expireAt: '下线时间应晚于现在' }),
  }
  const sentences = Object.values(errors)
  if (sentences.length > 0) throw new Refusal('4220', `还不能提交:${sentences.join(';')}`, { errors })
}

/** The next state of an article that is not public: its own columns change. */
const nextOf = (status: Status, submit: Submit, { mayPublish, isReviewer }: Standing, isChanged: boolean) => {
  const refused = (allowed: readonly Status[], message?: string) => wrongState(status, allowed, message)
  if (submit === 1) {
    if (mayPublish && (status !== 1 || isReviewer)) return 'publish'
    if (status === 0 || status === 3) return 1
    throw refused(status === 4 ? [2] : [0], status === 4 ? '重新发布需要审核权限' : undefined)
  }
  if (submit === 0) {
    if (status === 4) throw refused([2])
    return 0
  }
  if (status === 1 && !isReviewer) throw refused([0], '审核中不能修改,请先撤回')
  if (status === 5 && !mayPublish) throw refused([0], '待发布的内容不能修改,请先撤回')
  // What was corrected after a refusal is a draft again.
  return status === 3 && isChanged ? 0 : status
}

/** The next state of the change beside a published article. */
const nextRevision = (row: Article, submit: Submit, standing: Standing, isChanged: boolean) => {
  const { revisionStatus } = row
  if (submit === 1) {
    if (!isChanged && revisionStatus === null) throw wrongState(2, [4], '没有需要提交的修改')
    if (standing.mayPublish && (revisionStatus !== 1 || standing.isReviewer)) return 'publish'
    if (revisionStatus === 1) throw wrongState(1, [0], '修改正在审核中')
    return 1
  }
  if (submit === 0 && !isChanged && revisionStatus !== 1) throw wrongState(2, [4], '没有需要撤回的修改')
  if (submit === undefined && revisionStatus === 1) {
    if (standing.isReviewer) return 1
    throw wrongState(1, [0], '修改正在审核中,请先撤回')
  }
  return isChanged || revisionStatus !== null ? 0 : null
}

/** Lawyers change what they wrote themselves while it is a draft; what waits they take back first. */
const checkDraftsman = ({ caller }: Context, row: Article, submit: Submit) => {
  if (caller.population === 1) return
  if (row.createdBy !== actorOf(caller)) throw missing()
  const isTakenBack = submit === 0 && row.status === 1
  if (row.status !== 0 && row.status !== 3 && !isTakenBack) throw wrongState(row.status, [0, 3])
}

type Step = {
  action: LogAction | null
  kind: 'edit' | 'submit' | 'withdraw' | 'publish'
  columns: Partial<typeof articles.$inferInsert>
  /** Whether the article's own columns take the content; otherwise it waits beside them. */
  isOwn: boolean
}

const published = (context: Context, row: Article, content: Content): Step => {
  const publishAt = content.publishAt ? new Date(content.publishAt) : null
  const state =
    row.status === 2 ? { publishAt: publishAt ?? row.publishAt } : publication(publishAt, context.now)
  return {
    action: 'publish',
    kind: 'publish',
    columns: { ...state, revision: null, revisionStatus: null, refuseReason: null },
    isOwn: true,
  }
}

const handedIn = ({ now }: Context) => ({ submittedAt: now, refuseReason: null })

const stepFor = (
  context: Context,
  row: Article,
  content: Content,
  { submit, isChanged, standing }: { submit: Submit; isChanged: boolean; standing: Standing },
): Step => {
  if (row.status === 2) {
    if (
      content.publishAt &&
      new Date(content.publishAt) > context.now &&
      content.publishAt !== contentOf(row).publishAt
    )
      throw invalid({ publishAt: '已发布的内容不能改为定时发布,请先下架' })
    const next = nextRevision(row, submit, standing, isChanged)
    if (next === 'publish') return published(context, row, content)
    const isTakenBack = submit === 0 && row.revisionStatus === 1
    return {
      action: next === 1 && submit === 1 ? 'submit' : isTakenBack ? 'withdraw' : null,
      kind: next === 1 && submit === 1 ? 'submit' : isTakenBack ? 'withdraw' : 'edit',
      columns: {
        revision: next === null ? null : changesOf(row, content),
        revisionStatus: next,
        ...(next === 1 && submit === 1 && handedIn(context)),
      },
      isOwn: false,
    }
  }
  const next = nextOf(row.status, submit, standing, isChanged)
  if (next === 'publish') return published(context, row, content)
  const isTakenBack = next === 0 && (row.status === 1 || row.status === 5)
  return {
    action: submit === 1 ? 'submit' : isTakenBack ? 'withdraw' : null,
    kind: submit === 1 ? 'submit' : isTakenBack ? 'withdraw' : 'edit',
    // A scheduled one whose hour was moved into the past is due at the next turn of the clock.
    columns: { status: next, revision: null, ...(submit === 1 && handedIn(context)) },
    isOwn: true,
  }
}

const tell = async (context: Context, row: Article, { action }: Step) => {
  if (action === 'submit') await tellReviewers(context, row, row.status === 2)
  if (action === 'publish')
    await (row.status === 5 ? tellScheduled(context, row) : tellPublished(context, row))
}

const entriesFor = (
  row: Article,
  step: Step,
  diff: Entry['diff'] = [],
  action: 'update' | 'restore' = 'update',
): Entry[] => [
  ...(diff.length > 0 ? [{ module: 6 as const, action, target: target(row), diff }] : []),
  ...(step.action ? [{ module: 6 as const, action: step.action, target: target(row) }] : []),
]

export const update: Handlers<Calls>['update'] = async (
  { articleId, version, submit, ...draft },
  context,
) => {
  const row = await lock(context, articleId)
  const answer = await edit(context, row, { version, submit, typed: written(draft) })
  // A submission from a list brings no text, and so leaves the one being written alone.
  if (Object.keys(draft).length > 0) await forgetDraft(context, { kind: row.kind, articleId })
  return answer
}

type Edit = { version: number; submit?: Submit; typed: Partial<Content>; as?: 'restore' }

/** Every change of a content goes this way: by the states, the review and the choices. */
export const edit = async (context: Context, row: Article, { version, submit, typed, as }: Edit) => {
  const { articleId } = row
  checkDraftsman(context, row, submit)
  const before = workingOf(row)
  const current = { ...row, ...before }
  if (row.version !== version) throw conflict(contentFields, current, typed)
  const content = placed(context, { ...before, ...typed })
  if (content.kind !== row.kind) throw invalid({ kind: '栏目不能修改' })
  const named = await namedIn(context, [before, content])
  checkChoices(before, content, named)
  await checkVideo(context, before, content)
  const standing = await standingOf(context, content)
  const isChanged = differing(before, content).length > 0
  const step = stepFor(context, row, content, { submit, isChanged, standing })
  if (submit === 1) checkComplete(content, standing, context.now)
  const own = step.isOwn ? columnsOf(content, peopleIn(named, content)) : {}
  const answer = await updateVersioned(context, articles, {
    where: and(
      eq(articles.firmId, row.firmId),
      eq(articles.articleId, articleId),
      eq(articles.status, row.status),
    )!,
    current,
    version,
    patch: { ...own, ...step.columns },
    fields: contentFields,
  })
  const after: Article = { ...row, ...own, ...step.columns, version: answer.version }
  if (step.isOwn) await writePeople(context, articleId, content)
  await revise(context, articleId, answer.version, as ?? step.kind, step.isOwn ? contentOf(after) : content)
  const diff = contentDiff(before, content, named)
  await log(context, ...entriesFor(after, step, diff, as))
  await tell(context, after, step)
  return { articleId, status: after.status, version: answer.version, findings: [] }
}

export const add: Handlers<Calls>['add'] = async ({ submit, ...draft }, context) => {
  const { db } = context
  const blank = { professional: [], lawyerIds: [] }
  const content = placed(context, { ...draft, ...blank, ...written(draft) } as Content)
  const named = await namedIn(context, [content])
  checkChoices({}, content, named)
  await checkVideo(context, {}, content)
  const standing = await standingOf(context, content)
  if (submit === 1) checkComplete(content, standing, context.now)
  const own = columnsOf(content, peopleIn(named, content))
  const [draftRow] = await db
    .insert(articles)
    .values({ ...own, ...created(context) })
    .returning()
  const row = draftRow!
  await writePeople(context, row.articleId, content)
  await revise(context, row.articleId, row.version, 'create', content)
  const diff = contentDiff({}, content, named)
  await log(context, { module: 6, action: 'create', target: target(row), diff })
  await forgetDraft(context, { kind: row.kind })
  const { articleId, version } = row
  if (submit !== 1) return { articleId, status: row.status, version, findings: [] }
  return handIn(context, row, content, standing)
}

/** What was made a moment ago goes the way of every submission. */
const handIn = async (context: Context, row: Article, content: Content, standing: Standing) => {
  const step = stepFor(context, row, content, { submit: 1, isChanged: false, standing })
  const { version } = await updateVersioned(context, articles, {
    where: and(eq(articles.firmId, row.firmId), eq(articles.articleId, row.articleId))!,
    current: { ...row, ...content },
    version: row.version,
    patch: step.columns,
    fields: contentFields,
  })
  const after: Article = { ...row, ...step.columns, version }
  await revise(context, row.articleId, version, step.kind, contentOf(after))
  await log(context, ...entriesFor(after, step))
  await tell(context, after, step)
  return { articleId: row.articleId, status: after.status, version, findings: [] }
}
