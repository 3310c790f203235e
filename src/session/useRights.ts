import {
  type AccessAction,
  isActionOffered,
  isAllowed,
  mayCall,
  canOpenRoute,
} from '../../providers/access.ts'
import { removeActionName } from '../../providers/resourceClient.ts'
import type { Action, AnyRecord, AnyResource, Field, Route } from '../../resources/kit/index.ts'
import { pathTo } from '../routing/paths.ts'
import { useSession } from './sessionContext.ts'

export type NamedAction = Action<never> & { name: string }
type ActionPlace = NamedAction['on'][number]

/** Rights of the signed-in user, by the same rules as react-admin's `canAccess`. */
export const useRights = () => {
  const { access } = useSession()
  const can = <R extends AnyResource>(
    resource: R,
    action: AccessAction<R>,
    record?: Readonly<Record<string, unknown>>,
  ) => isAllowed(access, resource, action, record)
  const mayEdit = (resource: AnyResource, record: AnyRecord) => {
    const { views, crud } = resource
    if (!views.edit || !can(resource, 'edit', record)) return false
    return crud.update === undefined || can(resource, crud.update, record)
  }
  const canOpen = (route: Route | undefined) => route !== undefined && canOpenRoute(route, access)
  return {
    can,
    mayOpen: canOpen,
    /** Whether the server sends this field to the user. */
    mayRead: ({ readableBy }: Field) => !readableBy || mayCall({ who: readableBy }, access.user),
    /** Pages about a single record that the user may open. */
    pagesOf: ({ pages }: AnyResource) =>
      Object.values(pages).filter(it => it.path.includes(':id') && canOpen(it)),
    mayEdit,
    /** Page of a record: the read-only page if there is one, otherwise the form. */
    pathOf: (resource: AnyResource, record: AnyRecord) => {
      const { show, edit } = resource.views
      if (show && canOpen(show)) return pathTo(show.path, record.id)
      return edit && mayEdit(resource, record) ? pathTo(edit.path, record.id) : undefined
    },
    /** Actions that the user may run at a place: the declared ones, and deleting if its call is declared. */
    actionsOn: (resource: AnyResource, place: ActionPlace): NamedAction[] => {
      const declared = Object.entries(resource.actions).map(([name, action]) => ({ ...action, name }))
      return [...declared, ...removalOf(resource)]
        .filter(({ on, name }) => on.includes(place) && can(resource, name))
        .map(action => ({
          ...action,
          when: (record: AnyRecord) => can(resource, action.name, record) && isActionOffered(action, record),
        }))
    },
  }
}

const defaultRemoval = {
  name: removeActionName,
  label: '删除',
  on: ['row', 'detail'],
} as const

const removalOf = ({ crud: { remove }, actions }: AnyResource): NamedAction[] =>
  !remove || Object.values(actions).some(it => it.call === remove)
    ? []
    : [{ ...defaultRemoval, call: remove, input: () => ({}), isDanger: true }]
