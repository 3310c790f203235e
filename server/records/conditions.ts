import { momentOfFirm } from '../../resources/kit/firmTime.ts'
import { and, eq, gte, inArray, isNull, lt, lte, or, SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { type Comparison, type Filter, type Filters, type FilterShape } from '../../resources/kit/index.ts'
import type { z } from 'zod'
import { selectionIn, type SelectionOf } from '../db/lists/select.ts'
import { unindexedContains } from './search.ts'

/** The parsed parameters of these filters. */
export type FilterValues<FS extends Filters> = {
  [K in keyof FilterShape<FS>]?: z.output<FilterShape<FS>[K]>
}

type ColumnName<F extends Filter, K> = F extends { column: infer C extends string } ? C : K
type ValueOf<F extends Filter> = F extends { compare: 'days' }
  ? { from?: string; to?: string }
  : F extends { compare: 'oneOf' }
    ? z.output<F['field']['schema']>[]
    : NonNullable<z.output<F['field']['schema']>>

/** Builds the SQL condition of one filter; `query` has the other filters that are set. */
type Condition<F extends Filter, FS extends Filters, X> = (
  value: ValueOf<F>,
  context: X,
  query: FilterValues<FS>,
) => SQL | undefined
/**
 * The conditions of filters that compare no column of the table; each is required. The condition of a filter
 * on a column may be replaced.
 */
export type Conditions<FS extends Filters, Columns, X> = {
  [K in keyof FS as ColumnName<FS[K], K> extends keyof Columns ? never : K]: Condition<FS[K], FS, X>
} & { [K in keyof FS]?: Condition<FS[K], FS, X> }

/** Conditions by filter name, with their types erased. */
export type FilterConditions<X> = Readonly<
  Record<string, (value: never, context: X, query: never) => SQL | undefined>
>

const dayMs = 86_400_000
const endOf = (day: string) => new Date(momentOfFirm(day).getTime() + dayMs)

type Days = { from?: string | null; to?: string | null }

/**
 * A column of days is compared as text; a column of timestamps is compared with the start and end of the
 * days.
 */
const withinDays = (column: PgColumn, { from, to }: Days) =>
  column.dataType === 'date'
    ? and(from ? gte(column, momentOfFirm(from)) : undefined, to ? lt(column, endOf(to)) : undefined)
    : and(from ? gte(column, from) : undefined, to ? lte(column, to) : undefined)

const comparisons: Record<Comparison, (column: PgColumn, value: never) => SQL | undefined> = {
  equal: (column, value: unknown) =>
    Array.isArray(value)
      ? value.length > 1
        ? inArray(column, value)
        : eq(column, value[0])
      : eq(column, value),
  oneOf: (column, values: readonly unknown[]) => inArray(column, [...values]),
  contains: (column, text: string) => unindexedContains(column, text),
  includes: (column, value: unknown) => {
    const values = [value].flat()
    return values.length > 1
      ? sql`${column} && ${sql.param(values, column)}`
      : sql`${column} @> ${sql.param(values, column)}`
  },
  atMost: (column, value: number) => lte(column, value),
  days: withinDays,
}

/** The condition that a column meets the value of a filter. */
export const comparisonWith = ({ compare }: Filter, column: PgColumn, value: unknown) =>
  comparisons[compare](column, value as never)

type Query = Readonly<Record<string, unknown>>

/** The value of a filter in the query; undefined where it is not set. */
const valueOf = (name: string, { from, to }: Filter, query: Query): unknown => {
  if (from === undefined || to === undefined) {
    const value = query[name] ?? undefined
    return Array.isArray(value) && value.length === 0 ? undefined : value
  }
  const range = { from: query[from] ?? undefined, to: query[to] ?? undefined }
  return range.from === undefined && range.to === undefined ? undefined : range
}

const includesName = (names: unknown, name: string) => Array.isArray(names) && names.includes(name)

/** Columns that hold lists or texts may be empty without being null. */
const isEmptyIn = (column: PgColumn | SQL): SQL => {
  if (!('columnType' in column)) return isNull(column)
  if (column.columnType === 'PgArray') return sql`coalesce(cardinality(${column}), 0) = 0`
  return column.columnType === 'PgText' ? sql`coalesce(${column}, '') = ''` : isNull(column)
}

/**
 * The query with one filter set to these values, or to none; it is neither turned round nor asks for rows without a value.
 */
export const withFilter = <Q extends Query>(
  query: Q,
  name: string,
  values: readonly unknown[] | undefined,
): Q => {
  const without = (names: unknown) => (Array.isArray(names) ? names.filter(it => it !== name) : undefined)
  return { ...query, [name]: values, not: without(query['not']), empty: without(query['empty']) }
}

/** One condition for each filter that is set. */
export const plainConditionsFor = <X>(
  filters: Filters,
  columns: Readonly<Record<string, PgColumn>>,
  customConditions: FilterConditions<X>,
  /** Values of a row that are not columns of the table. */
  computed: SelectionOf<X> = {},
) => {
  const columnOf = (name: string) => columns[filters[name]!.column ?? name]
  const filledBy = (name: string, context: X) => {
    const column = columnOf(name) ?? selectionIn(computed, context)[name]
    if (column && !('fieldAlias' in column)) return column
    throw new Error(`No column tells whether ${name} is empty`)
  }

  /** A custom condition is one for a single value. */
  const holds = (name: string, value: unknown, context: X, query: Query) => {
    const filter = filters[name]!
    const custom = customConditions[name]
    if (!custom) return comparisonWith(filter, columnOf(name)!, value)
    const values = filter.compare !== 'oneOf' && Array.isArray(value) ? value : [value]
    return or(...values.map(it => custom(it as never, context, query as never)))
  }

  return (query: Query, context: X): SQL[] =>
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = valueOf(name, filter, query)
      const condition = or(
        value === undefined ? undefined : holds(name, value, context, query),
        includesName(query['empty'], name) ? isEmptyIn(filledBy(name, context)) : undefined,
      )
      if (!condition) return []
      return includesName(query['not'], name) ? sql`(${condition}) is not true` : condition
    })
}

/** `plainConditionsFor`, type-checked against the filters of a call and the columns of its table. */
export const conditionsFor: <FS extends Filters, Columns extends Record<string, PgColumn>, X>(
  filters: FS,
  columns: Columns,
  special: NoInfer<Conditions<FS, Columns, X>>,
) => (query: FilterValues<FS>, context: X) => SQL[] = plainConditionsFor
