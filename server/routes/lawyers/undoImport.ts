import { and, eq, inArray, or, sql } from 'drizzle-orm'

import { actorOf } from '../../context/actor.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { articles, batches, cards, lawyers } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import { recordUndone } from '../../services/imports/batches.ts'
import { deleteLawyers } from '../../services/lawyers/deletion.ts'
import { lawyerTarget } from '../../services/lawyers/values.ts'
import type { BatchKind } from '../../records/batchKind.ts'
import { batchScope } from '../imports/batchScope.ts'
import { visibleLawyers } from './rows.ts'

// Queries of their own: in the select of one table Drizzle names its columns without it.
const hisCard = sql`select from ${cards} where ${cards.lawyerId} = ${lawyers.id}`
const hisArticle = sql`select from ${articles}
  where ${articles.firmId} = ${lawyers.firmId} and ${articles.lawyerIds} @> array[${lawyers.id}]`

const columns = {
  id: lawyers.id,
  name: lawyers.name,
  organizationId: lawyers.organizationId,
  version: lawyers.version,
  createdBy: lawyers.createdBy,
  lastLoginAt: lawyers.lastLoginAt,
  hasCard: sql<boolean>`exists (${hisCard})`,
  hasArticle: sql<boolean>`exists (${hisArticle})`,
}
type Found = { version: number; lastLoginAt: Date | null; hasCard: boolean; hasArticle: boolean }
type Person = Found & { id: number; name: string; organizationId: number; createdBy: string | null }

/** Why somebody stays; null where nothing has happened to him since he was created. */
const reasonToKeep = ({ version, lastLoginAt, hasCard, hasArticle }: Found) => {
  if (lastLoginAt) return '已登录过'
  if (hasCard) return '已有名片'
  if (hasArticle) return '已是内容的作者'
  return version > 1 ? '资料已修改' : null
}

/** Those of a batch whom the caller may see: of his own batch or, where he may remove people, of any in his scope. */
const ofBatch = (context: Context, batchId: number) => {
  const { caller, firmId } = context
  const isVisible = sql`exists (select from ${batches} where ${batches.id} = ${batchId}
    and ${batchScope(context, 'lawyers')})`
  return and(
    visibleLawyers(context),
    eq(lawyers.firmId, firmId),
    eq(lawyers.batchId, batchId),
    or(eq(lawyers.createdBy, actorOf(caller)), isVisible),
  )
}

const split = (found: readonly Person[]) => {
  const kept = found.flatMap(row => {
    const reason = reasonToKeep(row)
    return reason === null ? [] : [{ id: row.id, name: row.name, reason }]
  })
  return { kept, gone: found.filter(row => !kept.some(it => it.id === row.id)) }
}

const mayUndo = ({ caller }: Context, found: readonly Person[]) =>
  caller.capabilities.has('lawyer.remove') || found.every(row => row.createdBy === actorOf(caller))

const foresee: BatchKind['foresee'] = async (context, { id }) => {
  const found = await context.db.select(columns).from(lawyers).where(ofBatch(context, id)).orderBy(lawyers.id)
  const { kept, gone } = split(found)
  const removing = gone.map(({ id, name }) => ({ id, name }))
  return { mayUndo: mayUndo(context, found) ? 1 : 0, removing, kept }
}

/** The people are purged and not binned: a file that was corrected may then bring the same people. */
const undo: BatchKind['undo'] = async (context, { id: batchId }) => {
  const { db, firmId } = context
  // Locked: somebody who signs in meanwhile waits, and finds no account. Looked at afterwards, since who was waited for
  // may have given one of them a card.
  const locked = await db
    .select({ id: lawyers.id })
    .from(lawyers)
    .where(ofBatch(context, batchId))
    .orderBy(lawyers.id)
    .for('update')
  const ids = locked.map(row => row.id)
  const found = await db
    .select(columns)
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, ids)))
    .orderBy(lawyers.id)
  if (found.length === 0) throw notFound()
  if (!mayUndo(context, found)) throw new ApiError('4030', '只有创建人和可以移除人员的管理员可以撤销')
  const { kept, gone } = split(found)
  if (gone.length > 0) {
    await recordUndone(context, batchId)
    await deleteLawyers(
      context,
      gone.map(row => row.id),
    )
    await log(
      context,
      ...gone.map(row => ({
        module: 13 as const,
        action: 'importUndo' as const,
        target: lawyerTarget(row),
        batchId,
        batchCount: gone.length,
      })),
    )
  }
  return { removed: gone.length, kept }
}

/** Accounts that were made together. */
export const peopleBatches: BatchKind = { foresee, undo }
