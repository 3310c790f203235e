import { and, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'

import type { FieldErrors } from '../../resources/domain/codes.ts'
import type { ImportAnswer, ImportInput } from '../../resources/kit/index.ts'
import type { Context } from '../context/context.ts'
import { batchRecords } from '../db/tables.ts'
import { selectRows } from '../db/lists/select.ts'
import { addBatchRecords, createBatch, recordUndone } from '../services/imports/batches.ts'
import { importRowErrors, repeatedSentence } from '../services/imports/fieldErrors.ts'
import type { BatchKind, FoundBatch, RecordBatch } from '../context/batchKind.ts'
import type { plainRows } from './crudRead.ts'
import type { CrudRules, DeclaredEntity, FieldValues } from './crudRules.ts'
import type { createHandlersOf } from './crudCreate.ts'
import { removeRows } from './crudWrite.ts'
import { labelsOf, uniqueGroupsOf, uniqueKeyOf } from './unique.ts'

type Rows = ReturnType<typeof plainRows>
type Writing = Pick<ReturnType<typeof createHandlersOf>, 'prepare' | 'insert'>
type Row = { index: number; input: FieldValues | null; errors: FieldErrors }

/** Parses each row separately over the initial values, so that one mistake does not hide the others. */
const readRows = ({ calls, crud, initial }: DeclaredEntity, list: ImportInput['list']): Row[] => {
  const draft = calls[crud.create!]!.input
  return list.map((given, index) => {
    const { success, data, error } = draft.safeParse({ ...initial, ...given })
    return success
      ? { index, input: data as FieldValues, errors: {} }
      : { index, input: null, errors: importRowErrors(error as z.ZodError) }
  })
}

const markRepeatedValues = (resource: DeclaredEntity, rows: readonly Row[]) => {
  for (const names of uniqueGroupsOf(resource)) {
    const seen = new Map<string, number>()
    for (const { index, input, errors } of rows) {
      if (!input || names.some(name => input[name] == null || input[name] === '')) continue
      const key = uniqueKeyOf(names, input)
      const first = seen.get(key)
      if (first === undefined) seen.set(key, index)
      else errors[names[0]] ??= repeatedSentence(first + 1, labelsOf(resource, names))
    }
  }
}

const isValid = ({ errors }: Row) => Object.keys(errors).length === 0

/** Creates all records of a list in one transaction, or none and answers what is wrong with which row. */
const addHandlerOf = (resource: DeclaredEntity, { prepare, insert }: Writing): RecordBatch['add'] => {
  const { name: kind, id: idName } = resource
  return async ({ list, dryRun, source }: ImportInput, context: Context): Promise<ImportAnswer> => {
    const readRowList = readRows(resource, list)
    markRepeatedValues(resource, readRowList)
    const validRows = readRowList.filter(isValid)
    const prepared = await prepare(
      validRows.map(({ input }) => input!),
      context,
    )
    const preparedRows = prepared.flatMap((row, index) => {
      if (!('errors' in row)) return [row]
      Object.assign(validRows[index]!.errors, row.errors)
      return []
    })
    const faults = readRowList.filter(row => !isValid(row)).map(({ index, errors }) => ({ index, errors }))
    if (faults.length > 0 || dryRun === 1) return { batchId: null, created: 0, faults }
    const batchId = await createBatch(context, kind, list.length, {
      source,
      created: preparedRows.length,
      failed: 0,
    })
    const insertedRows = await insert(preparedRows, context, { batchId, batchCount: list.length })
    const recordIds = insertedRows.map(row => Number(row[idName]))
    await addBatchRecords(context, { batchId, kind, recordIds })
    return { batchId, created: recordIds.length, faults: [] }
  }
}

/** A subquery of the ids that a batch created. */
const recordIdsOf = ({ db, firmId }: Context, kind: string, batchId: number) =>
  db
    .select({ id: batchRecords.recordId })
    .from(batchRecords)
    .where(
      sql`${batchRecords.firmId} = ${firmId} and ${batchRecords.kind} = ${kind} and ${batchRecords.batchId} = ${batchId}`,
    )

/** Previews and undoes the creation of records that were imported together. */
const undoingOf = (resource: DeclaredEntity, { table, uses }: CrudRules, rows: Rows): BatchKind => {
  const { name: kind, id: idName, title, calls, crud } = resource

  /** The records of the batch that still exist and that the caller may remove. */
  const recordsIn = async (context: Context, batchId: number, isLocked: boolean) => {
    const isVisible = rows.visibleWhere(calls[crud.remove ?? crud.create!], context)
    const where = and(isVisible, inArray(rows.key, recordIdsOf(context, kind, batchId)))
    const lock = isLocked ? sql` for update` : sql``
    return selectRows<FieldValues>(
      context.db,
      rows.columns,
      sql`from ${table} where ${where} order by ${rows.key}${lock}`,
    )
  }

  /** Keeps records that were changed since or are used elsewhere, and selects the others for removal. */
  const split = async (context: Context, found: readonly FieldValues[]) => {
    const summaryOf = (row: FieldValues) => ({ id: Number(row[idName]), name: String(row[title]) })
    const keptRecords: { id: number; name: string; reason: string }[] = []
    const removable: FieldValues[] = []
    for (const row of found) {
      if (Number(row['version']) > 1) keptRecords.push({ ...summaryOf(row), reason: '资料已修改' })
      else if ((await uses?.count(context, row))?.refs.length)
        keptRecords.push({ ...summaryOf(row), reason: '已被使用' })
      else removable.push(row)
    }
    return { kept: keptRecords, gone: removable, removing: removable.map(summaryOf) }
  }

  const previewUndo = async (context: Context, { id }: FoundBatch) => {
    const { kept, removing } = await split(context, await recordsIn(context, id, false))
    return { mayUndo: 1 as const, removing, kept }
  }

  const undo = async (context: Context, { id: batchId }: FoundBatch) => {
    // The rows are locked before their uses are counted: a transaction that starts to use one meanwhile
    // waits, and then finds no record.
    const { kept, gone: removable, removing } = await split(context, await recordsIn(context, batchId, true))
    if (removable.length > 0) {
      await recordUndone(context, batchId)
      await removeRows(
        resource,
        table,
        rows,
        context,
        removing.map(({ id }) => id),
      )
      for (const row of removable)
        await rows.record(context, 'importUndo', row, { batchId, batchCount: removable.length })
    }
    return { removed: removable.length, kept }
  }

  return { previewUndo, undo }
}

/** The import of a plain entity, and its undoing. */
export const batchOf = (
  resource: DeclaredEntity,
  rules: CrudRules,
  rows: Rows,
  writing: Writing,
): RecordBatch => ({
  add: addHandlerOf(resource, writing),
  ...undoingOf(resource, rules, rows),
})
