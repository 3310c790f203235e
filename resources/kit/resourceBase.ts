import type { Action } from './action.ts'
import type { Calls, Feature } from './call.ts'
import type { Fields } from './field.ts'
import type { RegisteredLogModule } from './registered.ts'
import type { PageRoute, Route, View } from './route.ts'

/** react-admin's verbs, each with the call that serves it. */
export type Crud<C extends string = string> = { list?: C; one?: C; create?: C; update?: C; remove?: C }

/** Section title to field names. */
export type Sections<N extends string = string> = Readonly<Record<string, readonly N[]>>

/** What an entity and a setting have in common. */
export type ResourceBase<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
> = {
  /** The name react-admin knows. */
  name: N
  /** What a person calls one of them. */
  label: string
  fields: F
  calls: C
  crud: V
  /** The switches that govern its calls, but for those that say otherwise. */
  feature?: Feature
  /** Where the log keeps what is done with it. */
  logModule?: RegisteredLogModule
  views: Partial<Record<View, Route>>
  /** Pages written by hand. */
  pages: Record<string, PageRoute<keyof C & string>>
  form: Sections<keyof F & string>
  /** Without the names that only its own declaration knows. */
  actions: Record<string, Action<never>>
}
