import { isOpenFor, mustSecureAccountFirst } from '../resources/domain/accountSetup.ts'
import { isMenuEntryOn, type MenuName } from '../resources/domain/menu.ts'
import { closingSwitches, levelOf } from '../resources/domain/permissions.ts'
import {
  type Capability,
  grantsOf,
  isCapability,
  type Level,
  type Scope,
} from '../resources/domain/rights.ts'
import type { Role } from '../resources/domain/role.ts'
import {
  type AnyRecord,
  type AnyResource,
  type Call,
  type Field,
  keysOf,
  type Route,
  type Who,
} from '../resources/kit/index.ts'
import {
  type Access,
  type AccessUser,
  isActionOffered,
  mayCall,
  refusalCauseFor,
  scopeWithout,
} from './access.ts'
import { isServed } from './backend/additions.ts'
import { hasParam } from './hasParam.ts'

/**
 * Why a page, an action or a field is not offered: the account must be secured first, the role or level is another one,
 * the firm has switched it off, the back-end does not serve it, or a capability is missing; for a record also that the
 * right does not extend to it or that its state does not allow the action. The conditions and their order are those of
 * `canOpenRoute` and `isAllowed`.
 */
export type Refusal =
  | { cause: 'secure' | 'unserved' | 'state' }
  | { cause: 'scope'; scope: Scope }
  | { cause: 'role'; roles: readonly Role[] }
  | { cause: 'off'; menu: readonly MenuName[] }
  | { cause: 'capability'; capabilities: readonly Capability[] }

/** Why the user may not open a page; null if he may. */
export const pageRefusal = (route: Route, access: Access): Refusal | null => {
  if (mustSecureAccountFirst(access.user)) return { cause: 'secure' }
  const cause = refusalCauseFor(route, access)
  if (cause === 'role') return { cause, roles: route.roles }
  if (cause === 'off') return { cause, menu: [route.menu ?? route.parent ?? []].flat() }
  if (cause === 'capability') return { cause, capabilities: [route.capability ?? []].flat() }
  return cause && { cause }
}

const rolesOfWho = (who: Who): readonly Role[] => (who === 'lawyer' ? ['lawyer'] : ['admin'])

const rightRefusal = (who: Who, user: AccessUser): Refusal | null => {
  if (mayCall({ who }, user)) return null
  return isCapability(who)
    ? { cause: 'capability', capabilities: [who] }
    : { cause: 'role', roles: rolesOfWho(who) }
}

/** Why the user may not make a call, on this record if one is given. `needs` is a second right beside the call's. */
const callRefusal = (
  resource: AnyResource,
  call: Call,
  needs: Capability | undefined,
  access: Access,
  record?: AnyRecord,
): Refusal | null => {
  const { user, switches, additions } = access
  if (!isServed(call, additions)) return { cause: 'unserved' }
  if (!isOpenFor(call, user)) return { cause: 'secure' }
  const menu = closingSwitches(call, resource.feature, user.userType, record ?? resource.fixed).filter(
    name => !isMenuEntryOn(name, switches),
  )
  if (menu.length > 0) return { cause: 'off', menu }
  for (const who of [call.who, call.needs, needs]) {
    const refusal = who && rightRefusal(who, user)
    if (refusal) return refusal
  }
  const scope =
    record && (scopeWithout(call.who, user, record) ?? (needs && scopeWithout(needs, user, record)))
  return scope ? { cause: 'scope', scope } : null
}

/**
 * Why the user may not run a declared action, on this record or, without one, on any; null if he may run it, without a
 * record on some.
 */
export const actionRefusal = (
  resource: AnyResource,
  name: string,
  access: Access,
  record?: AnyRecord,
): Refusal | null => {
  const action = resource.actions[name]!
  const refusal = callRefusal(resource, resource.calls[action.call]!, action.needs, access, record)
  if (refusal || !record) return refusal
  return isActionOffered(action, record) ? null : { cause: 'state' }
}

/** Why the user may not change this record in the resource's form; null if he may. */
export const editRefusal = (
  resource: AnyResource,
  route: Route,
  access: Access,
  record: AnyRecord,
): Refusal | null => {
  const update = resource.calls[resource.crud.update ?? '']
  return (
    pageRefusal(route, access) ?? (update ? callRefusal(resource, update, undefined, access, record) : null)
  )
}

/** How the user sees a field: not at all, with a part of the value masked, or without an input in the form. */
export type FieldLimit = 'hidden' | 'masked' | 'fixed'

/** What the user does not see of a field or cannot change in the form, with the right that is missing. */
export const fieldRefusal = (
  { crud, calls, form }: AnyResource,
  name: string,
  { readableBy, revealedTo }: Field,
  { user }: Access,
): { limit: FieldLimit; refusal: Refusal | null } | null => {
  const hidden = readableBy && rightRefusal(readableBy, user)
  if (hidden) return { limit: 'hidden', refusal: hidden }
  const masked = revealedTo && rightRefusal(revealedTo, user)
  if (masked) return { limit: 'masked', refusal: masked }
  const update = calls[crud.update ?? '']
  const isInForm = Object.values(form).some(names => names.includes(name))
  return update && isInForm && !hasParam(update, name) ? { limit: 'fixed', refusal: null } : null
}

/** The levels that hold a capability, and whether the user's own is one of them, so that a setting withdraws it. */
export const holdersOf = (capability: Capability, { userType, officeLevel, isSystem }: AccessUser) => {
  const levels: readonly Level[] = keysOf(grantsOf(capability))
  const own = levelOf({ population: userType, officeLevel, isSystem: isSystem === 1 })
  return { levels, isOwnLevel: levels.includes(own) }
}
