import { isMenuEntryOn, type MenuName } from '../resources/domain/menu.ts'
import { closingSwitches, levelOf } from '../resources/domain/permissions.ts'
import { type Capability, isCapability, type Level, rights } from '../resources/domain/rights.ts'
import type { Role } from '../resources/domain/role.ts'
import { type AnyResource, keysOf, type Route, type Who } from '../resources/kit/index.ts'
import { type Access, type AccessUser, mayCall, mustSecureAccountFirst, refusalCauseFor } from './access.ts'
import { isServed } from './backend/additions.ts'

/**
 * Why a page or an action is not offered: the account must be secured first, the role or level is another one, the firm
 * has switched it off, the back-end does not serve it, or a capability is missing. The conditions and their order are
 * those of `canOpenRoute` and `isAllowed`.
 */
export type Refusal =
  | { cause: 'secure' | 'unserved' }
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

/** Why the user may not run a declared action on any record; null if he may on some. */
export const actionRefusal = (resource: AnyResource, name: string, access: Access): Refusal | null => {
  const { user, switches, additions } = access
  const action = resource.actions[name]!
  const call = resource.calls[action.call]!
  if (!isServed(call, additions)) return { cause: 'unserved' }
  if (mustSecureAccountFirst(user) && !call.isOpenBeforePasswordChange) return { cause: 'secure' }
  const menu = closingSwitches(call, resource.feature, user.userType, resource.fixed).filter(
    it => !isMenuEntryOn(it, switches),
  )
  if (menu.length > 0) return { cause: 'off', menu }
  for (const who of [call.who, call.needs, action.needs]) {
    const refusal = who && rightRefusal(who, user)
    if (refusal) return refusal
  }
  return null
}

/** The levels that hold a capability, and whether the user's own is one of them, so that a setting withdraws it. */
export const holdersOf = (capability: Capability, { userType, officeLevel, isSystem }: AccessUser) => {
  const levels: readonly Level[] = keysOf(rights[capability].grants)
  const own = levelOf({ population: userType, officeLevel, isSystem: isSystem === 1 })
  return { levels, isOwnLevel: levels.includes(own) }
}
