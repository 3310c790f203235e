import { type FeatureSwitches, isOn } from '../resources/domain/menu.ts'
import { isEntryOf, isSwitchedOn, scopeFor } from '../resources/domain/permissions.ts'
import type { Capability, RightSwitches, Scope } from '../resources/domain/rights.ts'
import { holdsAny, type OfficeLevel, type Population, type Role } from '../resources/domain/role.ts'
import type { AnyResource, Call, Route } from '../resources/kit/index.ts'
import { type Additions, isRouteServed, isServed, isVerbServed } from './backend/additions.ts'

/** What of the signed-in user decides what he sees; `capabilities` are worked out by the server (/auth/self). */
export type AccessUser = {
  id: number
  userType: Population
  officeLevel: OfficeLevel | null
  isSystem: 0 | 1
  organizationId: number
  auth: readonly Role[]
  capabilities: readonly Capability[]
  mustChangePwd: 0 | 1
  mustSetFactor?: 0 | 1 | undefined
}

/** An initial password, or a second factor that the firm asks for, keeps the user from everything else. */
export const isHeldBack = ({
  mustChangePwd,
  mustSetFactor,
}: Pick<AccessUser, 'mustChangePwd' | 'mustSetFactor'>) => mustChangePwd === 1 || mustSetFactor === 1

/** Who asks, what his firm has switched on, and what its back-end serves: all that is answered from below. */
export type Access = { user: AccessUser; switches: FeatureSwitches; additions: Additions }

type Row = Readonly<Record<string, unknown>>

/** Whoever holds a right holds it by the switches of his firm: they need not be asked again. */
const allOn: RightSwitches = {
  l4Lawyer: true,
  l4Card: true,
  l3Article: true,
  l3TransferMain: true,
  l4Export: true,
  selfHide: true,
}

/** Whether a right of this scope reaches a row; what the row or the user does not say is left to the server. */
const covers = (scope: Scope, user: AccessUser, row: Row) => {
  const isOf = (name: string, id: number) => row[name] == null || id === 0 || row[name] === id
  if (scope === 'all') return true
  if (scope === 'self') return user.userType === 1 || isOf('lawyerId', user.id)
  return isOf('organizationId', user.organizationId) && (scope === 'office' || row['isOwn'] !== 0)
}

/** Whether the user holds the capability, by what the server said of him. */
export const may = (capability: Capability, user: AccessUser) => user.capabilities.includes(capability)

/** Whether the server would let this user make the call, about this row if one is given. */
export const mayCall = ({ who, needs }: Pick<Call, 'who' | 'needs'>, user: AccessUser | null, row?: Row) => {
  const holder = user && {
    population: user.userType,
    officeLevel: user.officeLevel,
    isSystem: user.isSystem === 1,
    hasCapability: (capability: Capability) => may(capability, user),
  }
  const scope = scopeFor(who, holder, allOn)
  if (scope === null || (needs && !(user && may(needs, user)))) return false
  return !user || !row || covers(scope, user, row)
}

/** Why a page stays shut: not for this role, switched off, unknown to the back-end, or a right is missing. */
export type Refused = 'role' | 'off' | 'unserved' | 'capability'

/** Why the user may not open the page, or null where he may. */
export const refusedTo = (route: Route, { user, switches, additions }: Access): Refused | null => {
  const { roles, menu, parent, capability } = route
  if (!holdsAny(user.auth, roles)) return 'role'
  const governing = menu ?? parent
  if (governing && isEntryOf(governing, user.userType) && !isOn(governing, switches)) return 'off'
  if (!isRouteServed(route, additions)) return 'unserved'
  const needed = [capability ?? []].flat()
  return needed.length > 0 && !needed.some(it => may(it, user)) ? 'capability' : null
}

/** Held back, no page is open; the one that frees him is let through by the router (RouteGuard). */
export const mayOpen = (route: Route, access: Access) =>
  !isHeldBack(access.user) && refusedTo(route, access) === null

/** react-admin's names of what is done with a resource, each with the verb whose call decides. */
const verbs = { list: 'list', show: 'one', edit: 'update', create: 'create', delete: 'remove' } as const
type Verb = keyof typeof verbs
const isVerb = (name: string): name is Verb => Object.hasOwn(verbs, name)

/** The page of a setting is its only one, so whoever may read the setting may open it. */
const verbOf = ({ isSetting }: AnyResource, action: Verb) =>
  isSetting && action === 'edit' ? 'one' : verbs[action]

/** What is done with no record in particular, whichever one stands beside the button. */
const isAboutNone = (action: string) => ['list', 'create', 'export'].includes(action)

/** One of react-admin's six, an action that the resource declares, or one of its calls. */
export type AccessAction<R extends Pick<AnyResource, 'actions' | 'calls'>> =
  | Verb
  | 'export'
  | (keyof R['actions'] & string)
  | (keyof R['calls'] & string)

/** Of a view by its name, of any screen by its declared path. */
const routeOf = ({ views, pages }: AnyResource, action: string) => {
  if (isVerb(action)) return action === 'delete' ? undefined : views[action]
  return [...Object.values(views), ...Object.values(pages)].find(({ path }) => path === action)
}

const actionOf = ({ actions }: AnyResource, name: string) =>
  isVerb(name) || !Object.hasOwn(actions, name) ? undefined : actions[name]

const callOf = (resource: AnyResource, action: string) => {
  const { crud, calls } = resource
  if (action === 'export' && resource.exports) return resource.exports.call
  const name = isVerb(action) ? crud[verbOf(resource, action)] : (actionOf(resource, action)?.call ?? action)
  return name !== undefined && Object.hasOwn(calls, name) ? calls[name] : undefined
}

/**
 * The one rule of the screens: may this user do that with this resource, with this record? The screen that it leads to
 * must be open to him, the call that it makes must be his, be switched on, and reach the record. `canAccess` asks it for
 * react-admin's components, `useRights` for our own. A courtesy: the server decides again at every call.
 */
export const isAllowed = (access: Access, resource: AnyResource, action: string, record?: Row): boolean => {
  const { user, switches, additions } = access
  const [route, call] = [routeOf(resource, action), callOf(resource, action)]
  const needs = actionOf(resource, action)?.needs
  if (route && !mayOpen(route, access)) return false
  if (!call) return route !== undefined
  const isCallServed = isVerb(action)
    ? isVerbServed(resource, verbOf(resource, action), additions)
    : isServed(call, additions)
  return (
    isCallServed &&
    (!isHeldBack(user) || call.isOpenBeforePasswordChange) &&
    isSwitchedOn(call, resource.feature, user.userType, switches, record ?? resource.fixed) &&
    mayCall(call, user, isAboutNone(action) ? undefined : record) &&
    (!needs || mayCall({ who: needs }, user, record))
  )
}

let current: Access | null = null

/** Of the signed-in user; null until /auth/self and the firm's configuration have answered. */
export const readAccess = () => current

/** Called with every answer of the two. */
export const writeAccess = (access: Access | null) => {
  current = access
}
