import type { Action } from './action.ts'
import type { Calls } from './call.ts'
import { exportOf, type ExportOptions, type ListExport } from './exports.ts'
import type { Fields, Values } from './field.ts'
import type { Filter } from './filter.ts'
import type { Crud, ResourceBase, Sections } from './resourceBase.ts'
import type { Route } from './route.ts'

/** The filters that the list call declares. */
type FilterName<C extends Calls, V> = V extends { list: infer L extends keyof C }
  ? C[L] extends { filters: infer FS }
    ? keyof FS & string
    : never
  : never

/** What every editable row carries besides its fields. */
type Saved = { version: number }

/** Records with ids: `name` is their plural. */
export type Entity<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
  H extends string = string,
> = Omit<ResourceBase<F, C, N, V>, 'actions'> & {
  isSetting?: never
  /** The field that is the record's id. */
  id: keyof F & string
  /** The field that names a record in sentences. */
  title: keyof F & string
  /** That field in English, where the records are not people's but the product's own. */
  titleEn?: keyof F & string
  /** The field with the picture of a person, which stands beside the title in lists. */
  face?: keyof F & string
  /** The call that lists the choices where another entity refers to this one; all at once, or by keyword when paged. */
  choices?: H
  /** The resource whose rows serve where a back-end has no call for these. */
  instead?: string
  /** The page of what was removed of these (`binCalls`). */
  bin?: Route
  /** What all its records have in common, where several resources share their calls: sent with every list and new record. */
  fixed?: Partial<Values<F>>
  /** Fields of which no two records of a firm have the same value. */
  unique?: readonly (keyof F & string)[]
  /** Fields that the search box of a plain entity looks into. */
  searched?: readonly (keyof F & string)[]

  list: readonly (keyof F & string)[]
  /** What the list says while the firm has no such record; by default 暂无 and the label. */
  empty?: { title: string; text: string }
  /** What the list offers to filter by, in this order. */
  filters: Readonly<Record<string, Filter>>
  sort: { field: keyof F & string; order: 'ASC' | 'DESC' }
  /** The list as a file. */
  exports?: ListExport
  /** Holds the place that a person gives each record; the smaller number stands first. */
  ordering?: keyof F & string
  /**
   * The columns in which several new records are typed, pasted or read from a file at once, in this order, each with the
   * headings that other people's tables give it.
   */
  importColumns?: { readonly [K in keyof F & string]?: RegExp }
  /** Columns that may be sorted by: the names of the list call's `sortField`. */
  sortable: readonly (keyof F & string)[]
  /** Tabs above the list: one per option of `field`, counted by `call`; `counts` names the key of each option. */
  tabs?: { field: keyof F & string; call: keyof C & string; counts: Record<string, string> }
  /** What the form of a new record starts with. */
  initial?: Partial<Values<F>>
  show: Sections<keyof F & string>
  actions: Record<string, Action<Values<F> & Saved, keyof C & string>>
}

type EmptyByDefault = 'pages' | 'list' | 'form' | 'show' | 'actions' | 'views' | 'crud'
/**
 * `filters` are said by their names; what they compare, and what may be sorted by, the list call says. `exports` says how
 * the export of the list differs from what follows from it; `false` where there is none.
 */
type Declaration<F extends Fields, C extends Calls, V extends Crud> = Omit<
  Entity<F, C>,
  EmptyByDefault | 'filters' | 'sortable' | 'name' | 'choices' | 'exports' | 'isSetting'
> &
  Partial<Pick<Entity<F, C>, Exclude<EmptyByDefault, 'crud'>>> & {
    filters?: readonly FilterName<C, V>[]
    exports?: ExportOptions | false
  }

const empty = { pages: {}, list: [], form: {}, show: {}, actions: {}, views: {} }

/** Checks a declaration against its own fields and calls, and fills in what it leaves out. */
export const defineEntity = <
  const F extends Fields,
  const C extends Calls,
  const N extends string,
  const V extends Crud<keyof C & string> = object,
  const H extends keyof C & string = never,
>(
  entity: Declaration<NoInfer<F>, NoInfer<C>, NoInfer<V>> & {
    name: N
    fields: F
    calls: C
    crud?: V
    choices?: H
  },
): Entity<F, C, N, V, H> => {
  const { crud = {} as V, filters: offered = [], exports: exporting = {}, fields, calls, ...rest } = entity
  const { name, list = [], fixed = {}, views = {} } = entity
  const listCall = calls[crud.list ?? '']
  const { filters = {}, sortable = [] } = listCall ?? {}
  // The entity may say more of a filter's field than the call that it shares with others.
  const filterOf = (filterName: string) => {
    const filter = filters[filterName]
    if (!filter) throw new Error(`${name}: its list has no filter ${filterName}`)
    const field = fields[filterName] ?? filter.field
    return [filterName, filter.from === undefined ? { ...filter, field } : filter]
  }
  const { menu, parent } = views.list ?? {}
  const feature = menu ?? parent ?? rest.feature ?? listCall?.feature
  const isExported = listCall && list.length > 0 && exporting !== false
  return {
    ...empty,
    ...rest,
    fields,
    calls,
    ...(isExported && { exports: exportOf({ name, list, listCall, fixed, feature }, exporting) }),
    crud,
    filters: Object.fromEntries(offered.map(filterOf)),
    sortable,
  }
}
