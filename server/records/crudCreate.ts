import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { FieldErrors } from '../../resources/domain/codes.ts'
import { foldForSearch, type ReferenceNames } from '../../resources/kit/index.ts'
import { createdColumns } from '../context/actor.ts'
import { ApiError, invalid, ValidationError } from '../context/apiError.ts'
import type { Context } from '../context/context.ts'
import { diffOf, type LogEntry } from '../services/audit/audit.ts'
import { cleanInput } from '../services/markup/sanitize.ts'
import { writeAdditionalFields } from '../db/additionalFields.ts'
import type { plainRows } from './crudRead.ts'
import type { CrudRules, DeclaredEntity, PlainTable, FieldValues } from './crudRules.ts'
import { sameText } from './search.ts'

type Rows = ReturnType<typeof plainRows>
type Prepared = { input: FieldValues; names: ReferenceNames | undefined }

const sameAs = (column: PgColumn, value: unknown) =>
  typeof value === 'string' ? sameText(column, value) : eq(column, value)
const keyOf = (value: unknown) => (typeof value === 'string' ? foldForSearch(value) : value)

/**
 * For each input, the errors of unique fields whose value another row of the firm already has; asked before
 * the unique index would refuse it.
 */
export const findDuplicates = async (
  { unique = [], fields }: DeclaredEntity,
  { columns, key, alive }: Rows,
  { db, firmId }: Context,
  table: PlainTable,
  inputs: readonly FieldValues[],
  except: unknown,
): Promise<FieldErrors[]> => {
  const uniqueNamesIn = (input: FieldValues) => unique.filter(name => input[name] != null)
  const same = inputs.flatMap(input => uniqueNamesIn(input).map(name => sameAs(columns[name]!, input[name])))
  if (same.length === 0) return inputs.map(() => ({}))
  const rows: FieldValues[] = await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.firmId, firmId), ne(key, except), alive, or(...same)))
  return inputs.map(input => {
    const takenNames = uniqueNamesIn(input).filter(name =>
      rows.some(row => keyOf(row[name]) === keyOf(input[name])),
    )
    return Object.fromEntries(takenNames.map(name => [name, `该${fields[name]!.label}已存在`]))
  })
}

/** Throws 4220 for fields whose values other records already have. */
export const refuseDuplicates = (taken: FieldErrors = {}) => {
  if (Object.keys(taken).length > 0) throw invalid(taken)
}

/** Creates one record, or several at once. */
export const createHandlersOf = (resource: DeclaredEntity, rules: CrudRules, rows: Rows) => {
  const { table, check } = rules
  const { id: idName, fields, calls, crud } = resource
  const { key, record } = rows

  /** The values that `insert` takes for each new record, or the errors of that record. */
  const prepare = async (draftInputs: readonly FieldValues[], context: Context) => {
    const inputs: FieldValues[] = []
    for (const values of draftInputs) inputs.push(await cleanInput(fields, values))
    const duplicates = await findDuplicates(resource, rows, context, table, inputs, 0)
    const prepared: (Prepared | { errors: FieldErrors })[] = []
    for (const [index, input] of inputs.entries())
      try {
        refuseDuplicates(duplicates[index])
        prepared.push({ input, names: await check?.(context, input, null) })
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error
        prepared.push({ errors: error.errors })
      }
    return prepared
  }

  const insert = async (
    prepared: readonly Prepared[],
    context: Context,
    batch: Pick<LogEntry, 'batchId' | 'batchCount'> = {},
  ) => {
    const insertedRows = (await context.db
      .insert(table as PgTable)
      .values(prepared.map(({ input }) => ({ ...input, ...createdColumns(context) })) as never)
      .returning()) as FieldValues[]
    for (const [index, { input }] of prepared.entries())
      await writeAdditionalFields(context, table, insertedRows[index]!, input)
    // Callers may not create a row that they could not reach afterwards.
    const reach = and(
      rows.visibleWhere(calls[crud.create!], context),
      inArray(
        key,
        insertedRows.map(row => row[idName]),
      ),
    )
    if ((await context.db.$count(table as PgTable, reach)) < insertedRows.length) throw new ApiError('4030')
    for (const [index, { input, names }] of prepared.entries())
      await record(context, 'create', insertedRows[index]!, {
        diff: diffOf(fields, {}, input, names),
        ...batch,
      })
    return insertedRows
  }

  const create = async (draftInputs: FieldValues, context: Context) => {
    const [prepared] = await prepare([draftInputs], context)
    if ('errors' in prepared!) throw invalid(prepared.errors)
    const [row] = await insert([prepared!], context)
    return row
  }

  return { create, prepare, insert }
}
