import type { AnyResource } from '../../resources/kit/index.ts'

/** The address of one record, from a declared path with `:id`. */
export const pathTo = (path: string, id: unknown) => path.replace(':id', String(id))

/** Where resources share an address, what their records have in common says which is meant. */
export const addressFor = (path: string, fixed: object | undefined) =>
  fixed
    ? `${path}?${new URLSearchParams(Object.entries(fixed).map(([name, value]) => [name, String(value)]))}`
    : path

/** react-admin's own addresses: `/cards`, `/cards/create`, `/cards/7`, `/cards/7/show`, and what follows them. */
const canonical = /^\/([^/?#]+)(?:\/([^/?#]+))?(?:\/(show))?\/?([?#].*)?$/

/** Translates an address as react-admin makes it into the one the resource declares; others stay as they are. */
export const publicPaths = (resources: readonly AnyResource[]) => {
  const viewsOf = new Map(resources.map(({ name, views }) => [name, views]))
  return (path: string) => {
    const [, name = '', id, show, tail = ''] = canonical.exec(path) ?? []
    const views = viewsOf.get(name)
    if (!views) return path
    const wanted = id === undefined ? 'list' : id === 'create' ? 'create' : show ? 'show' : 'edit'
    const alternatives = wanted === 'edit' ? [views.edit, views.show] : [views[wanted], views.edit]
    const route = alternatives.find(it => it !== undefined) ?? views.list
    // `id` comes encoded already.
    return route ? route.path.replace(':id', id ?? '') + tail : path
  }
}
