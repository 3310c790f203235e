import type { z } from 'zod'

import type { Calls } from './call.ts'
import type { Fields, Values } from './field.ts'
import type { Icon } from './icon.ts'
import type { MenuName } from './menu.ts'
import type { Capability } from './rights.ts'
import type { Role } from './role.ts'

/** A hand-written page; each has one entry in the table of `src/pages/index.ts`. */
export type Page =
  | 'officeAdmins'
  | 'officeWeight'
  | 'lawyerCreate'
  | 'cardDetail'
  | 'cardEdit'
  | 'cardCreate'
  | 'userDashboard'
  | 'userCard'
  | 'userAdmin'
  | 'userPasswd'
  | 'userAccount'
  | 'messages'
  | 'announce'
  | 'announcement'
  | 'logDetail'
  | 'articleAdd'
  | 'articleEdit'
  | 'articlePreview'
  | 'ownArticles'
  | 'lawyerArticles'

/** One address of the product. A route without a path or a title does not start. */
export type Route = {
  path: `/app/${string}`
  /** Shown in the page header, the breadcrumbs and the tab of the browser. */
  title: string
  /** Any one of these roles suffices. */
  roles: readonly Role[]
  /** The capability without which the page shows whom to ask. */
  capability?: Capability
  /** The menu entry that leads here. */
  menu?: MenuName
  /** For a page that is in no menu: the entry whose switch it obeys and which stays marked. */
  within?: MenuName
  /** Replaces the generic view. */
  page?: Page
}

/** The screens that are derived from a declaration. */
export type View = 'list' | 'create' | 'edit' | 'show'

/** A button: where it stands, when it is offered, what it asks, which call it makes. Rights are the call's. */
export type Action<R = never, C extends string = string> = {
  call: C
  /** A further right, where the call alone serves callers who may not do this; the server checks it too. */
  needs?: Capability
  label: string
  icon: Icon
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
  /** The call answers a file of the list as it is filtered; its dialog shows how far it has come. */
  isDownload?: true
  isDanger?: true
}

/** react-admin's verbs, each with the call that serves it. */
type Crud<C extends string> = { list?: C; one?: C; create?: C; update?: C; remove?: C }

/** What every editable row carries besides its fields. */
type Saved = { version: number }

export type Resource<F extends Fields = Fields, C extends Calls = Calls> = {
  /** Plural; the name react-admin knows. */
  name: string
  /** One of them, as a person says it. */
  label: string
  /** The field that is the record's id. */
  id: keyof F & string
  /** The field that names a record in sentences. */
  title: keyof F & string
  fields: F
  calls: C
  crud: Crud<keyof C & string>
  /** The call that lists the choices where another entity refers to this one; all at once, or by keyword when paged. */
  choices?: keyof C & string
  /** What all its records have in common, where several resources share their calls: sent with every list and new record. */
  fixed?: Partial<Values<F>>
  /** The menu switch that governs this entity's calls for administrators. */
  feature?: MenuName
  views: Partial<Record<View, Route>>
  /** Pages written by hand. */
  pages: Record<string, Route & { page: Page }>

  list: readonly (keyof F & string)[]
  filters: readonly (keyof F & string)[]
  sort: { field: keyof F & string; order: 'ASC' | 'DESC' }
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

type EmptyByDefault =
  | 'pages'
  | 'list'
  | 'filters'
  | 'sortable'
  | 'form'
  | 'show'
  | 'actions'
  | 'views'
  | 'crud'
type Declaration<F extends Fields, C extends Calls> = Omit<Resource<F, C>, EmptyByDefault> &
  Partial<Pick<Resource<F, C>, EmptyByDefault>>

const empty = {
  pages: {},
  list: [],
  filters: [],
  sortable: [],
  form: {},
  show: {},
  actions: {},
  views: {},
  crud: {},
}

/** Checks a declaration against its own fields and calls, and fills in what it leaves out. */
export const defineResource = <const F extends Fields, const C extends Calls>(
  resource: Declaration<NoInfer<F>, NoInfer<C>> & { fields: F; calls: C },
): Resource<F, C> => ({ ...empty, ...resource })

/** A resource whose names are no longer known to the compiler, as generic code sees it. */
export type AnyResource = Omit<Resource<Fields, Calls>, 'actions'> & {
  actions: Record<string, Action<never>>
}

/** A record as generic code sees it. */
export type AnyRecord = { id: number } & Record<string, unknown>

export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.input<I> : never
export type OutputOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never
