import type { RegisteredMenuName, RegisteredCapability, RegisteredRole } from './registered.ts'
import type { Route, View } from './route.ts'

type Options = {
  /** What one record is called: 新增职位, 编辑职位. */
  label: string
  /** Of the list. */
  title: string
  roles: readonly RegisteredRole[]
  menu: RegisteredMenuName
  /** Without it the list says whom to ask; absent where the role suffices. */
  view?: RegisteredCapability
  edit: RegisteredCapability
}

/** The list at `path`, with the forms of a new and of an existing record below it. */
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
