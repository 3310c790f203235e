import { isOpenFor, mustSecureAccountFirst } from '../resources/domain/accountSetup.ts'
import { type FeatureSwitches, isMenuEntryOn } from '../resources/domain/menu.ts'
import { isMenuEntryFor, isSwitchedOn, scopeFor } from '../resources/domain/permissions.ts'
import type { Capability, RightSwitches, Scope } from '../resources/domain/rights.ts'
import { hasAnyRole, type OfficeLevel, type Population, type Role } from '../resources/domain/role.ts'
import type { Action, AnyRecord, AnyResource, Call, Route } from '../resources/kit/index.ts'
import { type Additions, isRouteServed, isServed, isVerbServed } from './backend/additions.ts'

/** The properties of the signed-in user that decide what he sees. The server computes `capabilities` (/auth/self). */
export type AccessUser = {
  id: number
  userType: Population
  officeLevel: OfficeLevel | null
  isSystem: 0 | 1
  organizationId: number
  auth: readonly Role[]
  capabilities: readonly Capability[]
  /** The offices in which he reviews cards as a substitute. */
  standsInFor?: readonly { scope: 'all' | 'office'; organizationId: number }[] | undefined
  mustChangePwd: 0 | 1
  mustSetFactor?: 0 | 1 | undefined
}

/** The user, the switches of his firm, and the additional calls that its back-end serves. */
export type Access = { user: AccessUser; switches: FeatureSwitches; additions: Additions }

type Row = Readonly<Record<string, unknown>>

/** All switches that grant rights are on: the server has already applied them when it computed the capabilities. */
const allSwitchesOn: RightSwitches = {
  l4Lawyer: true,
  l4Card: true,
  l3Article: true,
  l3TransferMain: true,
  l4Export: true,
  selfHide: true,
}

/**
 * Whether a right of this scope covers a row. If the row or the user lacks the compared property, the server decides.
 */
const scopeCoversRow = (scope: Scope, user: AccessUser, row: Row) => {
  const isOf = (name: string, id: number) => row[name] == null || id === 0 || row[name] === id
  if (scope === 'all') return true
  if (scope === 'self') return user.userType === 1 || isOf('lawyerId', user.id)
  return isOf('organizationId', user.organizationId) && (scope === 'office' || row['isOwn'] !== 0)
}

/** Whether the user has the capability according to the server. */
export const hasCapability = (capability: Capability, user: AccessUser) =>
  user.capabilities.includes(capability) || (capability === 'card.audit' && !!user.standsInFor?.length)

const isSubstituteFor = ({ standsInFor = [] }: AccessUser, row?: Row) =>
  standsInFor.some(it => !row || it.scope === 'all' || it.organizationId === row['organizationId'])

const userScope = (who: Call['who'], user: AccessUser | null) =>
  scopeFor(
    who,
    user && {
      population: user.userType,
      officeLevel: user.officeLevel,
      isSystem: user.isSystem === 1,
      hasCapability: (capability: Capability) => user.capabilities.includes(capability),
    },
    allSwitchesOn,
  )

/** The scope of the user's right if it leaves out this row; null if it covers the row, or if he lacks the right. */
export const scopeWithout = (who: Call['who'], user: AccessUser, row: Row): Scope | null => {
  if (who === 'card.audit' && isSubstituteFor(user, row)) return null
  const scope = userScope(who, user)
  return scope && !scopeCoversRow(scope, user, row) ? scope : null
}

/** Whether the server would allow this call, for this row if one is given. */
export const mayCall = ({ who, needs }: Pick<Call, 'who' | 'needs'>, user: AccessUser | null, row?: Row) => {
  if (who === 'card.audit' && user && isSubstituteFor(user, row)) return true
  const scope = userScope(who, user)
  if (scope === null || (needs && !(user && hasCapability(needs, user)))) return false
  return !user || !row || scopeCoversRow(scope, user, row)
}

/** Why a page is closed: wrong role, switched off, not served by the back-end, or a missing capability. */
export type RefusalCause = 'role' | 'off' | 'unserved' | 'capability'

/** The reason why the user may not open a page; null if he may. */
export const refusalCauseFor = (route: Route, { user, switches, additions }: Access): RefusalCause | null => {
  const { roles, menu, parent, capability } = route
  if (!hasAnyRole(user.auth, roles)) return 'role'
  const governing = menu ?? parent
  if (governing && isMenuEntryFor(governing, user.userType) && !isMenuEntryOn(governing, switches))
    return 'off'
  if (!isRouteServed(route, additions)) return 'unserved'
  const needed = [capability ?? []].flat()
  return needed.length > 0 && !needed.some(it => hasCapability(it, user)) ? 'capability' : null
}

/**
 * Whether the user may open a page. While he must secure his account no page is open; the router admits the one that
 * does so (RouteGuard).
 */
export const canOpenRoute = (route: Route, access: Access) =>
  !mustSecureAccountFirst(access.user) && refusalCauseFor(route, access) === null

/** react-admin's access actions, each with the verb whose call decides. */
const verbs = { list: 'list', show: 'one', edit: 'update', create: 'create', delete: 'remove' } as const
type Verb = keyof typeof verbs
const isVerb = (name: string): name is Verb => Object.hasOwn(verbs, name)

/** A setting has only one page, so the right to read it opens the page. */
const verbOf = ({ isSetting }: AnyResource, action: Verb) =>
  isSetting && action === 'edit' ? 'one' : verbs[action]

/** Actions that concern no particular record, even if the button stands beside one. */
const isWithoutRecord = (action: string) => ['list', 'create', 'export'].includes(action)

/** One of react-admin's six actions, a declared action of the resource, or one of its calls. */
export type AccessAction<R extends Pick<AnyResource, 'actions' | 'calls'>> =
  | Verb
  | 'export'
  | (keyof R['actions'] & string)
  | (keyof R['calls'] & string)

/** The route of a view by its name, or of any page by its declared path. */
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
 * Whether the user may do this with the resource and the record. The page that it opens must be open to him, and the
 * call that it makes must be permitted, served, switched on, and cover the record. `canAccess` uses it for
 * react-admin's components, `useRights` for the product's own. The server checks every call again.
 */
export const isAllowed = (access: Access, resource: AnyResource, action: string, record?: Row): boolean => {
  const { user, switches, additions } = access
  const [route, call] = [routeOf(resource, action), callOf(resource, action)]
  const needs = actionOf(resource, action)?.needs
  if (route && !canOpenRoute(route, access)) return false
  if (!call) return route !== undefined
  const isCallServed = isVerb(action)
    ? isVerbServed(resource, verbOf(resource, action), additions)
    : isServed(call, additions)
  return (
    isCallServed &&
    isOpenFor(call, user) &&
    isSwitchedOn(call, resource.feature, user.userType, switches, record ?? resource.fixed) &&
    mayCall(call, user, isWithoutRecord(action) ? undefined : record) &&
    (!needs || mayCall({ who: needs }, user, record))
  )
}

/**
 * Whether an action applies to a record. Actions that concern no record always apply. The cast is needed because an
 * action of any resource takes only the records of its own.
 */
export const isActionOffered = ({ when }: Pick<Action<never>, 'when'>, record: AnyRecord) =>
  when?.(record as never) ?? true

let current: Access | null = null

/** The access of the signed-in user; null until /auth/self and the firm's configuration have been answered. */
export const readAccess = () => current

/** Stores the access; called after every answer of these two calls. */
export const writeAccess = (access: Access | null) => {
  current = access
}
