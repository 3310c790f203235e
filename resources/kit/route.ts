import type {
  RegisteredCapability,
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
}

/** The address of a page written by hand, beside the screens that are derived. */
export type PageRoute<C extends string = string> = Route & {
  page: RegisteredPage
  /** The call of its resource without which it has nothing to show. */
  requires?: C
  /** Where the page is about one record: only these records lead there. */
  when?: (record: Readonly<Record<string, unknown>>) => boolean
}

/** The screens that are derived from a declaration. */
export type View = 'list' | 'create' | 'edit' | 'show'
