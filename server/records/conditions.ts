import { momentOfFirm } from '../../resources/kit/firmTime.ts'
import { and, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import type { Comparison, Filter, Filters, FilterShape } from '../../resources/kit/index.ts'
import type { z } from 'zod'
import { containingIn } from './search.ts'

// Promise Q27 (server/promises.md).

/** What the parameters of these filters hold when they have been read. */
export type FilterValues<FS extends Filters> = {
  [K in keyof FilterShape<FS>]?: z.output<FilterShape<FS>[K]>
}

type ColumnName<F extends Filter, K> = F extends { column: infer C extends string } ? C : K
type ValueOf<F extends Filter> = F extends { compare: 'days' }
  ? { from?: string; to?: string }
  : F extends { compare: 'oneOf' }
    ? z.output<F['field']['schema']>[]
    : NonNullable<z.output<F['field']['schema']>>

/** `query` has the other filters that are set. */
type Condition<F extends Filter, FS extends Filters, X> = (
  value: ValueOf<F>,
  context: X,
  query: FilterValues<FS>,
) => SQL | undefined
/**
 * The conditions of filters that are no column of the table: each has to be supplied. One that is a column may be
 * replaced.
 */
export type Conditions<FS extends Filters, Columns, X> = {
  [K in keyof FS as ColumnName<FS[K], K> extends keyof Columns ? never : K]: Condition<FS[K], FS, X>
} & { [K in keyof FS]?: Condition<FS[K], FS, X> }

/** The same by the names of filters, which the compiler no longer knows. */
export type FilterConditions<X> = Readonly<
  Record<string, (value: never, context: X, query: never) => SQL | undefined>
>

const dayLength = 86_400_000
const endOf = (day: string) => new Date(momentOfFirm(day).getTime() + dayLength)

type Days = { from?: string | null; to?: string | null }

/** A column of days holds its text, one of moments lies within them. */
const withinDays = (column: PgColumn, { from, to }: Days) =>
  column.dataType === 'date'
    ? and(from ? gte(column, momentOfFirm(from)) : undefined, to ? lt(column, endOf(to)) : undefined)
    : and(from ? gte(column, from) : undefined, to ? lte(column, to) : undefined)

const comparisons: Record<Comparison, (column: PgColumn, value: never) => SQL | undefined> = {
  equal: (column, value: unknown) => eq(column, value),
  oneOf: (column, values: readonly unknown[]) =>
    values.length > 0 ? inArray(column, [...values]) : undefined,
  contains: (column, text: string) => containingIn(column, text),
  includes: (column, value: unknown) => sql`${column} @> ${sql.param([value], column)}`,
  atMost: (column, value: number) => lte(column, value),
  days: withinDays,
}

/** What a filter was set to; undefined where it was not. */
const valueOf = (name: string, { from, to }: Filter, query: Readonly<Record<string, unknown>>): unknown => {
  if (from === undefined || to === undefined) return query[name] ?? undefined
  const range = { from: query[from] ?? undefined, to: query[to] ?? undefined }
  return range.from === undefined && range.to === undefined ? undefined : range
}

/** One condition for each filter that is set. */
export const plainConditionsFor =
  <X>(filters: Filters, columns: Readonly<Record<string, PgColumn>>, own: FilterConditions<X>) =>
  (query: Readonly<Record<string, unknown>>, context: X): SQL[] =>
    Object.entries(filters).flatMap(([name, filter]) => {
      const value = valueOf(name, filter, query)
      if (value === undefined) return []
      const condition = own[name]
        ? own[name](value as never, context, query as never)
        : comparisons[filter.compare](columns[filter.column ?? name]!, value as never)
      return condition ?? []
    })

/** The same, checked against the filters of a call and the columns of its table. */
export const conditionsFor: <FS extends Filters, Columns extends Record<string, PgColumn>, X>(
  filters: FS,
  columns: Columns,
  special: NoInfer<Conditions<FS, Columns, X>>,
) => (query: FilterValues<FS>, context: X) => SQL[] = plainConditionsFor
