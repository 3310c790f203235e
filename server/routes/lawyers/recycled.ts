import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'

import { recycledLawyers } from '../../../resources/lawyers/recycled.ts'
import { updatedColumns } from '../../context/actor.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles, cards, lawyers, offices } from '../../db/tables.ts'
import { binHandlers, removalColumns } from '../../records/bin.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { scopeCondition } from '../../records/scope.ts'
import { readableContains } from '../../records/search.ts'
import { diffOf } from '../../services/audit/audit.ts'
import type { Lawyer } from '../../services/lawyers/values.ts'
import { enabledOffices } from '../../services/offices/enabled.ts'
import { namesLawyer } from '../../services/lawyers/deletion.ts'
import { lawyersBin } from '../../services/jobs/purge.ts'
import { markMovedCards } from '../../services/cards/misfits.ts'
import { lockReferences } from '../../services/directory/references.ts'

type Calls = typeof recycledLawyers.calls

const removedWhere = (context: Context): SQL =>
  and(
    scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    isNotNull(lawyers.deletedAt),
  )!

const list = listOf(recycledLawyers.calls.page, {
  table: lawyers,
  key: lawyers.id,
  visibleWhere: removedWhere,
  search: readableContains(lawyers.search, [[recycledLawyers.fields.mobile, lawyers.mobile]]),
  order: [newestFirst(lawyers.deletedAt)],
  columns: ({ firmId }) => ({
    ...removalColumns(lawyers),
    articleCount: sql<number>`(${sql`select count(*)::int from ${articles} where ${namesLawyer(sql`${lawyers.id}`)}
      and ${articles.firmId} = ${firmId}`})`,
  }),
  sorts: { name: lawyers.nameSort },
  conditions: {},
})

/** The office to which the person returns, with its name; an obstacle is reported with advice. */
const officeFor = async (context: Context, person: Lawyer, requestedOfficeId: number | undefined) => {
  const { caller, db, firmId, scope } = context
  const organizationId = requestedOfficeId ?? person.organizationId
  await lockReferences(context, { offices: [organizationId] })
  if (scope !== 'all' && organizationId !== caller.organizationId)
    throw invalid({ organizationId: '只能还原到本所，还原到其他分所请联系总所' })
  const [office] = await db
    .select({ name: offices.name })
    .from(offices)
    .where(and(enabledOffices(firmId), eq(offices.organizationId, organizationId)))
  if (office) return { organizationId, name: office.name }
  throw invalid({
    organizationId:
      requestedOfficeId === undefined ? '原律所已停用或关闭，请选择要转入的律所' : '请选择启用的律所',
  })
}

/**
 * Cards that were removed with the person have the same time; a card that was deleted before stays deleted.
 */
const restoreCards = async (context: Context, before: Lawyer, { id, organizationId }: Lawyer) => {
  await context.db
    .update(cards)
    .set({
      organizationId,
      ...(organizationId !== before.organizationId && { misfits: [] }),
      deletedAt: null,
      deletedBy: null,
      ...updatedColumns(context, cards),
    })
    .where(
      and(eq(cards.firmId, context.firmId), eq(cards.lawyerId, id), eq(cards.deletedAt, before.deletedAt!)),
    )
  await markMovedCards(context, { from: before.organizationId, to: organizationId, lawyerIds: [id] })
}

/** Articles that name the person as an author have to be changed first. */
const checkPurge = async ({ db, firmId }: Context, { id, name }: Lawyer) => {
  const count = await db.$count(articles, and(eq(articles.firmId, firmId), namesLawyer(sql`${id}::bigint`)))
  if (count > 0)
    throw new ApiError('4093', `${name}仍是${count}篇内容的作者，请先在内容管理中移除该作者或删除这些内容`, {
      refs: [{ type: 'articles', count }],
    })
}

export const recycledHandlers: Handlers<Calls> = {
  page: list.listing,
  ...binHandlers(lawyersBin, {
    removedWhere,
    // A removed person keeps the unique numbers, so only the office may no longer exist.
    restoration: async (
      context,
      person,
      { organizationId: requestedOfficeId }: { id: number; organizationId?: number | null | undefined },
    ) => {
      const { organizationId, name } = await officeFor(context, person, requestedOfficeId ?? undefined)
      const names = { organizationId: new Map([[organizationId, name]]) }
      return {
        columns: { organizationId },
        answer: ({ status }) => ({ status, organizationId }),
        diff: diffOf(recycledLawyers.fields, person, { organizationId }, names),
      }
    },
    restored: restoreCards,
    checkPurge,
  }),
}
