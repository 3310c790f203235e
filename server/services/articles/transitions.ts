import type { z } from 'zod'

import type { articles as resource } from '../../../resources/articles/index.ts'
import {
  type ArticleAction,
  type ArticleCaller,
  type ArticleState,
  articleStateOf,
  articleStates,
  articleTransitions,
  lacksConsent,
  mayBePublic,
  needsChange,
} from '../../../resources/articles/transitions.ts'
import type { ConsentState } from '../../../resources/domain/consent.ts'
import { entriesOf } from '../../../resources/kit/objects.ts'
import { actorOf } from '../../context/actor.ts'
import { ApiError, invalid, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { articles } from '../../db/tables.ts'
import { type ArticleRow, pendingArticleChanges, type Content, contentOf } from './content.ts'
import type { Permissions } from './permissions.ts'

/** 1 提交, 0 撤回, absent: a change is saved and the state stays. */
export type SubmitMode = z.output<(typeof resource.calls)['add']['input']>['submit']

/** Clears the pending change after it was decided or dropped. */
export const noPendingChange = { revision: null, revisionStatus: null, refuseReason: null }

const callerOf = ({ caller }: Context, { mayPublish, isReviewer }: Permissions): ArticleCaller => {
  if (caller.population === 2) return mayPublish ? 'unreviewedAuthor' : 'author'
  if (isReviewer) return 'reviewer'
  return mayPublish ? 'publisher' : 'editor'
}

const refusalMessages: Partial<Record<ArticleAction, Partial<Record<ArticleState, string>>>> = {
  edit: {
    waiting: '审核中不能修改，请先撤回',
    changeWaiting: '修改正在审核中，请先撤回',
    scheduled: '待发布的内容不能修改，请先撤回',
  },
  submit: {
    published: '没有需要提交的修改',
    changeWaiting: '修改正在审核中，无需重复提交',
    offline: '重新发布需要审核权限，请联系有此权限的管理员',
  },
  withdraw: {
    published: '没有需要撤回的修改',
    changed: '没有需要撤回的修改',
    changeRefused: '没有需要撤回的修改',
  },
}
const generalRefusals: Partial<Record<ArticleAction, string>> = {
  remove: '只能删除草稿或已下架的内容，请先撤回或下架',
  discard: '没有待处理的修改',
}

/** The status codes that can follow this state, whoever acts. */
const followingStatuses = (state: ArticleState) => {
  const following = Object.values(articleTransitions).flatMap(transitions =>
    entriesOf(transitions[state] ?? {}),
  )
  const codes = following.flatMap(([, next]) => (next === 'gone' ? [] : articleStates[next].status))
  return [...new Set(codes)].filter(code => code !== articleStates[state].status).toSorted((a, b) => a - b)
}

const refusalFor = (action: ArticleAction, row: ArticleRow) => {
  const state = articleStateOf(row)
  return wrongState(
    row.status,
    followingStatuses(state),
    refusalMessages[action]?.[state] ?? generalRefusals[action],
  )
}

/** Lawyers may read every article that names them, and change only those they wrote. */
const checkAuthor = ({ caller }: Context, row: ArticleRow) => {
  if (caller.population === 2 && row.createdBy !== actorOf(caller)) throw notFound()
}

/**
 * The state after the caller's action, from the declared transitions; throws a refusal where there is none.
 */
export const nextState = (
  context: Context,
  action: ArticleAction,
  row: ArticleRow,
  permissions: Permissions,
  isChanged = true,
) => {
  checkAuthor(context, row)
  const caller = callerOf(context, permissions)
  const transitions = articleTransitions[action]
  const state = articleStateOf(row)
  const next = transitions[state]?.[caller]
  if (next && (isChanged || !needsChange(action, state))) return next
  const isForOthers = Object.values(transitions).every(by => by[caller] === undefined)
  if (isForOthers && context.caller.population === 2)
    throw new ApiError('4030', '请联系管理员办理', { need: 'article.edit', scope: 'self' })
  throw refusalFor(action, row)
}

export type Transition = {
  /** The log's action besides the change of the content; null where nothing else happens. */
  action: 'submit' | 'withdraw' | 'publish' | null
  columns: Partial<typeof articles.$inferInsert>
  /**
   * Whether the content is written into the article's own columns; otherwise it is stored as a pending
   * change.
   */
  isOwn: boolean
}

/**
 * Publishes at once or schedules the publication: until its time, and until the client of a case has consented. A published
 * article keeps its time of publication unless it is given another one in the past; its change waits for the consent.
 */
export const publicationColumns = (
  { now }: Context,
  row: ArticleRow,
  { publishAt, consent }: { publishAt: Date | null; consent: ConsentState },
) => {
  if (lacksConsent('pass', { ...row, consent }))
    throw invalid({ parties: '客户还没有同意修改后的内容，请先征求客户同意' })
  if (row.status === 2) return { status: 2 as const, publishAt: publishAt ?? row.publishAt }
  const isLater = (publishAt !== null && publishAt > now) || !mayBePublic(consent)
  return { status: isLater ? (5 as const) : (2 as const), publishAt: publishAt ?? now }
}

const actionOf = (submit: SubmitMode) => (submit === 1 ? 'submit' : submit === 0 ? 'withdraw' : 'edit')

const checkPublicationTime = (
  { now }: Context,
  row: ArticleRow,
  { publishAt }: Content,
  next: ArticleState,
) => {
  const isLater = publishAt && new Date(publishAt) > now && publishAt !== contentOf(row).publishAt
  if (row.status === 2 && isLater) throw invalid({ publishAt: '已发布的内容不能改为定时发布，请先下架' })
  if (next === 'scheduled' && !publishAt) throw invalid({ publishAt: '请选择发布时间，或提交后立即发布' })
}

type Change = { submit: SubmitMode; isChanged: boolean; permissions: Permissions; consent: ConsentState }

/** The effect of a change or a submission on an article; throws where the caller may not do it. */
export const transitionFor = (
  context: Context,
  row: ArticleRow,
  content: Content,
  { submit, isChanged, permissions, consent }: Change,
): Transition => {
  const next = nextState(context, actionOf(submit), row, permissions, isChanged)
  if (next === 'gone') throw new Error('A change of an article removes none')
  checkPublicationTime(context, row, content, next)
  if (next === 'published') {
    const publishAt = content.publishAt ? new Date(content.publishAt) : null
    return {
      action: 'publish',
      columns: { ...publicationColumns(context, row, { publishAt, consent }), ...noPendingChange },
      isOwn: true,
    }
  }
  const isPendingChange = row.status === 2
  const isWithdrawn = submit === 0 && ['waiting', 'changeWaiting', 'scheduled'].includes(articleStateOf(row))
  return {
    action: submit === 1 ? 'submit' : isWithdrawn ? 'withdraw' : null,
    columns: {
      // An article whose scheduled time was moved into the past is published at the next run of the schedule.
      ...articleStates[next],
      revision: isPendingChange ? pendingArticleChanges(row, content) : null,
      ...(submit === 1 && { submittedAt: context.now, refuseReason: null }),
    },
    isOwn: !isPendingChange,
  }
}
