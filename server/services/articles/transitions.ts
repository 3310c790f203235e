import type { z } from 'zod'

import type { articles as resource } from '../../../resources/articles/index.ts'
import { actorOf } from '../../context/actor.ts'
import { invalid, missing, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { articles } from '../../db/tables.ts'
import { type Article, changesOf, type Content, contentOf } from './content.ts'
import type { Permissions } from './permissions.ts'

// The states of domain.md §4. A published article has a state of its own for its pending change, `revisionStatus`.

/** 1 提交, 0 撤回, absent: a change is saved and the state stays. */
export type Submit = z.output<(typeof resource.calls)['add']['input']>['submit']
type Status = Article['status']

/** Where an article goes once nothing is in its way: public, or waiting for its hour. */
export const publication = (publishAt: Date | null, now: Date) =>
  publishAt && publishAt > now
    ? { status: 5 as const, publishAt }
    : { status: 2 as const, publishAt: publishAt ?? now }

/** What is left of a pending change once it was decided or dropped. */
export const noPendingChange = { revision: null, revisionStatus: null, refuseReason: null }

/** The article or its pending change waits for a decision. */
export const isWaiting = ({ status, revisionStatus }: Article) => status === 1 || revisionStatus === 1

/** The next state of an article that is not public: its own columns change. */
const nextStatus = (
  status: Status,
  submit: Submit,
  { mayPublish, isReviewer }: Permissions,
  isChanged: boolean,
) => {
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
  if (status === 1 && !isReviewer) throw refused([0], '审核中不能修改，请先撤回')
  if (status === 5 && !mayPublish) throw refused([0], '待发布的内容不能修改，请先撤回')
  // What was corrected after a refusal is a draft again.
  return status === 3 && isChanged ? 0 : status
}

/** The next state of the pending change beside a published article. */
const nextRevisionStatus = (
  { revisionStatus }: Article,
  submit: Submit,
  permissions: Permissions,
  isChanged: boolean,
) => {
  if (submit === 1) {
    if (!isChanged && revisionStatus === null) throw wrongState(2, [4], '没有需要提交的修改')
    if (permissions.mayPublish && (revisionStatus !== 1 || permissions.isReviewer)) return 'publish'
    if (revisionStatus === 1) throw wrongState(1, [0], '修改正在审核中')
    return 1
  }
  if (submit === 0 && !isChanged && revisionStatus !== 1) throw wrongState(2, [4], '没有需要撤回的修改')
  if (submit === undefined && revisionStatus === 1) {
    if (permissions.isReviewer) return 1
    throw wrongState(1, [0], '修改正在审核中，请先撤回')
  }
  return isChanged || revisionStatus !== null ? 0 : null
}

/** Lawyers change what they wrote themselves while it is a draft; what waits they withdraw first. */
export const checkAuthor = ({ caller }: Context, row: Article, submit: Submit) => {
  if (caller.population === 1) return
  if (row.createdBy !== actorOf(caller)) throw missing()
  const isWithdrawn = submit === 0 && row.status === 1
  if (row.status !== 0 && row.status !== 3 && !isWithdrawn) throw wrongState(row.status, [0, 3])
}

export type Transition = {
  /** What the log calls it besides the change of the content; null where nothing else happens. */
  action: 'submit' | 'withdraw' | 'publish' | null
  columns: Partial<typeof articles.$inferInsert>
  /** Whether the article's own columns take the content; otherwise it waits beside them. */
  isOwn: boolean
}

const publish = ({ now }: Context, row: Article, content: Content): Transition => {
  const publishAt = content.publishAt ? new Date(content.publishAt) : null
  const state = row.status === 2 ? { publishAt: publishAt ?? row.publishAt } : publication(publishAt, now)
  return { action: 'publish', columns: { ...state, ...noPendingChange }, isOwn: true }
}

const submitted = ({ now }: Context) => ({ submittedAt: now, refuseReason: null })

type Change = { submit: Submit; isChanged: boolean; permissions: Permissions }

const ofPublished = (
  context: Context,
  row: Article,
  content: Content,
  { submit, isChanged, permissions }: Change,
): Transition => {
  const { publishAt } = content
  if (publishAt && new Date(publishAt) > context.now && publishAt !== contentOf(row).publishAt)
    throw invalid({ publishAt: '已发布的内容不能改为定时发布，请先下架' })
  const next = nextRevisionStatus(row, submit, permissions, isChanged)
  if (next === 'publish') return publish(context, row, content)
  const isSubmitted = next === 1 && submit === 1
  const isWithdrawn = submit === 0 && row.revisionStatus === 1
  return {
    action: isSubmitted ? 'submit' : isWithdrawn ? 'withdraw' : null,
    columns: {
      revision: next === null ? null : changesOf(row, content),
      revisionStatus: next,
      ...(isSubmitted && submitted(context)),
    },
    isOwn: false,
  }
}

/** What a change or a submission does to an article, or why the caller may not do it. */
export const transitionFor = (
  context: Context,
  row: Article,
  content: Content,
  change: Change,
): Transition => {
  if (row.status === 2) return ofPublished(context, row, content, change)
  const { submit, isChanged, permissions } = change
  const next = nextStatus(row.status, submit, permissions, isChanged)
  if (next === 'publish') return publish(context, row, content)
  const isWithdrawn = next === 0 && (row.status === 1 || row.status === 5)
  return {
    action: submit === 1 ? 'submit' : isWithdrawn ? 'withdraw' : null,
    // A scheduled one whose hour was moved into the past is due at the next turn of the schedule.
    columns: { status: next, revision: null, ...(submit === 1 && submitted(context)) },
    isOwn: true,
  }
}
