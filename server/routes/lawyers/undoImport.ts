import { and, eq, inArray, or, sql } from 'drizzle-orm'

import { actorOf } from '../../context/actor.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { articles, batches, cards, lawyers } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import { heldPerson } from '../../services/holds/holds.ts'
import { recordUndone } from '../../services/imports/batches.ts'
import { deleteLawyers } from '../../services/lawyers/deletion.ts'
import { lawyerTarget } from '../../services/lawyers/values.ts'
import type { BatchKind } from '../../context/batchKind.ts'
import { batchScope } from '../imports/batchScope.ts'
import { visibleLawyers } from './rows.ts'

// Separate queries, since in a select from one table Drizzle omits the table's name.
const ownCard = (firmId: number) => sql`select from ${cards}
  where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = ${lawyers.id}`
const ownArticle = (firmId: number) => sql`select from ${articles}
  where ${articles.firmId} = ${firmId} and ${articles.lawyerIds} @> array[${lawyers.id}]`

const columnsOf = (firmId: number) => ({
  id: lawyers.id,
  name: lawyers.name,
  organizationId: lawyers.organizationId,
  version: lawyers.version,
  createdBy: lawyers.createdBy,
  lastLoginAt: lawyers.lastLoginAt,
  hasCard: sql<boolean>`exists (${ownCard(firmId)})`,
  hasArticle: sql<boolean>`exists (${ownArticle(firmId)})`,
  isHeld: sql<boolean>`${heldPerson(sql`${firmId}`)}`,
})
type BatchPersonFacts = {
  version: number
  lastLoginAt: Date | null
  hasCard: boolean
  hasArticle: boolean
  isHeld: boolean
}
type BatchPerson = BatchPersonFacts & {
  id: number
  name: string
  organizationId: number
  createdBy: string | null
}

/** Why a person is kept; null where nothing has happened since the creation. */
const reasonToKeep = ({ version, lastLoginAt, hasCard, hasArticle, isHeld }: BatchPersonFacts) => {
  if (isHeld) return '资料正在保全'
  if (lastLoginAt) return '已登录过'
  if (hasCard) return '已有名片'
  if (hasArticle) return '已是内容的作者'
  return version > 1 ? '资料已修改' : null
}

/**
 * The people of a batch whom the caller may see: of the caller's own batch or, with the right to remove
 * people, of any batch in the caller's scope.
 */
const isInBatch = (context: Context, batchId: number, kind: string) => {
  const { caller, firmId } = context
  const isVisible = sql`exists (select from ${batches} where ${batches.id} = ${batchId}
    and ${batchScope(context, kind)})`
  return and(
    visibleLawyers(context),
    eq(lawyers.firmId, firmId),
    eq(lawyers.batchId, batchId),
    or(eq(lawyers.createdBy, actorOf(caller)), isVisible),
  )
}

/** The people of a batch as they are now. With `isLocked` nobody of them can sign in or be changed meanwhile. */
export const findBatchPeople = async (
  context: Context,
  batchId: number,
  kind: string,
  isLocked = false,
): Promise<BatchPerson[]> => {
  const { db, firmId } = context
  const where = isInBatch(context, batchId, kind)
  if (!isLocked) return db.select(columnsOf(firmId)).from(lawyers).where(where).orderBy(lawyers.id)
  // Locked, so that a person who signs in meanwhile waits and then finds no account. Read again after
  // locking, since another transaction may have given one of them a card.
  const lockedRows = await db
    .select({ id: lawyers.id })
    .from(lawyers)
    .where(where)
    .orderBy(lawyers.id)
    .for('update')
  const ids = lockedRows.map(row => row.id)
  return db
    .select(columnsOf(firmId))
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, ids)))
    .orderBy(lawyers.id)
}

/** Those who were used or changed since their creation and stay, each with the reason, and the others. */
export const splitByUse = (people: readonly BatchPerson[]) => {
  const keptPeople = people.flatMap(row => {
    const reason = reasonToKeep(row)
    return reason === null ? [] : [{ id: row.id, name: row.name, reason }]
  })
  return { kept: keptPeople, gone: people.filter(row => !keptPeople.some(it => it.id === row.id)) }
}

export const mayUndo = ({ caller }: Context, people: readonly BatchPerson[]) =>
  caller.capabilities.has('lawyer.remove') || people.every(row => row.createdBy === actorOf(caller))

/**
 * The people are deleted for good and not moved into the bin, so that a corrected file may bring the same
 * people again.
 */
export const removePeople = async (context: Context, batchId: number, people: readonly BatchPerson[]) => {
  if (people.length === 0) return
  await recordUndone(context, batchId)
  await deleteLawyers(
    context,
    people.map(row => row.id),
  )
  await log(
    context,
    ...people.map(row => ({
      module: 13 as const,
      action: 'importUndo' as const,
      target: lawyerTarget(row),
      batchId,
      batchCount: people.length,
    })),
  )
}

const previewUndo: BatchKind['previewUndo'] = async (context, { id }) => {
  const people = await findBatchPeople(context, id, 'lawyers')
  const { kept, gone: removable } = splitByUse(people)
  const removing = removable.map(({ id, name }) => ({ id, name }))
  return { mayUndo: mayUndo(context, people) ? 1 : 0, removing, kept }
}

const undo: BatchKind['undo'] = async (context, { id: batchId }) => {
  const people = await findBatchPeople(context, batchId, 'lawyers', true)
  if (people.length === 0) throw notFound()
  if (!mayUndo(context, people)) throw new ApiError('4030', '只有创建人和有权移除人员的管理员可以撤销')
  const { kept, gone: removable } = splitByUse(people)
  await removePeople(context, batchId, removable)
  return { removed: removable.length, kept }
}

/** The batch kind of people. */
export const peopleBatches: BatchKind = { previewUndo, undo }
