import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'

import { recycled } from '../../../resources/lawyers/recycled.ts'
import { updatedColumns } from '../../context/actor.ts'
import { ApiError, invalid, missing } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles, cards, lawyers, offices } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { latest } from '../../records/page.ts'
import { scoped } from '../../records/scope.ts'
import { searchingReadable } from '../../records/search.ts'
import { diffOf, log } from '../../services/audit.ts'
import { type Lawyer, target } from '../../services/lawyers/values.ts'
import { deleteLawyers, naming } from '../../services/purge.ts'
import { enabledOffices } from '../../services/offices/enabled.ts'
import { withMaskedMobile } from './rows.ts'

type Calls = typeof recycled.calls

const removedWhere = (context: Context): SQL =>
  and(
    scoped(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    isNotNull(lawyers.deletedAt),
  )!

const isoTime = (text: string) => new Date(text).toISOString()

const list = listOf(recycled.calls.page, {
  table: lawyers,
  key: lawyers.id,
  visibleWhere: removedWhere,
  search: searchingReadable(lawyers.search, [[recycled.fields.mobile, lawyers.mobile]]),
  order: [latest(lawyers.deletedAt)],
  columns: {
    deletedAt: sql<string>`${lawyers.deletedAt}`.mapWith(isoTime),
    purgeAt: sql<string>`${lawyers.deletedAt} + interval '30 days'`.mapWith(isoTime),
    articleCount: sql<number>`(${sql`select count(*)::int from ${articles} where ${naming(sql`${lawyers.id}`)}
      and ${articles.firmId} = ${lawyers.firmId}`})`,
  },
  sorts: { name: lawyers.namePinyin },
  conditions: {},
  shown: withMaskedMobile,
})

/** The office he returns to, with its name; what stands in the way is said with what to do about it. */
const officeFor = async (
  { caller, db, firmId, scope }: Context,
  person: Lawyer,
  wanted: number | undefined,
) => {
  const organizationId = wanted ?? person.organizationId
  if (scope !== 'all' && organizationId !== caller.organizationId)
    throw invalid({ organizationId: '只能还原到本所，还原到其他分所请联系总所' })
  const [found] = await db
    .select({ name: offices.name })
    .from(offices)
    .where(and(enabledOffices(firmId), eq(offices.organizationId, organizationId)))
  if (found) return { organizationId, name: found.name }
  throw invalid({
    organizationId: wanted === undefined ? '原律所已停用或关闭，请选择要转入的律所' : '请选择启用的律所',
  })
}

/** His numbers were kept for him, so that nobody has them now; only his office may be gone. */
const restore: Handlers<Calls>['restore'] = async ({ id, organizationId: wanted }, context) => {
  const { db, firmId } = context
  const where = and(removedWhere(context), eq(lawyers.id, id))
  const [person] = await db.select().from(lawyers).where(where).for('update')
  if (!person?.deletedAt) throw missing()
  const office = await officeFor(context, person, wanted ?? undefined)
  const { organizationId } = office
  const returned = { organizationId, deletedAt: null, deletedBy: null }
  await db
    .update(lawyers)
    .set({ ...returned, ...updatedColumns(context, lawyers) })
    .where(where)
  // Those that went with him share his time; one that was deleted before him stays deleted.
  await db
    .update(cards)
    .set({ ...returned, ...updatedColumns(context, cards) })
    .where(and(eq(cards.firmId, firmId), eq(cards.lawyerId, id), eq(cards.deletedAt, person.deletedAt)))
  const names = { organizationId: new Map([[organizationId, office.name]]) }
  await log(context, {
    module: 4,
    action: 'restore',
    target: target({ ...person, organizationId }),
    diff: diffOf(recycled.fields, person, { organizationId }, names),
  })
  return { status: person.status, organizationId }
}

/** Only from the bin, where he was put before; what names him as an author has to be settled first. */
const purge: Handlers<Calls>['purge'] = async ({ id }, context) => {
  const { db, firmId } = context
  const where = and(removedWhere(context), eq(lawyers.id, id))
  const [person] = await db.select().from(lawyers).where(where).for('update')
  if (!person) throw missing()
  const count = await db.$count(articles, and(eq(articles.firmId, firmId), naming(sql`${id}::bigint`)))
  if (count > 0)
    throw new ApiError(
      '4093',
      `${person.name}仍是${count}篇内容的作者，请先在内容管理中移除该作者或删除这些内容`,
      { refs: [{ type: 'articles', count }] },
    )
  await deleteLawyers(context, [id])
  await log(context, { module: 4, action: 'purge', target: target(person) })
  return {}
}

export const recycledHandlers: Handlers<Calls> = { page: list.page, restore, purge }
