import { type AccessAction, isAllowed, mayCall, canOpenRoute } from '../../providers/access.ts'
import { removeActionName } from '../../providers/resourceClient.ts'
import type { Action, AnyRecord, AnyResource, Field, Route } from '../../resources/kit/index.ts'
import { pathTo } from './paths.ts'
import { useSession } from './sessionContext.ts'

export type NamedAction = Action<never> & { name: string }
type Place = NamedAction['on'][number]

/** What the signed-in user is offered, by the same rule as react-admin's components (`canAccess`). */
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
    /** Whether the server tells this user a field at all. */
    mayRead: ({ readableBy }: Field) => !readableBy || mayCall({ who: readableBy }, access.user),
    /** The pages about one record that this user may open. */
    pagesOf: ({ pages }: AnyResource) =>
      Object.values(pages).filter(it => it.path.includes(':id') && canOpen(it)),
    mayEdit,
    /** The page of a record: where it is read, else where it is edited. */
    pathOf: (resource: AnyResource, record: AnyRecord) => {
      const { show, edit } = resource.views
      if (show && canOpen(show)) return pathTo(show.path, record.id)
      return edit && mayEdit(resource, record) ? pathTo(edit.path, record.id) : undefined
    },
    /** What this user may do at a place: the declared actions, and removing where a call for it is declared. */
    actionsOn: (resource: AnyResource, place: Place): NamedAction[] => {
      const declared = Object.entries(resource.actions).map(([name, action]) => ({ ...action, name }))
      return [...declared, ...removalOf(resource)]
        .filter(({ on, name }) => on.includes(place) && can(resource, name))
        .map(action => ({
          ...action,
          when: (record: AnyRecord) => can(resource, action.name, record) && isOffered(action, record),
        }))
    },
  }
}

const plainRemoval = {
  name: removeActionName,
  label: '删除',
  on: ['row', 'detail'],
} as const

const removalOf = ({ crud: { remove }, actions }: AnyResource): NamedAction[] =>
  !remove || Object.values(actions).some(it => it.call === remove)
    ? []
    : [{ ...plainRemoval, call: remove, input: () => ({}), isDanger: true }]

/** Actions about no record are offered without looking at one. */
export const isOffered = ({ when }: NamedAction, record: AnyRecord) => when?.(record as never) ?? true
