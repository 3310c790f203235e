import type { z } from 'zod'

import type { Calls, Feature } from './call.ts'
import { exportOf, type ExportOptions, type ListExport } from './exports.ts'
import type { Filter } from './filter.ts'
import type { Fields, Values } from './field.ts'
import type {
  RegisteredCapability,
  RegisteredIcon,
  RegisteredLogModule,
  RegisteredMenuName,
  RegisteredPage,
  RegisteredRole,
} from './registered.ts'

/** One address of the product. A route without a path or a title does not start. */
export type Route = {
  path: `/app/${string}`
  /** Shown in the page header, the breadcrumbs and the tab of the browser. */
  title: string
  /** Any one of these roles suffices. */
  roles: readonly RegisteredRole[]
  /** The capability without which the page shows whom to ask; of several any one suffices. */
  capability?: RegisteredCapability | readonly RegisteredCapability[]
  /** The menu entry that leads here. */
  menu?: RegisteredMenuName
  /** For a page that is in no menu: the entry whose switch it obeys and which stays marked. */
  parent?: RegisteredMenuName
  /** Replaces the generic view. */
  page?: RegisteredPage
  /** Of a page: the call of its resource without which it has nothing to show. */
  requires?: string
  /** Of a page about one record: it leads there only then. */
  when?: (record: Readonly<Record<string, unknown>>) => boolean
}

/** The screens that are derived from a declaration. */
export type View = 'list' | 'create' | 'edit' | 'show'

/** A button: where it stands, when it is offered, what it asks, which call it makes. Rights are the call's. */
export type Action<R = never, C extends string = string> = {
  call: C
  /** A further right, where the call alone serves callers who may not do this; the server checks it too. */
  needs?: RegisteredCapability
  label: string
  icon: RegisteredIcon
  /** `list`: above the list, about no record. */
  on: readonly ('row' | 'bulk' | 'detail' | 'list')[]
  /** Offered only then; the server refuses the call otherwise (4091). */
  when?: (record: R) => boolean
  /** Fields asked for in a dialog before the call. */
  ask?: Fields
  /** The sentence of the dialog, where it should say more than the label. */
  confirm?: string
  /** What is sent for a record, besides the answers. */
  input: (record: R) => object
  /** The name of a value in the answer that the user sees this once, to copy it. */
  shows?: 'initialPassword'
  /** Replaces the dialog that asks and then makes the call: `download` exports the filtered list, `devices` lists sessions. */
  dialog?: 'download' | 'devices'
  isDanger?: true
}

/** react-admin's verbs, each with the call that serves it. */
export type Crud<C extends string = string> = { list?: C; one?: C; create?: C; update?: C; remove?: C }

/** The filters that the list call declares. */
type FilterName<C extends Calls, V> = V extends { list: infer L extends keyof C }
  ? C[L] extends { filters: infer FS }
    ? keyof FS & string
    : never
  : never

/** What every editable row carries besides its fields. */
type Saved = { version: number }

export type Resource<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
  H extends string = string,
> = {
  /** Plural; the name react-admin knows. */
  name: N
  /** One of them, as a person says it. */
  label: string
  /** The field that is the record's id. */
  id: keyof F & string
  /** The field that names a record in sentences. */
  title: keyof F & string
  /** That field in English, where the records are not people's but the product's own. */
  titleEn?: keyof F & string
  /** The field with the picture of a person, which stands beside the title in lists. */
  face?: keyof F & string
  fields: F
  calls: C
  crud: V
  /** The call that lists the choices where another entity refers to this one; all at once, or by keyword when paged. */
  choices?: H
  /** The resource whose rows serve where a back-end has no call for these. */
  instead?: string
  /** The page of what was removed of these (`binCalls`). */
  bin?: Route
  /** What all its records have in common, where several resources share their calls: sent with every list and new record. */
  fixed?: Partial<Values<F>>
  /** There is one record, which has no id (`defineSetting`). */
  isSingleton?: true
  /** The switches that govern this entity's calls, but for those that say otherwise. */
  feature?: Feature
  /** Where the log keeps what is done with it. */
  logModule?: RegisteredLogModule
  /** Fields of which no two records of a firm have the same value. */
  unique?: readonly (keyof F & string)[]
  /** Fields that the search box of a plain entity looks into. */
  searched?: readonly (keyof F & string)[]
  views: Partial<Record<View, Route>>
  /** Pages written by hand. */
  pages: Record<string, Route & { page: RegisteredPage }>

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
  /** Section title to field names. */
  form: Record<string, readonly (keyof F & string)[]>
  show: Record<string, readonly (keyof F & string)[]>
  actions: Record<string, Action<Values<F> & Saved, keyof C & string>>
}

type EmptyByDefault = 'pages' | 'list' | 'form' | 'show' | 'actions' | 'views' | 'crud'
/**
 * `filters` are said by their names; what they compare, and what may be sorted by, the list call says. `exports` says how
 * the export of the list differs from what follows from it; `false` where there is none.
 */
type Declaration<F extends Fields, C extends Calls, V extends Crud> = Omit<
  Resource<F, C>,
  EmptyByDefault | 'filters' | 'sortable' | 'name' | 'choices' | 'exports'
> &
  Partial<Pick<Resource<F, C>, Exclude<EmptyByDefault, 'crud'>>> & {
    filters?: readonly FilterName<C, V>[]
    exports?: ExportOptions | false
  }

const empty = { pages: {}, list: [], form: {}, show: {}, actions: {}, views: {} }

/** Checks a declaration against its own fields and calls, and fills in what it leaves out. */
export const defineResource = <
  const F extends Fields,
  const C extends Calls,
  const N extends string,
  const V extends Crud<keyof C & string> = object,
  const H extends keyof C & string = never,
>(
  resource: Declaration<NoInfer<F>, NoInfer<C>, NoInfer<V>> & {
    name: N
    fields: F
    calls: C
    crud?: V
    choices?: H
  },
): Resource<F, C, N, V, H> => {
  const { crud = {} as V, filters: offered = [], exports: exporting = {}, fields, calls, ...rest } = resource
  const { name, list = [], fixed = {}, views = {} } = resource
  const listCall = calls[crud.list ?? '']
  const { filters = {}, sortable = [] } = listCall ?? {}
  // The entity may say more of a filter's field than the call that it shares with others.
  const filterOf = (name: string) => {
    const filter = filters[name]
    if (!filter) throw new Error(`${resource.name}: its list has no filter ${name}`)
    return [name, filter.from === undefined ? { ...filter, field: fields[name] ?? filter.field } : filter]
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

/** A resource whose names are no longer known to the compiler, as generic code sees it. */
export type AnyResource = Omit<Resource<Fields, Calls>, 'actions'> & {
  actions: Record<string, Action<never>>
}

/** A record as generic code sees it. */
export type AnyRecord = { id: number } & Record<string, unknown>

export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.input<I> : never
export type OutputOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never
