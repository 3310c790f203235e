import type { AnyResource } from '../../resources/kit/index.ts'

/** Address of a record, from a declared path with `:id`. */
export const pathTo = (path: string, id: unknown) => path.replace(':id', String(id))

/** Address of a page that several resources share; the fixed values of the resource are in its query string. */
export const addressWithFixed = (path: string, fixed: object | undefined) =>
  fixed
    ? `${path}?${new URLSearchParams(Object.entries(fixed).map(([name, value]) => [name, String(value)]))}`
    : path

/**
 * Matches react-admin's own addresses: `/cards`, `/cards/create`, `/cards/7`, `/cards/7/show`, each with an optional
 * suffix.
 */
const reactAdminPath = /^\/([^/?#]+)(?:\/([^/?#]+))?(?:\/(show))?\/?([?#].*)?$/

/** Returns a function that converts react-admin's addresses to those that the resources declare. */
export const createPathMapper = (resources: readonly AnyResource[]) => {
  const viewsOf = new Map(resources.map(({ name, views }) => [name, views]))
  return (path: string) => {
    const [, name = '', id, show, tail = ''] = reactAdminPath.exec(path) ?? []
    const views = viewsOf.get(name)
    if (!views) return path
    const view = id === undefined ? 'list' : id === 'create' ? 'create' : show ? 'show' : 'edit'
    const alternatives = view === 'edit' ? [views.edit, views.show] : [views[view], views.edit]
    const route = alternatives.find(it => it !== undefined) ?? views.list
    // react-admin has encoded `id` already.
    return route ? route.path.replace(':id', id ?? '') + tail : path
  }
}
