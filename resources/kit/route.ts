import type {
  RegisteredCapability,
  RegisteredMenuName,
  RegisteredPage,
  RegisteredRole,
} from './registered.ts'

/** One address of the product. A route without a path or a title does not compile. */
export type Route = {
  path: `/app/${string}`
  /** Shown in the page header, the breadcrumbs and the tab of the browser. */
  title: string
  /** The user needs one of these roles. */
  roles: readonly RegisteredRole[]
  /** The user needs this capability, or one of several. Without it the page says whom to ask. */
  capability?: RegisteredCapability | readonly RegisteredCapability[]
  /** The menu entry that leads to the page. */
  menu?: RegisteredMenuName
  /** For a page without a menu entry: the entry whose switch governs it and which is marked as selected. */
  parent?: RegisteredMenuName
  /** The page that replaces the generic view. */
  page?: RegisteredPage
}

/** The route of a page written by hand. */
export type PageRoute<C extends string = string> = Route & {
  page: RegisteredPage
  /** Name of the call that the page needs; the page is hidden where the back-end does not serve it. */
  requires?: C
  /** For a page about many records: a link in the head of the list leads to it. */
  isOnList?: true
  /** True for a page that does what is hard to undo; links to it look like such an action. */
  isDanger?: true
  /** For a page about one record: only the page of the record links to it, and no row of a list. */
  isOffRow?: true
  /** For a page about one record: whether a record has this page. */
  when?: (record: Readonly<Record<string, unknown>>) => boolean
}

/** The generic screens that are derived from a declaration. */
export type View = 'list' | 'create' | 'edit' | 'show'
