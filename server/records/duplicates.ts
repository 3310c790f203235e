import { and, eq, ne, or } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { FieldErrors } from '../../resources/domain/codes.ts'
import { invalid } from '../context/apiError.ts'
import type { Context } from '../context/context.ts'
import type { plainRows } from './crudRead.ts'
import type { DeclaredEntity, FieldValues, PlainTable } from './crudRules.ts'
import { sameText } from './search.ts'
import { duplicateSentence, uniqueGroupsOf, uniqueKeyOf, type UniqueNames } from './unique.ts'

type Rows = ReturnType<typeof plainRows>

const sameAs = (column: PgColumn, value: unknown) =>
  column.getSQLType() === 'text' ? sameText(column, String(value)) : eq(column, value)

type Change = { input: FieldValues; current?: FieldValues }

/**
 * For each new or changed record, the errors of unique values that another row of the firm already has; asked before the unique
 * index would refuse them.
 */
export const findDuplicates = async (
  resource: DeclaredEntity,
  { columns, key, alive }: Rows,
  { db, firmId }: Context,
  table: PlainTable,
  changes: readonly Change[],
  except: unknown,
): Promise<FieldErrors[]> => {
  const asked = changes.map(({ input, current }) => {
    const values = { ...current, ...input }
    const isAsked = (names: UniqueNames) =>
      names.some(name => input[name] !== undefined) && names.every(name => values[name] != null)
    return { values, groups: uniqueGroupsOf(resource).filter(isAsked) }
  })
  const same = asked.flatMap(({ values, groups }) =>
    groups.map(names => and(...names.map(name => sameAs(columns[name]!, values[name])))),
  )
  if (same.length === 0) return changes.map(() => ({}))
  const rows: FieldValues[] = await db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.firmId, firmId), ne(key, except), alive, or(...same)))
  return asked.map(({ values, groups }) => {
    const takenGroups = groups.filter(names =>
      rows.some(row => uniqueKeyOf(names, row) === uniqueKeyOf(names, values)),
    )
    return Object.fromEntries(takenGroups.map(names => [names[0], duplicateSentence(resource, names)]))
  })
}

/** Throws 4220 where there is an error of a field. */
export const refuseErrors = (taken: FieldErrors = {}) => {
  if (Object.keys(taken).length > 0) throw invalid(taken)
}
