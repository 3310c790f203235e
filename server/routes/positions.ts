import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'

import { positions as resource } from '../../resources/positions.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { cards, positions } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, literal, offsetOf, ordering, pageAnswer } from '../page.ts'
import { invalid, missing, Refusal } from '../refusal.ts'
import { diffOf, log } from '../services/audit.ts'
import { created, updateVersioned } from '../versioned.ts'

// Qualified by hand: in a select from one table Drizzle leaves the table's name out, and the inner one would be meant.
const useCount = sql<number>`(select count(*)::int from cards where cards.firm_id = positions.firm_id
  and cards.post_code = positions.post_code and cards.deleted_at is null)`

const columns = {
  postId: positions.postId,
  postName: positions.postName,
  postCode: positions.postCode,
  postLevel: positions.postLevel,
  isPartner: positions.isPartner,
  needLicence: positions.needLicence,
  sort: positions.sort,
  enabled: positions.enabled,
  useCount: useCount.as('useCount'),
  remark: positions.remark,
  version: positions.version,
}

const find = async (db: Db, firmId: number, postId: number) => {
  const [row] = await db
    .select()
    .from(positions)
    .where(and(eq(positions.firmId, firmId), eq(positions.postId, postId)))
  if (!row) throw missing()
  return row
}

/** Name and code are unique in a firm; said at the field before the index says it. */
const checkUnique = async (
  { db, firmId }: Context,
  draft: { postName?: string; postCode?: string },
  except = 0,
) => {
  const rows = await db
    .select({ postId: positions.postId, postName: positions.postName, postCode: positions.postCode })
    .from(positions)
    .where(
      and(
        eq(positions.firmId, firmId),
        sql`${positions.postId} <> ${except}`,
        sql`(${positions.postName} = ${draft.postName ?? null} or ${positions.postCode} = ${draft.postCode ?? null})`,
      ),
    )
  if (rows.some(it => it.postName === draft.postName)) throw invalid({ postName: '该职位名称已存在' })
  if (rows.length > 0) throw invalid({ postCode: '该职位编码(英文名称)已存在' })
}

const target = (row: { postId: number; postName: string }) => ({
  type: 'positions',
  id: row.postId,
  name: row.postName,
  organizationId: null,
})

/** Cards store the code as their value, so a new code goes to the cards in the same transaction. */
const renameOnCards = (db: Db, firmId: number, from: string, to: { postCode: string; postName: string }) =>
  db
    .update(cards)
    .set({
      postCode: to.postCode,
      content: sql`jsonb_set(${cards.content}, '{workPosition}', ${JSON.stringify(to)}::jsonb)`,
      published: sql`case when ${cards.published} #>> '{workPosition,postCode}' = ${from}
        then jsonb_set(${cards.published}, '{workPosition}', ${JSON.stringify(to)}::jsonb) else ${cards.published} end`,
    })
    .where(and(eq(cards.firmId, firmId), eq(cards.postCode, from)))

export const positionHandlers: Handlers<typeof resource.calls> = {
  post: ({ enabled }, { db, firmId }) =>
    db
      .select(columns)
      .from(positions)
      .where(and(eq(positions.firmId, firmId), enabled ? eq(positions.enabled, enabled) : undefined))
      .orderBy(asc(positions.postLevel), asc(positions.sort), asc(positions.postId)),

  page: async (query, { db, firmId }) => {
    const { keyword, enabled, ids } = query
    const where = and(
      eq(positions.firmId, firmId),
      enabled ? eq(positions.enabled, enabled) : undefined,
      ids ? inArray(positions.postId, ids) : undefined,
      keyword
        ? sql`(${positions.postName} || ' ' || ${positions.postCode}) ilike ${`%${literal(keyword)}%`}`
        : undefined,
    )
    const byDefault = [asc(positions.postLevel), asc(positions.sort)]
    const records = await db
      .select(columns)
      .from(positions)
      .where(where)
      .orderBy(...ordering(query, { ...columns, useCount }, byDefault, positions.postId))
      .limit(query.pageSize)
      .offset(offsetOf(query))
    return pageAnswer(records, await countUpTo(db, sql`from ${positions} where ${where}`), query)
  },

  one: async ({ postId }, { db, firmId }) => {
    const [row] = await db
      .select(columns)
      .from(positions)
      .where(and(eq(positions.firmId, firmId), eq(positions.postId, postId)))
    if (!row) throw missing()
    return row
  },

  add: async (draft, context) => {
    await checkUnique(context, draft)
    const [row] = await context.db
      .insert(positions)
      .values({ ...draft, ...created(context) })
      .returning()
    await log(context, {
      module: 9,
      action: 'create',
      target: target(row!),
      diff: diffOf(resource.fields, {}, draft),
    })
    return { postId: row!.postId, version: row!.version }
  },

  update: async ({ postId, version, ...patch }, context) => {
    const { db, firmId } = context
    const current = await find(db, firmId, postId)
    await checkUnique(context, patch, postId)
    const where = and(eq(positions.firmId, firmId), eq(positions.postId, postId))!
    const answer = await updateVersioned(context, positions, {
      where,
      current,
      version,
      patch,
      fields: resource.fields,
    })
    const { postCode = current.postCode, postName = current.postName } = patch
    if (postCode !== current.postCode || postName !== current.postName)
      await renameOnCards(db, firmId, current.postCode, { postCode, postName })
    await log(context, {
      module: 9,
      action: 'update',
      target: target(current),
      diff: diffOf(resource.fields, current, patch),
    })
    return answer
  },

  remove: async ({ postId, moveTo }, context) => {
    const { db, firmId } = context
    const current = await find(db, firmId, postId)
    const [used] = await db
      .select({ cards: count() })
      .from(cards)
      .where(and(eq(cards.firmId, firmId), eq(cards.postCode, current.postCode)))
    if (used!.cards > 0 && !moveTo)
      throw new Refusal('4093', `有${used!.cards}张名片使用该职位,请先选择替换的职位`, {
        refs: [{ type: 'cards', count: used!.cards }],
      })
    if (moveTo === postId) throw invalid({ moveTo: '请选择另一个职位' })
    if (moveTo) {
      const { postCode, postName } = await find(db, firmId, moveTo)
      await renameOnCards(db, firmId, current.postCode, { postCode, postName })
    }
    await db.delete(positions).where(and(eq(positions.firmId, firmId), eq(positions.postId, postId)))
    await log(context, { module: 9, action: 'delete', target: target(current) })
    return {}
  },
}
