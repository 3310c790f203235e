import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { FieldErrors } from '../../resources/domain/codes.ts'
import { folded, type Names } from '../../resources/kit/index.ts'
import { createdColumns } from '../context/actor.ts'
import { ApiError, invalid, ValidationError } from '../context/apiError.ts'
import type { Context } from '../context/context.ts'
import { diffOf, type LogEntry } from '../services/audit/audit.ts'
import { cleanInput } from '../services/markup/sanitize.ts'
import type { plainRows } from './crudRead.ts'
import type { CrudRules, Declared, PlainTable, FieldValues } from './crudRules.ts'
import { sameText } from './search.ts'

type Rows = ReturnType<typeof plainRows>
type Prepared = { input: FieldValues; names: Names | undefined }

const sameAs = (column: PgColumn, value: unknown) =>
  typeof value === 'string' ? sameText(column, value) : eq(column, value)
const keyOf = (value: unknown) => (typeof value === 'string' ? folded(value) : value)

/** For each input what is wrong where another row of the firm has the same already, before the index says it. */
export const takenIn = async (
  { unique = [], fields }: Declared,
  { columns, key, alive }: Rows,
  { db, firmId }: Context,
  table: PlainTable,
  inputs: readonly FieldValues[],
  except: unknown,
): Promise<FieldErrors[]> => {
  const wantedOf = (input: FieldValues) => unique.filter(name => input[name] != null)
  const same = inputs.flatMap(input => wantedOf(input).map(name => sameAs(columns[name]!, input[name])))
  if (same.length === 0) return inputs.map(() => ({}))
  const rows: FieldValues[] = await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.firmId, firmId), ne(key, except), alive, or(...same)))
  return inputs.map(input => {
    const taken = wantedOf(input).filter(name => rows.some(row => keyOf(row[name]) === keyOf(input[name])))
    return Object.fromEntries(taken.map(name => [name, `该${fields[name]!.label}已存在`]))
  })
}

/** Throws 4220 at the fields whose values other records have already. */
export const refuseTaken = (taken: FieldErrors = {}) => {
  if (Object.keys(taken).length > 0) throw invalid(taken)
}

/** Makes one record, or several at once. */
export const creatingOf = (resource: Declared, rules: CrudRules, rows: Rows) => {
  const { table, check } = rules
  const { id: idName, fields, calls, crud } = resource
  const { key, record } = rows

  /** What `insert` takes for each new record, or what is wrong with it. */
  const prepare = async (given: readonly FieldValues[], context: Context) => {
    const inputs: FieldValues[] = []
    for (const values of given) inputs.push(await cleanInput(fields, values))
    const taken = await takenIn(resource, rows, context, table, inputs, 0)
    const prepared: (Prepared | { errors: FieldErrors })[] = []
    for (const [index, input] of inputs.entries())
      try {
        refuseTaken(taken[index])
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
    const made = (await context.db
      .insert(table as PgTable)
      .values(prepared.map(({ input }) => ({ ...input, ...createdColumns(context) })) as never)
      .returning()) as FieldValues[]
    // A row that the caller could not reach afterwards is not his to make.
    const reach = and(
      rows.visibleWhere(calls[crud.create!], context),
      inArray(
        key,
        made.map(row => row[idName]),
      ),
    )
    if ((await context.db.$count(table as PgTable, reach)) < made.length) throw new ApiError('4030')
    for (const [index, { input, names }] of prepared.entries())
      await record(context, 'create', made[index]!, { diff: diffOf(fields, {}, input, names), ...batch })
    return made
  }

  const create = async (given: FieldValues, context: Context) => {
    const [prepared] = await prepare([given], context)
    if ('errors' in prepared!) throw invalid(prepared.errors)
    const [row] = await insert([prepared!], context)
    return row
  }

  return { create, prepare, insert }
}
