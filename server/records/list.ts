import { and, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import { type Call, type Filters, takesSeveral } from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context/context.ts'
import type { ContextFor, FrozenRow } from '../context/handlers.ts'
import type { Join } from '../db/lists/source.ts'
import { selectionIn, type Selection, type SelectionOf } from '../db/lists/select.ts'
import { additionalFields } from '../db/additionalFields.ts'
import { additionalConditions } from './additionalConditions.ts'
import { type ColumnsOf, columnFor, type ComputedColumns, selectionBy } from './columns.ts'
import {
  type Conditions,
  type FilterConditions,
  type FilterValues,
  plainConditionsFor,
  withFilter,
} from './conditions.ts'
import { fromOf } from '../db/lists/source.ts'
import { countOptions } from './filterCounts.ts'
import { orderByClauses, type PageQuery, selectIds, selectKeys, selectPage, type Sorting } from './page.ts'
import { indexedContains, containsInAny } from './search.ts'

/** A call that answers a list, with its filters and the columns it can be sorted by. */
export type FilteredListCall = Call & { filters: Filters; sortable: readonly string[] }

type RowSchema<C> = C extends { output: z.ZodObject<{ records: z.ZodArray<infer R extends z.ZodObject> }> }
  ? R
  : never
type RowOf<C> = z.input<RowSchema<C>>

/** Sort expressions; each name of `sortable` that is not a column of the table is required. */
export type SortExpressions<S extends string, T extends PgTable> = {
  [K in S as K extends keyof ColumnsOf<T> ? never : K]: PgColumn | SQL
} & { [K in S]?: PgColumn | SQL }

type SearchQuery = { keyword?: string | undefined; ids?: number[] | undefined }
type ListQuery<C extends FilteredListCall> = Partial<z.output<C['input']>> &
  FilterValues<C['filters']> &
  SearchQuery

/** The definition of a list with untyped field names. */
type PlainDefinition<Q, R, X> = {
  table: PgTable
  key: PgColumn
  /** Condition for the rows that the caller may reach. */
  visibleWhere: (context: X, query: Q) => SQL
  /** The indexed search column, a few columns of a small table, or a custom condition. */
  search?: Search<X> | undefined
  /** The order of a list without requested sorting. */
  order: readonly SQL[] | ((context: X, query: Q) => readonly SQL[] | Promise<readonly SQL[]>)
  joins?: readonly Join[]
  /** The joins that the conditions need, used for counting; all joins where absent. */
  countedJoins?: readonly Join[]
  /** Selected values of a row that are not columns of the table; may depend on the caller. */
  columns?: SelectionOf<X>
  sorts?: SelectionOf<X>
  conditions?: FilterConditions<X>
  /** Removes or masks values that the caller may not see. */
  shown?: (row: R, context: X, query: Q) => R
}

/**
 * `PlainDefinition` in which the compiler requires the columns, sorts and conditions that the table lacks.
 */
type Definition<C extends FilteredListCall, T extends PgTable, X> = Omit<
  PlainDefinition<ListQuery<C>, RowOf<C>, X>,
  'table' | 'columns' | 'sorts' | 'conditions'
> & {
  table: T
  columns: ComputedColumns<RowOf<C>, T> | ((context: X) => ComputedColumns<RowOf<C>, T>)
  sorts:
    | SortExpressions<C['sortable'][number], T>
    | ((context: X) => SortExpressions<C['sortable'][number], T>)
  conditions: Conditions<C['filters'], ColumnsOf<T>, X>
}

/** The schema of one row of a list. */
export const rowSchemaOf = <C extends Call>(call: C) =>
  (call.output as unknown as z.ZodObject<{ records: z.ZodArray<RowSchema<C>> }>).shape.records.element

type Search<X> = PgColumn | readonly (PgColumn | SQL)[] | ((keyword: string, context: X) => SQL)

const searchConditionOf = <X>(search: Search<X> | undefined) => ({
  isIndexed: typeof search === 'function' || (search !== undefined && 'dataType' in search),
  keywordIn: (keyword: string | undefined, context: X) => {
    if (!search || !keyword) return undefined
    if (typeof search === 'function') return search(keyword, context)
    return 'dataType' in search ? indexedContains(search, keyword) : containsInAny(search, keyword)
  },
})

const sortsOf = ({ sortable }: FilteredListCall, table: PgTable, given: Selection) => {
  const additional = additionalFields(table)
  return Object.fromEntries(
    sortable.map(name => {
      const column = given[name] ?? columnFor(table, name) ?? additional[name]
      if (!column) throw new Error(`Nothing to sort by for ${name}`)
      return [name, column]
    }),
  )
}

/** The conditions of the filters by columns of the table, of those with a custom one, and of those by additional fields. */
const conditionsOf = <Q extends SearchQuery, R, X>(
  { filters }: FilteredListCall,
  { table, columns = {}, conditions }: PlainDefinition<Q, R, X>,
) => {
  const customConditions: FilterConditions<X> = { ...conditions, ...additionalConditions(table, filters) }
  const additional = additionalFields(table)
  const computed = (context: X) => ({ ...selectionIn(columns, context), ...additional })
  return {
    customConditions,
    conditions: plainConditionsFor(filters, getTableColumns(table), customConditions, computed),
  }
}

/** Counts, for one filter, the rows that each of its options would leave under the other filters. */
const optionCountsOf =
  <Q extends SearchQuery, X extends Context<Caller | null>>({
    call,
    table,
    joins,
    customFilters,
    conditions,
    where,
  }: {
    call: FilteredListCall
    table: PgTable
    joins: readonly Join[]
    /** The filters with a custom condition. */
    customFilters: readonly string[]
    conditions: (query: Readonly<Record<string, unknown>>, context: X) => SQL[]
    where: (context: X, query: Q) => SQL
  }) =>
  (query: Q, context: X, name: string) => {
    const filter = call.filters[name]!
    return countOptions(context.db, {
      filter,
      from: fromOf(table, joins, where(context, withFilter(query, name, undefined))),
      column: customFilters.includes(name) ? undefined : getTableColumns(table)[filter.column ?? name],
      conditionsOf: value => conditions({ [name]: takesSeveral(filter) ? [value] : value }, context),
    })
  }

type SourceOf<Q, X> = (query: Q & Sorting, context: X) => Promise<Parameters<typeof selectIds>[1]>

/** Selects the keys of all matching rows instead of a page. */
const keySelections = <Q, X extends Context<Caller | null>>(
  table: PgTable,
  key: PgColumn,
  sourceOf: SourceOf<Q, X>,
) => ({
  ids: async (query: Q & Sorting, context: X, maxIds: number) =>
    selectIds(context.db, await sourceOf(query, context), maxIds),

  /** The ids with version and title. The version tells later whether somebody has changed a row since. */
  frozen: async (query: Q & Sorting, context: X, maxRows: number, title: string) =>
    selectKeys<FrozenRow>(
      context.db,
      {
        id: key,
        version: columnFor(table, 'version') ?? sql<null>`null`,
        name: columnFor(table, title) ?? sql<string>`''`,
      },
      await sourceOf(query, context),
      maxRows,
    ),
})

/**
 * A paged list as its call declares it: selection, conditions and sorting follow from the fields and the
 * table, and the definition adds the exceptions.
 */
export const plainListOf = <Q extends SearchQuery, R, X extends Context<Caller | null>>(
  call: FilteredListCall,
  definition: PlainDefinition<Q, R, X>,
) => {
  const { columns: computed = {}, sorts: ownSorts = {} } = definition
  const { table, key, visibleWhere, search, order, joins, countedJoins, shown } = definition
  const fixedOrder = typeof order === 'function' ? [] : order
  const { customConditions, conditions } = conditionsOf(call, definition)
  const fixedSorts = typeof ownSorts === 'function' ? undefined : sortsOf(call, table, ownSorts)
  const { isIndexed, keywordIn } = searchConditionOf<X>(search)
  const selectionOf = selectionBy(rowSchemaOf(call), table, computed)

  /** The conditions of the query, without the caller's scope. */
  const matching = (context: X, query: Q) => [
    query.ids && inArray(key, query.ids),
    keywordIn(query.keyword, context),
    ...conditions(query, context),
  ]

  /** All conditions of the list; pages, counts and exports share them. */
  const where = (context: X, query: Q): SQL => and(visibleWhere(context, query), ...matching(context, query))!

  const orderOf = async (query: Q & Sorting, context: X) => {
    const isComputed = query.sortField === undefined && typeof order === 'function'
    const sorts = fixedSorts ?? sortsOf(call, table, selectionIn(ownSorts, context))
    return orderByClauses(query, sorts, isComputed ? await order(context, query) : fixedOrder, key)
  }

  const tables = { table, key, joins, countedJoins }

  const sourceOf = async (query: Q & Sorting, context: X) => ({
    ...tables,
    where: where(context, query),
    order: await orderOf(query, context),
  })

  const { ids, frozen } = keySelections(table, key, sourceOf)

  const page = async (query: Q & PageQuery, context: X) => {
    const source = {
      ...(await sourceOf(query, context)),
      columns: selectionOf(context),
      isSearch: query.keyword !== undefined && isIndexed,
    }
    const answer = await selectPage<R>(context, source, query)
    return shown ? { ...answer, records: answer.records.map(row => shown(row, context, query)) } : answer
  }

  const optionCounts = optionCountsOf<Q, X>({
    call,
    table,
    conditions,
    where,
    joins: countedJoins ?? joins ?? [],
    customFilters: Object.keys(customConditions),
  })
  return { matching, where, listing: { page, ids, frozen, optionCounts } }
}

/** `plainListOf` with the types of its call. */
export const listOf = <C extends FilteredListCall, T extends PgTable>(
  call: C,
  definition: Definition<C, T, ContextFor<C['who']>>,
) =>
  // The type of the definition has checked the names.
  plainListOf(call, definition as unknown as PlainDefinition<ListQuery<C>, RowOf<C>, ContextFor<C['who']>>)
