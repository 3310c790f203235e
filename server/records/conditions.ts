import { momentOfFirm } from '../../resources/kit/firmTime.ts'
import { and, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import type { Comparison, Filter, Filters, FilterShape } from '../../resources/kit/index.ts'
import type { z } from 'zod'
import { unindexedContains } from './search.ts'

// This file keeps promise Q27 of server/promises.md.

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
  equal: (column, value: unknown) => eq(column, value),
  oneOf: (column, values: readonly unknown[]) =>
    values.length > 0 ? inArray(column, [...values]) : undefined,
  contains: (column, text: string) => unindexedContains(column, text),
  includes: (column, value: unknown) => sql`${column} @> ${sql.param([value], column)}`,
  atMost: (column, value: number) => lte(column, value),
  days: withinDays,
}

/** The value of a filter in the query; undefined where it is not set. */
const valueOf = (name: string, { from, to }: Filter, query: Readonly<Record<string, unknown>>): unknown => {
  if (from === undefined || to === undefined) return query[name] ?? undefined
  const range = { from: query[from] ?? undefined, to: query[to] ?? undefined }
  return range.from === undefined && range.to === undefined ? undefined : range
}

/** One condition for each filter that is set. */
export const plainConditionsFor =
  <X>(filters: Filters, columns: Readonly<Record<string, PgColumn>>, customConditions: FilterConditions<X>) =>
  (query: Readonly<Record<string, unknown>>, context: X): SQL[] =>
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = valueOf(name, filter, query)
      if (value === undefined) return []
      const condition = customConditions[name]
        ? customConditions[name](value as never, context, query as never)
        : comparisons[filter.compare](columns[filter.column ?? name]!, value as never)
      return condition ?? []
    })

/** `plainConditionsFor`, type-checked against the filters of a call and the columns of its table. */
export const conditionsFor: <FS extends Filters, Columns extends Record<string, PgColumn>, X>(
  filters: FS,
  columns: Columns,
  special: NoInfer<Conditions<FS, Columns, X>>,
) => (query: FilterValues<FS>, context: X) => SQL[] = plainConditionsFor
