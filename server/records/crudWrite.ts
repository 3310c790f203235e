import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { updatedColumns } from '../context/actor.ts'
import { ApiError, invalid } from '../context/apiError.ts'
import type { Context } from '../context/context.ts'
import { diffOf, logWithChange } from '../services/audit/audit.ts'
import { changedFields } from '../services/audit/changedFields.ts'
import { dropBatchRecords } from '../services/imports/batches.ts'
import { cleanInput } from '../services/markup/sanitize.ts'
import { columnFor } from './columns.ts'
import type { plainRows } from './crudRead.ts'
import type { CrudRules, DeclaredEntity, PlainTable, FieldValues } from './crudRules.ts'
import { readableNames } from './readableNames.ts'
import { findDuplicates, refuseErrors } from './duplicates.ts'
import { inUtc } from './moments.ts'
import { missingInLists } from '../services/directory/missingReferences.ts'
import { updateVersioned } from './versioned.ts'

type Rows = ReturnType<typeof plainRows>

/** The handler of a plain entity that changes one record. */
export const updateHandlerOf = (resource: DeclaredEntity, rules: CrudRules, rows: Rows) => {
  const { table, check, changed, uses } = rules
  const { id: idName, fields, calls, crud } = resource
  const { key, find, record } = rows

  return async ({ [idName]: id, version, ...input }: FieldValues, context: Context) => {
    const current = await find(calls[crud.update!], context, id, uses !== undefined)
    const patch = changedFields(current, inUtc(fields, await cleanInput(fields, input)))
    const change = { input: patch, current }
    refuseErrors((await findDuplicates(resource, rows, context, table, [change], id))[0])
    refuseErrors(await missingInLists(context, fields, patch, current))
    const checked = await check?.(context, patch, current)
    const before = Object.fromEntries(Object.keys(patch).map(name => [name, current[name]]))
    const names = { ...(await readableNames(context, fields, [before, patch])), ...checked }
    const diff = diffOf(fields, current, patch, names)
    const answer = await updateVersioned(context, table, {
      where: and(rows.visibleWhere(calls[crud.update!], context), eq(key, id))!,
      current: current as never,
      version: version as number,
      patch: patch as never,
      fields,
      ...(!changed && { logged: () => record(context, 'update', current, { diff }, logWithChange) }),
    })
    await changed?.(context, current, { ...current, ...patch })
    if (changed) await record(context, 'update', current, { diff })
    return { [idName]: id, ...answer }
  }
}

/**
 * Removes rows, into the bin where the entity has one. The caller has locked the rows, and nothing refers to
 * them.
 */
export const removeRows = async (
  { name, imports }: DeclaredEntity,
  table: PlainTable,
  { key, deletedAt }: Rows,
  context: Context,
  ids: readonly number[],
) => {
  const { db, firmId, now } = context
  const where = and(eq(table.firmId, firmId), inArray(key, [...ids]))
  if (deletedAt)
    await db
      .update(table as PgTable)
      .set({ deletedAt: now } as never)
      .where(where)
  else await db.delete(table).where(where)
  if (imports) await dropBatchRecords(context, name, ids)
}

/** The handler that removes a row, or first moves its uses to another record. */
export const removeHandlerOf = (resource: DeclaredEntity, rules: CrudRules, rows: Rows) => {
  const { table, uses } = rules
  const { id: idName, label, calls, crud } = resource
  const { find, record } = rows
  const noun = uses?.noun ?? label

  return async ({ [idName]: id, moveTo }: FieldValues, context: Context) => {
    const call = calls[crud.remove!]
    const lockedRows = new Map<unknown, FieldValues>()
    // Locked in ascending order, so that two transactions that replace each other's row do not deadlock.
    for (const lockedId of [...new Set([id, moveTo ?? id])].toSorted((a, b) => Number(a) - Number(b)))
      lockedRows.set(lockedId, await find(call, context, lockedId, true))
    const current = lockedRows.get(id)!
    const found = await uses?.count(context, current)
    if (found && found.refs.length > 0 && !moveTo)
      throw new ApiError('4093', `有${found.words}使用该${noun}，请先选择替换的${noun}`, {
        refs: found.refs,
      })
    if (moveTo === current[idName]) throw invalid({ moveTo: `请选择另一个${noun}` })
    const replacement = moveTo ? lockedRows.get(moveTo)! : null
    if (replacement) await uses?.move(context, current, replacement)
    await removeRows(resource, table, rows, context, [Number(id)])
    const [name, other] = [current, replacement].map(row => String(row?.[resource.title]))
    const summary = replacement && found && `删除【${name}】，${found.words}改用【${other}】`
    await record(context, 'delete', current, summary ? { summary } : {})
    return {}
  }
}

/** Toggles the flag `isTop`, or sets it to `to`, so that a repeated click does not undo the first. */
export const pinHandlerOf = (resource: DeclaredEntity, { table }: CrudRules, { key, find, record }: Rows) => {
  const { id: idName, calls, crud } = resource
  return async (input: FieldValues & { to?: 0 | 1 | undefined }, context: Context) => {
    const { to } = input
    await find(calls[crud.update!], context, input[idName])
    const isTop = columnFor(table, 'isTop')!
    const [row] = (await context.db
      .update(table as PgTable)
      .set({ isTop: to ?? sql`1 - ${isTop}`, ...updatedColumns(context, table) } as never)
      .where(
        and(
          eq(table.firmId, context.firmId),
          eq(key, input[idName]),
          to === undefined ? undefined : ne(isTop, to),
        ),
      )
      .returning()) as FieldValues[]
    // No row was changed: another request has set the flag already, so the value that was read before is
    // outdated.
    const now = row ? (row['isTop'] as 0 | 1) : to!
    if (row) await record(context, now ? 'top' : 'untop', row)
    return { isTop: now }
  }
}
