import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { longestSubstitution, type reviews as resource } from '../../../resources/reviews.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { admins, offices, reviewSubstitutes } from '../../db/tables.ts'
import { notifySubstitutionEnded } from '../../notifications/cardReviews.ts'
import { log } from '../../services/audit/audit.ts'
import { startSubstitutions } from '../../services/directory/startSubstitutions.ts'

type Calls = Handlers<typeof resource.calls>

const dayMs = 86_400_000
const reviewers = alias(admins, 'reviewers')
const substitutes = alias(admins, 'substitutes')

/** The periods of the caller that have not ended, on either side. */
const ownPeriods = ({ db, firmId, caller, now }: Context) =>
  db
    .select({
      id: reviewSubstitutes.id,
      startAt: reviewSubstitutes.startAt,
      endAt: reviewSubstitutes.endAt,
      reviewer: { id: reviewers.id, name: reviewers.name },
      substitute: {
        id: substitutes.id,
        name: substitutes.name,
        organizationId: substitutes.organizationId,
      },
    })
    .from(reviewSubstitutes)
    .innerJoin(
      reviewers,
      and(eq(reviewers.firmId, reviewSubstitutes.firmId), eq(reviewers.id, reviewSubstitutes.reviewerId)),
    )
    .innerJoin(
      substitutes,
      and(
        eq(substitutes.firmId, reviewSubstitutes.firmId),
        eq(substitutes.id, reviewSubstitutes.substituteId),
      ),
    )
    .where(
      and(
        eq(reviewSubstitutes.firmId, firmId),
        or(eq(reviewSubstitutes.reviewerId, caller.id), eq(reviewSubstitutes.substituteId, caller.id)),
        gt(reviewSubstitutes.endAt, now),
      ),
    )
    .orderBy(reviewSubstitutes.startAt, reviewSubstitutes.id)

const listSubstitutes: Calls['substitutes'] = async (_, context) => {
  const { caller, now } = context
  return (await ownPeriods(context)).map(({ id, startAt, endAt, reviewer, substitute }) => {
    const isOwn = substitute.id === caller.id
    return {
      id,
      isOwn: isOwn ? 1 : 0,
      name: isOwn ? reviewer.name : substitute.name,
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
      isActive: startAt <= now ? 1 : 0,
    }
  })
}

/** Active administrators of the firm other than the caller; the operator's accounts review nothing. */
const isNameable = ({ firmId, caller }: Context) =>
  and(
    eq(admins.firmId, firmId),
    eq(admins.status, 1),
    eq(admins.isSystem, 0),
    isNull(admins.deletedAt),
    ne(admins.id, caller.id),
  )

const substituteChoices: Calls['substituteChoices'] = async (_, context) => {
  const rows = await context.db
    .select({ id: admins.id, name: admins.name, organizationName: offices.name })
    .from(admins)
    .innerJoin(
      offices,
      and(eq(offices.firmId, admins.firmId), eq(offices.organizationId, admins.organizationId)),
    )
    .where(isNameable(context))
    // Colleagues of the own office come first.
    .orderBy(sql`${admins.organizationId} <> ${context.caller.organizationId}`, admins.name, admins.id)
    .limit(500)
  return rows
}

/** The period as moments: from the beginning of the first day, or from now, until the end of the last one. */
const periodOf = ({ now }: Context, startOn: string, endOn: string) => {
  const today = firmDay(now)
  if (startOn < today) throw invalid({ startOn: '开始日期不能早于今天' })
  if (endOn < startOn) throw invalid({ endOn: '结束日期不能早于开始日期' })
  const start = momentOfFirm(startOn)
  const endAt = new Date(momentOfFirm(endOn).getTime() + dayMs)
  if (endAt.getTime() - start.getTime() > longestSubstitution * dayMs)
    throw invalid({ endOn: `代审最长${longestSubstitution}天` })
  return { startAt: startOn === today ? now : start, endAt }
}

const change = (reviewer: string, substitute: string, period: readonly [string, string]) => {
  const [before, after] = period
  return [
    { field: 'reviewer', label: '审核人', before: '', after: reviewer, masked: 0 as const },
    { field: 'substitute', label: '代审人', before: '', after: substitute, masked: 0 as const },
    { field: 'period', label: '代审期间', before, after, masked: 0 as const },
  ]
}

const target = ({ id, name, organizationId }: { id: number; name: string; organizationId: number }) => ({
  type: 'admins',
  id,
  name,
  organizationId,
})

const nameSubstitute: Calls['nameSubstitute'] = async ({ substituteId, startOn, endOn }, context) => {
  const { db, firmId, caller, now } = context
  // Who reviews in the place of somebody else alone cannot pass that on.
  if (!scopeOfCaller(context, 'card.audit'))
    throw new ApiError('4030', '代审人不能再指定代审人', { need: 'card.audit', scope: null })
  const period = periodOf(context, startOn, endOn)
  // The row of the caller orders two requests of the same person.
  await db
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.firmId, firmId), eq(admins.id, caller.id)))
    .for('no key update')
  const [substitute] = await db
    .select({ id: admins.id, name: admins.name, organizationId: admins.organizationId })
    .from(admins)
    .where(and(isNameable(context), eq(admins.id, substituteId)))
  if (!substitute) throw invalid({ substituteId: '请选择本所启用的管理员' })
  const overlapping = and(
    eq(reviewSubstitutes.firmId, firmId),
    eq(reviewSubstitutes.reviewerId, caller.id),
    lt(reviewSubstitutes.startAt, period.endAt),
    gt(reviewSubstitutes.endAt, period.startAt),
  )
  if ((await db.$count(reviewSubstitutes, overlapping)) > 0)
    throw invalid({ startOn: '这段时间已经指定了代审人，请先结束' })
  const [row] = await db
    .insert(reviewSubstitutes)
    .values({ firmId, reviewerId: caller.id, substituteId, ...period, createdAt: now })
    .returning({ id: reviewSubstitutes.id })
  await log(context, {
    module: 3,
    action: 'substitute',
    target: target(substitute),
    diff: change(caller.name, substitute.name, ['', `${startOn} – ${endOn}`]),
  })
  await startSubstitutions(context)
  return row!
}

const endSubstitute: Calls['endSubstitute'] = async ({ id }, context) => {
  const { db, firmId, now } = context
  const period = (await ownPeriods(context)).find(it => it.id === id)
  if (!period) throw notFound()
  const { startAt, endAt, reviewer, substitute } = period
  const [ended] = await db
    .update(reviewSubstitutes)
    .set({ endAt: now, notifiedAt: sql`coalesce(${reviewSubstitutes.notifiedAt}, ${now.toISOString()})` })
    .where(
      and(
        eq(reviewSubstitutes.firmId, firmId),
        eq(reviewSubstitutes.id, id),
        gt(reviewSubstitutes.endAt, now),
      ),
    )
    .returning({ id: reviewSubstitutes.id })
  if (!ended) throw notFound()
  const days = { firstDay: firmDay(startAt), lastDay: firmDay(endAt.getTime() - 1) }
  await log(context, {
    module: 3,
    action: 'withdraw',
    target: target(substitute),
    diff: change(reviewer.name, substitute.name, [`${days.firstDay} – ${days.lastDay}`, '']),
  })
  await notifySubstitutionEnded(context, { reviewer, substitute, ...days })
  return {}
}

export const substituteHandlers: Pick<
  Calls,
  'substitutes' | 'substituteChoices' | 'nameSubstitute' | 'endSubstitute'
> = { substitutes: listSubstitutes, substituteChoices, nameSubstitute, endSubstitute }
