import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { lawyers as resource } from '../../resources/lawyers/index.ts'
import { articles, cards, lawyers } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import type { Context } from '../context.ts'
import { missing, Refusal, wrongState } from '../refusal.ts'
import { diffOf, log } from '../services/audit.ts'
import { type Letter, sendMessages } from '../services/messages.ts'
import { endSessions } from '../session.ts'
import { stamped } from '../versioned.ts'
import { find, type Lawyer, reach, target } from './lawyersRows.ts'

type Calls = Handlers<typeof resource.calls>
type Status = Lawyer['status']

const named = { id: lawyers.id, name: lawyers.name, organizationId: lawyers.organizationId }

/** A refused person reads it once he is in after all; until then the sign-in page tells him the reason. */
const letterOf = (id: number, isPassed: boolean, reason: string | null): Letter => ({
  type: 2,
  bizType: 'lawyer',
  bizId: id,
  link: '/app/user/dashboard',
  ...(isPassed
    ? { title: '注册审核已通过', content: '您的注册申请已通过,现在可以登录并完善名片。' }
    : { title: '注册审核未通过', content: `原因:${reason ?? ''}。请修改后重新提交。` }),
})

/** 通过 and 拒绝 (domain.md §4): one conditional statement, so that of two reviewers one decides. */
export const pass: Calls['pass'] = async ({ id, result, reason = null }, context) => {
  const isPassed = result === 1
  const [status, from]: [Status, Status[]] = isPassed ? [1, [0, 2]] : [2, [0]]
  const [row] = await context.db
    .update(lawyers)
    .set({ status, rejectReason: isPassed ? null : reason, ...stamped(context, lawyers) })
    .where(and(reach(context), eq(lawyers.id, id), inArray(lawyers.status, from)))
    .returning(named)
  if (!row) throw wrongState((await find(context, id)).status, from)
  await sendMessages(context, letterOf(id, isPassed, reason), { population: 2, ids: [id] })
  await log(context, {
    module: 4,
    action: isPassed ? 'pass' : 'refuse',
    target: target(row),
    diff: diffOf(resource.fields, {}, { status }),
    reason,
  })
  return { status }
}

/** What is public, or about to be, must not lose its only author. */
const checkSoleAuthor = async ({ db, firmId }: Context, { id, name }: { id: number; name: string }) => {
  const isHisAlone = and(
    eq(articles.firmId, firmId),
    sql`${articles.lawyerIds} = ${sql.param([id])}::bigint[]`,
    inArray(articles.status, [2, 5]),
    isNull(articles.deletedAt),
  )
  const count = await db.$count(articles, isHisAlone)
  if (count > 0)
    throw new Refusal(
      '4093',
      `${name}是${count}篇已发布或待发布内容的唯一作者,请先在这些内容中加入其他作者,或将其下架`,
      { refs: [{ type: 'articles', count }] },
    )
}

/** Into the bin, the cards with him: they share the moment, by which a restore finds them again. */
export const remove: Calls['remove'] = async ({ id }, context) => {
  const { caller, db, firmId, now } = context
  const binned = { deletedAt: now, deletedBy: caller.name }
  const [row] = await db
    .update(lawyers)
    .set({ ...binned, ...stamped(context, lawyers) })
    .where(and(reach(context), eq(lawyers.id, id)))
    .returning(named)
  if (!row) throw missing()
  await checkSoleAuthor(context, row)
  await db
    .update(cards)
    .set(binned)
    .where(and(eq(cards.firmId, firmId), eq(cards.lawyerId, id), isNull(cards.deletedAt)))
  await endSessions(db, 2, id)
  await log(context, { module: 4, action: 'delete', target: target(row) })
  return {}
}
