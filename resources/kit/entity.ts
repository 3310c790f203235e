import type { Action } from './action.ts'
import type { Calls, Feature } from './call.ts'
import { type FilterCounts, filterCountsOf } from './filterCounts.ts'
import { exportOf, type ExportOptions, type ListExport } from './exports.ts'
import type { Fields, Values } from './field.ts'
import type { Filter } from './filter.ts'
import { importOf, type RecordImport } from './imports.ts'
import type { RegisteredLogModule, RegisteredReferable } from './registered.ts'
import type { Crud, ResourceBase, Sections } from './resourceBase.ts'
import type { Route } from './route.ts'

/** The filters that the list call declares. */
type FilterName<C extends Calls, V> = V extends { list: infer L extends keyof C }
  ? C[L] extends { filters: infer FS }
    ? keyof FS & string
    : never
  : never

type OptionOf<F> = F extends {
  options: readonly (readonly [infer O extends string | number, ...unknown[]])[]
}
  ? O
  : never
/** `counts` has a key for each option of the field, and `all`. */
type Tabs<F extends Fields, C extends string> = {
  [K in keyof F & string]: { field: K; call: C; counts: { readonly [O in OptionOf<F[K]> | 'all']: string } }
}[keyof F & string]

/** The parts of an area are fields of the same entity. */
type WithParts<F extends Fields> = {
  [K in keyof F as F[K] extends { kind: 'area' } ? K : never]: { parts: readonly (keyof F & string)[] }
}

/** What every editable row carries besides its fields. */
type Saved = { version: number }

/** What a declaration says of an entity: of records with ids. Its names are those of its own fields and calls. */
type EntityDeclaration<F extends Fields, C extends Calls, V extends Crud = Crud> = {
  /** What a person calls one of them. */
  label: string
  /** The field that is the record's id. */
  id: keyof F & string
  /** The field that names a record in sentences. */
  title: keyof F & string
  /** How choices and references name a record in English, where the records are the product's own and not people's. */
  titleEn?: keyof F & string
  /** The field with the picture of a person, which stands beside the title in lists. */
  face?: keyof F & string
  /** The entity whose rows serve where a back-end has no call for these. */
  instead?: RegisteredReferable
  /** The page of what was removed of these (`binCalls`). */
  bin?: Route
  /** Its records are found in the command palette (Ctrl+K), by the keyword of its list. */
  isInPalette?: true
  /** What all its records have in common, where several resources share their calls: sent with every list and new record. */
  fixed?: Partial<Values<F>>
  /** The switches that govern its calls, but for those that say otherwise. */
  feature?: Feature
  /** Where the log keeps what is done with it. */
  logModule?: RegisteredLogModule
  /** Fields of which no two records of a firm have the same value. */
  unique?: readonly (keyof F & string)[]
  /** Fields that the search box of a plain entity looks into. */
  searched?: readonly (keyof F & string)[]
  views?: ResourceBase<F, C>['views']
  /** Pages written by hand. */
  pages?: ResourceBase<F, C>['pages']

  list?: readonly (keyof F & string)[]
  /** Columns of the list that say the same in nearly every row: shown when asked for. */
  listedOnDemand?: readonly (keyof F & string)[]
  /** What the list says while the firm has no such record; by default 暂无 and the label. */
  empty?: { title: string; text: string }
  /** What the list offers to filter by, in this order; what each compares the list call says. */
  filters?: readonly FilterName<C, V>[]
  sort: { field: keyof F & string; order: 'ASC' | 'DESC' }
  /** How the list as a file differs from what follows from the list; `false` where there is none. */
  exports?: ExportOptions | false
  /** Holds the place that a person gives each record; the smaller number stands first. */
  ordering?: keyof F & string
  /**
   * The columns in which several new records are typed, pasted or read from a file at once, in this order, each with the
   * headings that other people's tables give it. With a form for new records, their page, call and undoing follow.
   */
  importColumns?: { readonly [K in keyof F & string]?: RegExp }
  /** Tabs above the list: one per option of `field`, counted by `call`; `counts` names the key of each option. */
  tabs?: Tabs<F, keyof C & string>
  /** What the form of a new record starts with. */
  initial?: Partial<Values<F>>
  form?: Sections<keyof F & string>
  show?: Sections<keyof F & string>
  actions?: Record<string, Action<Values<F> & Saved, keyof C & string>>
}

type Filled = 'views' | 'pages' | 'list' | 'form' | 'show' | 'actions'

/** An entity as everything reads it: what its declaration left out is filled in. */
export type Entity<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
  H extends string = string,
> = Omit<EntityDeclaration<F, C>, Filled | 'filters' | 'exports'> &
  Required<Pick<EntityDeclaration<F, C>, Filled>> & {
    isSetting?: never
    /** Plural; the name react-admin knows. */
    name: N
    fields: F
    calls: C
    crud: V
    /** The call that lists the choices where others refer to these; all at once, or by keyword when paged. */
    choices?: H
    /** What the list offers to filter by, in this order. */
    filters: Readonly<Record<string, Filter>>
    /** Columns that may be sorted by: the names of the list call's `sortField`. */
    sortable: readonly (keyof F & string)[]
    /** The list as a file. */
    exports?: ListExport
    /** The import that follows from `importColumns`. */
    imports?: RecordImport
    /** How many rows each option of a filter would leave. */
    filterCounts?: FilterCounts
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
  entity: EntityDeclaration<NoInfer<F>, NoInfer<C>, NoInfer<V>> & {
    name: N
    fields: F & WithParts<NoInfer<F>>
    calls: C
    crud?: V
    choices?: H
  },
): Entity<F, C, N, V, H> => {
  const { crud = {} as V, filters: offered = [], exports: exporting = {}, fields, calls, ...rest } = entity
  const { name, list = [], fixed = {}, views = {}, pages = {} } = entity
  const listCall = calls[crud.list ?? '']
  const createCall = calls[crud.create ?? '']
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
  const imports =
    rest.importColumns &&
    createCall &&
    views.list &&
    views.create &&
    importOf({ name, createCall, list: views.list, create: views.create, feature })
  const isExported = listCall && list.length > 0 && exporting !== false
  const shownFilters = Object.fromEntries(offered.map(filterOf))
  const filterCounts = listCall && filterCountsOf({ name, filters: shownFilters, listCall, fixed, feature })
  return {
    ...empty,
    ...rest,
    fields,
    calls,
    pages: { ...pages, ...(imports && { import: imports.page }) },
    ...(imports && { imports }),
    ...(isExported && { exports: exportOf({ name, list, listCall, fixed, feature }, exporting) }),
    crud,
    filters: shownFilters,
    ...(filterCounts && { filterCounts }),
    sortable,
  }
}
