import { and, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { Call, Filters } from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context/context.ts'
import type { ContextFor } from '../context/handlers.ts'
import type { Join } from '../db/lists/source.ts'
import type { Selection } from '../db/lists/select.ts'
import { type ColumnsOf, columnFor, type Computed, selectionFor } from './columns.ts'
import {
  type Conditions,
  type FilterConditions,
  type FilterValues,
  plainConditionsFor,
} from './conditions.ts'
import { fromOf } from '../db/lists/source.ts'
import { countOptions } from './filterCounts.ts'
import { ordering, type PageQuery, selectIds, selectPage, type Sorting } from './page.ts'
import { searching, searchingIn } from './search.ts'

/** A call that answers a list, with its filters and the columns it can be sorted by. */
export type FilteredListCall = Call & { filters: Filters; sortable: readonly string[] }

type RowSchema<C> = C extends { output: z.ZodObject<{ records: z.ZodArray<infer R extends z.ZodObject> }> }
  ? R
  : never
type RowOf<C> = z.input<RowSchema<C>>

/** The columns of `sortable` that the table does not have have to be said. */
export type Sorts<S extends string, T extends PgTable> = {
  [K in S as K extends keyof ColumnsOf<T> ? never : K]: PgColumn | SQL
} & { [K in S]?: PgColumn | SQL }

type Words = { keyword?: string | undefined; ids?: number[] | undefined }
type Asked<C extends FilteredListCall> = Partial<z.output<C['input']>> & FilterValues<C['filters']> & Words

/** A list whose fields go by names that the compiler does not know. */
type PlainDefinition<Q, R, X> = {
  table: PgTable
  key: PgColumn
  /** The rows that the caller may reach, and that are there. */
  visibleWhere: (context: X, query: Q) => SQL
  /** The indexed column of all that is searched, a few columns of a small table, or a condition. */
  search?: Search<X> | undefined
  /** The order of a list that nobody sorted. */
  order: readonly SQL[] | ((context: X, query: Q) => readonly SQL[] | Promise<readonly SQL[]>)
  joins?: readonly Join[]
  /** Those of the joins that a condition looks at; all of them where absent. */
  countedJoins?: readonly Join[]
  /** What of a row is no column of the table; may depend on who asks. */
  columns?: Selection | ((context: X) => Selection)
  sorts?: Selection
  conditions?: FilterConditions<X>
  /** Removes or masks what the caller may not see of a row. */
  shown?: (row: R, context: X, query: Q) => R
}

/** As `PlainDefinition`, with the columns, sorts and conditions that the table lacks required by the compiler. */
type Definition<C extends FilteredListCall, T extends PgTable, X> = Omit<
  PlainDefinition<Asked<C>, RowOf<C>, X>,
  'table' | 'columns' | 'sorts' | 'conditions'
> & {
  table: T
  columns: Computed<RowOf<C>, T> | ((context: X) => Computed<RowOf<C>, T>)
  sorts: Sorts<C['sortable'][number], T>
  conditions: Conditions<C['filters'], ColumnsOf<T>, X>
}

/** The schema of one row of a list. */
export const rowSchemaOf = <C extends Call>(call: C) =>
  (call.output as unknown as z.ZodObject<{ records: z.ZodArray<RowSchema<C>> }>).shape.records.element

type Search<X> = PgColumn | readonly (PgColumn | SQL)[] | ((keyword: string, context: X) => SQL)

const searchOf = <X>(search: Search<X> | undefined) => ({
  isIndexed: typeof search === 'function' || (search !== undefined && 'dataType' in search),
  keywordIn: (keyword: string | undefined, context: X) => {
    if (!search || !keyword) return undefined
    if (typeof search === 'function') return search(keyword, context)
    return 'dataType' in search ? searching(search, keyword) : searchingIn(search, keyword)
  },
})

const sortsOf = ({ sortable }: FilteredListCall, table: PgTable, given: Selection) =>
  Object.fromEntries(
    sortable.map(name => {
      const column = given[name] ?? columnFor(table, name)
      if (!column) throw new Error(`Nothing to sort by for ${name}`)
      return [name, column]
    }),
  )

/** What is selected of a row. Columns that do not depend on who asks are looked up once, with the first query. */
const selectionBy = <X>(
  call: FilteredListCall,
  table: PgTable,
  computed: Selection | ((context: X) => Selection),
) => {
  let known: Selection | undefined
  return (context: X) =>
    typeof computed === 'function'
      ? selectionFor(rowSchemaOf(call), table, computed(context))
      : (known ??= selectionFor(rowSchemaOf(call), table, computed))
}

/** Counts, for one filter, the rows that each of its options would leave under the others that are set. */
const optionCountsOf =
  <Q extends Words, X extends Context<Caller | null>>({
    call,
    table,
    joins,
    own,
    conditions,
    where,
  }: {
    call: FilteredListCall
    table: PgTable
    joins: readonly Join[]
    /** The filters that are no comparison with a column. */
    own: readonly string[]
    conditions: (query: Readonly<Record<string, unknown>>, context: X) => SQL[]
    where: (context: X, query: Q) => SQL
  }) =>
  (query: Q, context: X, name: string) => {
    const filter = call.filters[name]!
    return countOptions(context.db, {
      filter,
      from: fromOf(table, joins, where(context, { ...query, [name]: undefined })),
      column: own.includes(name) ? undefined : getTableColumns(table)[filter.column ?? name],
      conditionsOf: value => conditions({ [name]: filter.compare === 'oneOf' ? [value] : value }, context),
    })
  }

/**
 * A paged list as its call declares it: what is selected, compared and sorted by follows from the fields and the table;
 * what is different is said beside it.
 */
export const plainListOf = <Q extends Words, R, X extends Context<Caller | null>>(
  call: FilteredListCall,
  {
    columns: computed = {},
    sorts: ownSorts = {},
    conditions: own = {},
    ...definition
  }: PlainDefinition<Q, R, X>,
) => {
  const { table, key, visibleWhere, search, order, joins, countedJoins, shown } = definition
  const fixed = typeof order === 'function' ? [] : order
  const conditions = plainConditionsFor(call.filters, getTableColumns(table), own)
  const sorts = sortsOf(call, table, ownSorts)
  const { isIndexed, keywordIn } = searchOf<X>(search)
  const selectionOf = selectionBy(call, table, computed)

  /** What was asked for, without whose rows these are. */
  const matching = (context: X, query: Q) => [
    query.ids && inArray(key, query.ids),
    keywordIn(query.keyword, context),
    ...conditions(query, context),
  ]

  /** The rows that were asked for, of those within reach; counts and exports ask for the same. */
  const where = (context: X, query: Q): SQL => and(visibleWhere(context, query), ...matching(context, query))!

  const orderOf = async (query: Q & Sorting, context: X) => {
    const isComputed = query.sortField === undefined && typeof order === 'function'
    return ordering(query, sorts, isComputed ? await order(context, query) : fixed, key)
  }

  /** The ids of all rows that were asked for, in their order. */
  const ids = async (query: Q & Sorting, context: X, most: number) =>
    selectIds(
      context.db,
      { table, key, joins, where: where(context, query), order: await orderOf(query, context) },
      most,
    )

  const page = async (query: Q & PageQuery, context: X) => {
    const source = {
      columns: selectionOf(context),
      table,
      key,
      joins,
      countedJoins,
      where: where(context, query),
      isSearch: query.keyword !== undefined && isIndexed,
      order: await orderOf(query, context),
    }
    const answer = await selectPage<R>(context, source, query)
    return shown ? { ...answer, records: answer.records.map(row => shown(row, context, query)) } : answer
  }

  const counted = { call, table, joins: countedJoins ?? joins ?? [], own: Object.keys(own) }
  const optionCounts = optionCountsOf<Q, X>({ ...counted, conditions, where })
  return { matching, where, listing: { page, ids, optionCounts } }
}

/** The same with the types of its call. */
export const listOf = <C extends FilteredListCall, T extends PgTable>(
  call: C,
  definition: Definition<C, T, ContextFor<C['who']>>,
) =>
  // The names were checked by the type of the definition.
  plainListOf(call, definition as unknown as PlainDefinition<Asked<C>, RowOf<C>, ContextFor<C['who']>>)
