import type { Action } from './action.ts'
import type { Calls, Feature } from './call.ts'
import type { Fields } from './field.ts'
import type { RegisteredLogModule } from './registered.ts'
import type { PageRoute, Route, View } from './route.ts'

/** The calls that serve react-admin's verbs, by their names in the declaration. */
export type Crud<C extends string = string> = { list?: C; one?: C; create?: C; update?: C; remove?: C }

/** Names of fields by the title of their section. */
export type FieldSections<N extends string = string> = Readonly<Record<string, readonly N[]>>

/** Properties that entities and settings share. */
export type ResourceBase<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
> = {
  /** The name under which react-admin knows the resource. */
  name: N
  /** The name of one record in the interface. */
  label: string
  fields: F
  calls: C
  crud: V
  /** Menu switches of all its calls that do not name their own. */
  feature?: Feature
  /** Module of the log that records its changes. */
  logModule?: RegisteredLogModule
  views: Partial<Record<View, Route>>
  /** Routes of pages written by hand. */
  pages: Record<string, PageRoute<keyof C & string>>
  form: FieldSections<keyof F & string>
  /** Actions by name; the types of their records are known only in the declaration. */
  actions: Record<string, Action<never>>
}
