import type { Action } from './action.ts'
import type { Calls, Feature } from './call.ts'
import { type FilterCounts, filterCountsOf } from './filterCounts.ts'
import { exportOf, type ExportOptions, type ListExport } from './exports.ts'
import type { Fields, RecordValues } from './field.ts'
import type { Filter } from './filter.ts'
import { importOf, type RecordImport } from './imports.ts'
import type { RegisteredLogModule, RegisteredReferable } from './registered.ts'
import type { Crud, ResourceBase, FieldSections } from './resourceBase.ts'
import type { Route } from './route.ts'

/** Names of the filters that the list call declares. */
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
/** Tabs over a select field. `counts` has a key for each option of the field and for `all`. */
type Tabs<F extends Fields, C extends string> = {
  [K in keyof F & string]: { field: K; call: C; counts: { readonly [O in OptionOf<F[K]> | 'all']: string } }
}[keyof F & string]

/** The province and city of an area must be fields of the same entity. */
type WithParts<F extends Fields> = {
  [K in keyof F as F[K] extends { kind: 'area' } ? K : never]: { parts: readonly (keyof F & string)[] }
}

/** The version that every editable row has besides its fields. */
type VersionedRow = { version: number }

/** The declaration of an entity, whose records have ids. It may only name fields and calls of the same entity. */
type EntityDeclaration<F extends Fields, C extends Calls, V extends Crud = Crud> = {
  /** The name of one record in the interface. */
  label: string
  /** Name of the field that holds the id. */
  id: keyof F & string
  /** Name of the field that names a record in sentences. */
  title: keyof F & string
  /**
   * Name of the field with an English name, which choices and references show to readers without Chinese. Only for
   * records that belong to the product, not for names that people gave.
   */
  titleEn?: keyof F & string
  /** Name of the field with a person's picture, which is shown beside the title in lists. */
  avatarField?: keyof F & string
  /** The entity whose rows are used where a back-end does not serve the list of this one. */
  fallbackEntity?: RegisteredReferable
  /** Route of the recycle bin of this entity (`binCalls`). */
  bin?: Route
  /** True if the command palette (Ctrl+K) finds its records, by the keyword of its list call. */
  isInPalette?: true
  /**
   * Values that all records of this entity have, where several entities share their calls. They are sent with every
   * list and every new record.
   */
  fixed?: Partial<RecordValues<F>>
  /** Menu switches of all its calls that do not name their own. */
  feature?: Feature
  /** Module of the log that records its changes. */
  logModule?: RegisteredLogModule
  /** Names of the fields whose values are unique within a firm. */
  unique?: readonly (keyof F & string)[]
  /** Names of the fields of which no two records of a firm have all values in common; the first one gets the error. */
  uniqueTogether?: readonly (keyof F & string)[]
  /** Names of the fields that the search box of a plain entity searches. */
  searchFields?: readonly (keyof F & string)[]
  views?: ResourceBase<F, C>['views']
  /** Routes of pages written by hand. */
  pages?: ResourceBase<F, C>['pages']

  list?: readonly (keyof F & string)[]
  /**
   * Columns of the list that are hidden until the user chooses them, because they have the same value in nearly every
   * row.
   */
  optionalColumns?: readonly (keyof F & string)[]
  /** The message of an empty list; by default 暂无 followed by the label. */
  empty?: { title: string; text: string }
  /** Names of the filters that the list offers, in order. The list call declares what each compares. */
  filters?: readonly FilterName<C, V>[]
  sort: { field: keyof F & string; order: 'ASC' | 'DESC' }
  /** Options of the export of the list; `false` if there is none. */
  exports?: ExportOptions | false
  /** Name of the field with the manual order of the records; the smallest number stands first. */
  orderField?: keyof F & string
  /**
   * Columns for entering several new records at once, in order: typed, pasted or read from a file. Each has a pattern
   * for the headings that it may have in other tables. With it and a form for new records the entity gets an import
   * page, an import call and a way to undo the import.
   */
  importColumns?: { readonly [K in keyof F & string]?: RegExp }
  /** Fields of the list that can be changed in many records at once, by the call that updates one record. */
  bulkEdit?: readonly (keyof F & string)[]
  /**
   * Tabs above the list, one for each option of `field`. `call` counts the rows, and `counts` names the key of each
   * count in the answer.
   */
  tabs?: Tabs<F, keyof C & string>
  /** Initial values of the form for a new record. */
  initial?: Partial<RecordValues<F>>
  form?: FieldSections<keyof F & string>
  show?: FieldSections<keyof F & string>
  actions?: Record<string, Action<RecordValues<F> & VersionedRow, keyof C & string>>
}

type FilledIn = 'views' | 'pages' | 'list' | 'form' | 'show' | 'actions'

/** A declared entity after `defineEntity` has filled in what the declaration left out. */
export type Entity<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
  H extends string = string,
> = Omit<EntityDeclaration<F, C>, FilledIn | 'filters' | 'exports'> &
  Required<Pick<EntityDeclaration<F, C>, FilledIn>> & {
    isSetting?: never
    /** The plural name under which react-admin knows the resource. */
    name: N
    fields: F
    calls: C
    crud: V
    /**
     * Name of the call that lists the choices for references to this entity: all at once, or by keyword if it is
     * paged.
     */
    choices?: H
    /** The filters that the list offers, by name and in order. */
    filters: Readonly<Record<string, Filter>>
    /** Columns by which the list can be sorted: the values of the list call's `sortField`. */
    sortable: readonly (keyof F & string)[]
    /** The export of the list. */
    exports?: ListExport
    /** The import that follows from `importColumns`. */
    imports?: RecordImport
    /** The call that counts the rows of each option of a filter. */
    filterCounts?: FilterCounts
  }

const empty = { pages: {}, list: [], form: {}, show: {}, actions: {}, views: {} }

/**
 * Defines an entity: checks the declaration against its own fields and calls, and fills in what it leaves out. Throws
 * if `filters` names a filter that the list call lacks.
 */
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
  // Several entities may share a list call. The entity's own field has more detail than the filter's field, such as
  // its options.
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
