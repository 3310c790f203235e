import { and, inArray } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { FieldErrors } from '../../resources/domain/codes.ts'
import type { ReferenceNames } from '../../resources/kit/index.ts'
import { createdColumns } from '../context/actor.ts'
import { ApiError, invalid, ValidationError } from '../context/apiError.ts'
import type { Context } from '../context/context.ts'
import { diffOf, type LogEntry } from '../services/audit/audit.ts'
import { cleanInput } from '../services/markup/sanitize.ts'
import { writeAdditionalFields } from '../db/additionalFields.ts'
import type { plainRows } from './crudRead.ts'
import type { CrudRules, DeclaredEntity, FieldValues } from './crudRules.ts'
import { findDuplicates, refuseErrors } from './duplicates.ts'
import { asColumnValues, inUtc } from './moments.ts'
import { readableNames } from './readableNames.ts'
import { missingInLists } from '../services/directory/missingReferences.ts'

type Rows = ReturnType<typeof plainRows>
type Prepared = { input: FieldValues; names: ReferenceNames | undefined }

const asChange = (input: FieldValues) => ({ input })
const asInput = ({ input }: Prepared) => input

const newRows = (table: PgTable, prepared: readonly Prepared[], context: Context) =>
  prepared.map(({ input }) => ({ ...asColumnValues(table, input), ...createdColumns(context) }))

/** Creates one record, or several at once. */
export const createHandlersOf = (resource: DeclaredEntity, rules: CrudRules, rows: Rows) => {
  const { table, check } = rules
  const { id: idName, fields, calls, crud } = resource
  const { key, record } = rows

  /** The values that `insert` takes for each new record, or the errors of that record. */
  const prepare = async (draftInputs: readonly FieldValues[], context: Context) => {
    const inputs: FieldValues[] = []
    for (const values of draftInputs) inputs.push(inUtc(fields, await cleanInput(fields, values)))
    const duplicates = await findDuplicates(resource, rows, context, table, inputs.map(asChange), 0)
    const prepared: (Prepared | { errors: FieldErrors })[] = []
    for (const [index, input] of inputs.entries())
      try {
        refuseErrors({ ...duplicates[index], ...(await missingInLists(context, fields, input)) })
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
      .values(newRows(table, prepared, context) as never)
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
    const found = await readableNames(context, fields, prepared.map(asInput))
    for (const [index, { input, names }] of prepared.entries())
      await record(context, 'create', insertedRows[index]!, {
        diff: diffOf(fields, {}, input, { ...found, ...names }),
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
