import type { RegisteredMenuName, RegisteredCapability, RegisteredRole } from './registered.ts'
import type { Route, View } from './route.ts'

type Options = {
  /** The name of one record, as in 新增职位 and 编辑职位. */
  label: string
  /** Title of the list page. */
  title: string
  roles: readonly RegisteredRole[]
  menu: RegisteredMenuName
  /** The capability that the list requires; absent if the role suffices. A user without it sees whom to ask. */
  view?: RegisteredCapability
  edit: RegisteredCapability
}

/** Routes of the list at `path` and of the forms for a new and an existing record below it. */
export const crudViews = (
  path: Route['path'],
  { label, title, roles, menu, view, edit }: Options,
): Record<Exclude<View, 'show'>, Route> => {
  const form = { roles, capability: edit, parent: menu }
  return {
    list: { path, title, roles, menu, ...(view && { capability: view }) },
    create: { ...form, path: `${path}/create`, title: `新增${label}` },
    edit: { ...form, path: `${path}/:id`, title: `编辑${label}` },
  }
}
