import { and, eq, inArray, sql } from 'drizzle-orm'

import type { imports as resource } from '../../../resources/lawyers/imports.ts'
import { actorOf } from '../../context/actor.ts'
import { missing } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { articles, cards, lawyers } from '../../db/tables.ts'
import { log } from '../../services/audit.ts'
import { recordUndone } from '../../services/batches.ts'
import { target } from '../../services/lawyers/values.ts'
import { visibleWhere } from './rows.ts'

// Queries of their own: in the select of one table Drizzle names its columns without it.
const hisCard = sql`select from ${cards} where ${cards.lawyerId} = ${lawyers.id}`
const hisArticle = sql`select from ${articles}
  where ${articles.firmId} = ${lawyers.firmId} and ${articles.lawyerIds} @> array[${lawyers.id}]`

const columns = {
  id: lawyers.id,
  name: lawyers.name,
  organizationId: lawyers.organizationId,
  version: lawyers.version,
  lastLoginAt: lawyers.lastLoginAt,
  hasCard: sql<boolean>`exists (${hisCard})`,
  hasArticle: sql<boolean>`exists (${hisArticle})`,
}
type Found = { version: number; lastLoginAt: Date | null; hasCard: boolean; hasArticle: boolean }

/** Why somebody stays; null where nothing has happened to him since he was created. */
const reasonToKeep = ({ version, lastLoginAt, hasCard, hasArticle }: Found) => {
  if (lastLoginAt) return '已登录过'
  if (hasCard) return '已有名片'
  if (hasArticle) return '已是内容的作者'
  return version > 1 ? '资料已修改' : null
}

/**
 * Of a batch that the caller made himself. The rows are deleted and not binned: a file that was corrected may then bring
 * the same people, and nothing refers to them.
 */
export const undoImport: Handlers<typeof resource.calls>['undo'] = async ({ batchId }, context) => {
  const { db, caller, firmId } = context
  const isOwn = and(
    visibleWhere(context),
    eq(lawyers.batchId, batchId),
    eq(lawyers.createdBy, actorOf(caller)),
  )
  // Locked: somebody who signs in meanwhile waits, and finds no account.
  const found = await db
    .select(columns)
    .from(lawyers)
    .where(isOwn)
    .orderBy(lawyers.id)
    .for('update', { of: lawyers })
  if (found.length === 0) throw missing()
  const kept = found.flatMap(row => {
    const reason = reasonToKeep(row)
    return reason === null ? [] : [{ id: row.id, name: row.name, reason }]
  })
  const gone = found.filter(row => !kept.some(it => it.id === row.id))
  if (gone.length > 0) {
    await recordUndone(context, batchId)
    const ids = gone.map(row => row.id)
    await db.delete(lawyers).where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, ids)))
    await log(
      context,
      ...gone.map(row => ({
        module: 13 as const,
        action: 'importUndo' as const,
        target: target(row),
        batchId,
        batchCount: gone.length,
      })),
    )
  }
  return { removed: gone.length, kept }
}
