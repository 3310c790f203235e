import { may, mayCall, reaches, refusedTo, withinReach } from '../../providers/access.ts'
import { removal } from '../../providers/dataProvider.ts'
import type { Action, AnyRecord, AnyResource, Call, Route } from '../../resources/kit/index.ts'
import { useShell } from '../layout/shell.ts'

export type NamedAction = Action<never> & { name: string }
type Place = NamedAction['on'][number]

/** What the signed-in user is offered; the server decides again at every call. */
export const useRights = () => {
  const { self, conf } = useShell()
  const mayMake = (call: Call | undefined) => call !== undefined && mayCall(call, self)
  const mayOpen = (route: Route | undefined) =>
    route !== undefined && refusedTo(route, self, conf.adminFuncSwitch.global) === null
  return {
    mayMake,
    mayOpen,
    /** The pages about one record that this user may open. */
    pagesOf: ({ pages }: AnyResource) =>
      Object.values(pages).filter(it => it.path.includes(':id') && mayOpen(it)),
    mayEdit: ({ views, calls, crud }: AnyResource, record: AnyRecord) =>
      mayOpen(views.edit) && (!crud.update || reaches(calls[crud.update]!.who, self, record)),
    /** What this user may do at a place: the declared actions, and removing where a call for it is declared. */
    actionsOn: (resource: AnyResource, place: Place): NamedAction[] => {
      const declared = Object.entries(resource.actions).map(([name, action]) => ({ ...action, name }))
      return [...declared, ...removalOf(resource)]
        .filter(
          ({ on, call, needs }) =>
            on.includes(place) && mayMake(resource.calls[call]) && (!needs || may(needs, self)),
        )
        .map(it => ({ ...it, when: withinReach(it.needs ?? resource.calls[it.call]!.who, self, it.when) }))
    },
  }
}

const plainRemoval = { name: removal, label: '删除', icon: 'delete', on: ['row', 'detail'] } as const

const removalOf = ({ crud: { remove }, actions }: AnyResource): NamedAction[] =>
  !remove || Object.values(actions).some(it => it.call === remove)
    ? []
    : [{ ...plainRemoval, call: remove, input: () => ({}), isDanger: true }]

/** Actions about no record are offered without looking at one. */
export const isOffered = ({ when }: NamedAction, record: AnyRecord) => when?.(record as never) ?? true
