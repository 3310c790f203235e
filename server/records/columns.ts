import { type GetColumnData, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { Selection, SelectionOf } from '../db/lists/select.ts'
import { additionalFields } from '../db/additionalFields.ts'

type Text<C extends PgColumn> = C['_']['notNull'] extends true ? string : string | null

/** Selects a timestamp as an ISO 8601 text. */
export const isoTimestamp = <C extends PgColumn>(column: C): SQL<Text<C>> =>
  sql<Text<C>>`${column}`.mapWith((text: string) => new Date(text).toISOString())

const timestamps = new WeakMap<PgColumn, SQL>()
/** The same expression for each selection, so that its SQL text is computed once (db/lists/select.ts). */
const cachedTimestamp = (column: PgColumn): SQL => {
  const expression = timestamps.get(column) ?? isoTimestamp(column)
  timestamps.set(column, expression)
  return expression
}

type Named<C> = (C extends { createdByName: infer A } ? { createdBy: A } : unknown) &
  (C extends { updatedByName: infer B } ? { updatedBy: B } : unknown)
/** The columns of a table by field name; `createdBy` and `updatedBy` answer the person's name. */
export type ColumnsOf<T extends PgTable> = Omit<T['_']['columns'], keyof Named<T['_']['columns']>> &
  Named<T['_']['columns']>

/** The type of a value in JSON. */
type Wire<V> = V extends Date ? string : V
type FitsValue<C, V> = C extends PgColumn ? (Wire<GetColumnData<C>> extends V ? true : false) : false

type Selectable<V> = SQL<V> | SQL.Aliased<V> | (PgColumn & { _: { data: NonNullable<V> } })

/**
 * The columns to select for a row besides the table's own. A field without a column, or with a column of
 * another type, does not compile until it is given here. A column of the table may be replaced.
 */
export type ComputedColumns<Row, T extends PgTable> = {
  [
    K in keyof Row as K extends keyof ColumnsOf<T>
      ? FitsValue<ColumnsOf<T>[K], Row[K]> extends true
        ? never
        : K
      : K
  ]-?: Selectable<Row[K]>
} & { [K in keyof Row]?: Selectable<Row[K]> }

const aliases: Readonly<Record<string, string>> = { createdBy: 'createdByName', updatedBy: 'updatedByName' }

/** All of a row: its table's columns, and the fields that extensions add to it. */
export const wholeRow = (table: PgTable): Selection => ({
  ...getTableColumns(table),
  ...additionalFields(table),
})

/** A table's column by the name of a field. */
export const columnFor = (table: PgTable, name: string): PgColumn | undefined => {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  const alias = aliases[name]
  return (alias !== undefined && columns[alias]) || columns[name]
}

/** The select list of a row: its fields in the order of its schema. */
const selectionFor = (row: z.ZodObject, table: PgTable, computed: Selection): Selection => {
  const additional = additionalFields(table)
  return Object.fromEntries(
    Object.keys(row.shape).map(name => {
      const column = computed[name] ?? columnFor(table, name) ?? additional[name]
      if (!column) throw new Error(`Nothing is selected for the field ${name}`)
      return [name, 'dataType' in column && column.dataType === 'date' ? cachedTimestamp(column) : column]
    }),
  )
}

/**
 * The select list of a row. A selection that does not depend on the caller is computed once, with the first
 * query.
 */
export const selectionBy = <X>(row: z.ZodObject, table: PgTable, computed: SelectionOf<X>) => {
  if (typeof computed === 'function') return (context: X) => selectionFor(row, table, computed(context))
  let selection: Selection | undefined
  return () => (selection ??= selectionFor(row, table, computed))
}

/** `selectionFor` with the types of the answer, for a select written by hand. */
export const columnsToSelect = <S extends z.ZodObject, T extends PgTable>(
  row: S,
  table: T,
  computed: ComputedColumns<z.input<S>, T>,
) => selectionFor(row, table, computed as Selection) as { [K in keyof z.input<S>]-?: SQL<z.input<S>[K]> }
