import { and, asc, eq, getTableColumns, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { sharedViewFields } from '../../../resources/domain/sharedViewFields.ts'
import { maxSharedViews, type sharedViews as resource } from '../../../resources/sharedViews.ts'
import { actorOf, createdColumns } from '../../context/actor.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { offices, sharedViews } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { changedFields } from '../../services/audit/changedFields.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { lockFirm } from '../../services/limits/lockFirm.ts'
import { checkContent } from './content.ts'

type Calls = typeof resource.calls
type View = typeof sharedViews.$inferSelect

const isWholeFirm = isNull(sharedViews.organizationId)

/** Views of the offices that the caller administrates, and those of the whole firm. */
const reachable = (context: Context) =>
  and(
    eq(sharedViews.firmId, context.firmId),
    or(
      isWholeFirm,
      scopeCondition(context, { firm: sharedViews.firmId, office: sharedViews.organizationId }),
    ),
  )!

/**
 * A shared view is for the administrators of its office alone, besides its author. The main administrator of the firm
 * sees all of them, because he may change and remove them.
 */
export const visible = (context: Context): SQL => {
  const { caller } = context
  if (caller.officeLevel === 1) return reachable(context)
  return and(
    reachable(context),
    or(
      isWholeFirm,
      eq(sharedViews.organizationId, caller.organizationId),
      eq(sharedViews.createdBy, actorOf(caller)),
    ),
  )!
}

/** Authors may change their views, main administrators those of their office, and the first of the firm all. */
export const mayEdit = (
  { caller }: Context,
  { createdBy, organizationId }: Pick<View, 'createdBy' | 'organizationId'>,
) =>
  createdBy === actorOf(caller) ||
  caller.officeLevel === 1 ||
  (caller.officeLevel === 3 && organizationId === caller.organizationId)

const list: Handlers<Calls>['list'] = async ({ resource: name }, context) => {
  const rows = await context.db
    .select({ ...getTableColumns(sharedViews), officeName: offices.name })
    .from(sharedViews)
    .leftJoin(
      offices,
      and(eq(offices.firmId, sharedViews.firmId), eq(offices.organizationId, sharedViews.organizationId)),
    )
    .where(and(visible(context), eq(sharedViews.resource, name)))
    .orderBy(sql`${sharedViews.organizationId} nulls first`, asc(sharedViews.name))
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    resource: row.resource,
    organizationId: row.organizationId,
    officeName: row.officeName,
    content: row.content,
    createdByName: row.createdByName,
    isOwn: row.createdBy === actorOf(context.caller) ? 1 : 0,
    mayEdit: mayEdit(context, row) ? 1 : 0,
    version: row.version,
  }))
}

/** The office with which a view is shared; throws unless the caller administrates it. */
const checkOffice = async (context: Context, organizationId: number | null) => {
  if (organizationId === null) {
    if (context.scope !== 'all') throw invalid({ organizationId: '请选择本所' })
    return '全部律所'
  }
  await lockReferences(context, { offices: [organizationId] })
  const [office] = await context.db
    .select({ name: offices.name, status: offices.status })
    .from(offices)
    .where(
      and(
        scopeCondition(context, { firm: offices.firmId, office: offices.organizationId }),
        eq(offices.organizationId, organizationId),
        isNull(offices.deletedAt),
      ),
    )
  if (!office) throw notFound()
  if (office.status === 0) throw invalid({ organizationId: '请选择启用的律所' })
  return office.name
}

const isFor = ({ resource: name, organizationId }: Pick<View, 'resource' | 'organizationId'>) =>
  and(
    eq(sharedViews.resource, name),
    organizationId === null ? isWholeFirm : eq(sharedViews.organizationId, organizationId),
  )

/** Counts the other views of the list that are for the same office, and refuses a name that one of them has. */
const countOthers = async (
  { db, firmId }: Context,
  view: Pick<View, 'resource' | 'organizationId' | 'name'>,
  except = 0,
) => {
  const [others] = await db
    .select({
      count: sql<number>`count(*)::int`,
      ofThisName: sql<number>`(count(*) filter (where ${sharedViews.name} = ${view.name}))::int`,
    })
    .from(sharedViews)
    .where(and(eq(sharedViews.firmId, firmId), isFor(view), ne(sharedViews.id, except)))
  if (others!.ofThisName > 0) throw invalid({ name: '该视图名称已存在' })
  return others!.count
}

const targetOf = ({ id, name, organizationId }: Pick<View, 'id' | 'name' | 'organizationId'>) => ({
  type: 'sharedViews',
  id,
  name,
  organizationId,
})

export const share = async (input: z.output<Calls['share']['input']>, context: Context) => {
  const { db } = context
  const view = { ...input, organizationId: input.organizationId ?? null }
  checkContent(view.resource, view.content)
  const officeName = await checkOffice(context, view.organizationId)
  await lockFirm(context)
  if ((await countOthers(context, view)) >= maxSharedViews)
    throw invalid({ organizationId: `最多共享${maxSharedViews}个视图，请先删除不用的` })
  const [row] = await db
    .insert(sharedViews)
    .values({ ...view, ...createdColumns(context) })
    .returning()
  await log(context, {
    module: 2,
    action: 'create',
    target: targetOf(row!),
    diff: diffOf({ name: sharedViewFields.name }, {}, view),
    summary: `将列表视图【${view.name}】共享给${officeName}`,
  })
  return { id: row!.id, version: row!.version }
}

/** A view that the caller may change. Views of others count as not found if the caller does not see them. */
const lockView = async (context: Context, id: number) => {
  const [row] = await context.db
    .select()
    .from(sharedViews)
    .where(and(visible(context), eq(sharedViews.id, id)))
    .for('no key update')
  if (!row) throw notFound()
  if (!mayEdit(context, row)) throw new ApiError('4030')
  return row
}

export const update = async (
  { id, version, ...input }: z.output<Calls['update']['input']>,
  context: Context,
) => {
  const current = await lockView(context, id)
  if (input.content) checkContent(current.resource, input.content)
  if (input.name !== undefined) await countOthers(context, { ...current, name: input.name }, id)
  const patch = changedFields(current, input)
  const answer = await updateVersioned(context, sharedViews, {
    where: and(eq(sharedViews.firmId, context.firmId), eq(sharedViews.id, id))!,
    current,
    version,
    patch,
    fields: sharedViewFields,
  })
  const diff = diffOf({ name: sharedViewFields.name }, current, patch)
  const target = targetOf(current)
  if (diff.length > 0) await log(context, { module: 2, action: 'update', target, diff })
  const name = patch.name ?? current.name
  if (patch.content)
    await log(context, {
      module: 2,
      action: 'update',
      target,
      summary: `修改共享视图【${name}】的筛选、排序和列`,
    })
  return { id, version: answer.version }
}

const remove: Handlers<Calls>['remove'] = async ({ id }, context) => {
  const row = await lockView(context, id)
  await context.db
    .delete(sharedViews)
    .where(and(eq(sharedViews.firmId, context.firmId), eq(sharedViews.id, id)))
  await log(context, {
    module: 2,
    action: 'delete',
    target: targetOf(row),
    summary: `删除共享视图【${row.name}】`,
  })
  return {}
}

export const sharedViewHandlers: Handlers<Calls> = { list, share, update, remove }
