import { resources } from '../resources/index.ts'
import {
  type AnyResource,
  type Call,
  type Capability,
  type FeatureSwitches,
  holdsAny,
  isOn,
  type Level,
  type OfficeLevel,
  type Population,
  rights,
  rightSwitches,
  type RightSwitches,
  type Role,
  type Route,
  scopeOf,
  type Who,
} from '../resources/kit/index.ts'

/** What of the signed-in user decides what he sees; `capabilities` are computed by the server (/auth/self). */
export type Holder = {
  userType: Population
  officeLevel: OfficeLevel | null
  isSystem: 0 | 1
  organizationId: number
  auth: readonly Role[]
  capabilities: readonly Capability[]
}

export const may = (capability: Capability, user: Holder | null) =>
  user?.capabilities.includes(capability) ?? false

/** Whether the server would let this user make the call; how far it reaches the server alone knows. */
export const mayCall = ({ who }: Pick<Call, 'who'>, user: Holder | null) => {
  if (who === 'public') return true
  if (!user) return false
  if (who === 'self') return true
  if (who === 'admin') return user.userType === 1
  if (who === 'lawyer') return user.userType === 2
  return may(who, user)
}

const levelOf = ({ userType, isSystem, officeLevel }: Holder): Level =>
  userType === 2 ? 'lawyer' : isSystem === 1 ? 'system' : `L${officeLevel!}`

/** Whoever holds a right holds it by the switches of his firm: they need not be asked again. */
const allOn = Object.fromEntries(Object.keys(rightSwitches).map(it => [it, true])) as RightSwitches

/** Whether a right that stops at the own office, or at what one wrote, reaches this row; the server decides again. */
export const reaches = (who: Who, user: Holder, row: Readonly<Record<string, unknown>>) => {
  if (!(who in rights)) return true
  const scope = scopeOf(who as Capability, levelOf(user), allOn)
  const isHere = row['organizationId'] === undefined || row['organizationId'] === user.organizationId
  return scope === 'office' ? isHere : scope === 'own' ? isHere && row['isOwn'] !== 0 : true
}

/** A condition on rows, narrowed to the rows that the right reaches. */
export const withinReach =
  (who: Who, user: Holder, when: ((row: never) => boolean) | undefined) =>
  (row: Readonly<Record<string, unknown>>) =>
    reaches(who, user, row) && (when?.(row as never) ?? true)

/** Why a page stays shut: not for this role, switched off by the firm, or a right is missing (and whom to ask). */
export type Refused = 'role' | 'off' | 'capability'

export const refusedTo = (
  { roles, menu, within, capability }: Route,
  user: Holder | null,
  switches: FeatureSwitches,
): Refused | null => {
  if (!user || !holdsAny(user.auth, roles)) return 'role'
  const governing = menu ?? within
  if (governing && !isOn(governing, switches)) return 'off'
  return capability && !may(capability, user) ? 'capability' : null
}

export const mayOpen = (route: Route, user: Holder | null, switches: FeatureSwitches) =>
  refusedTo(route, user, switches) === null

let holder: Holder | null = null
const listeners = new Set<() => void>()

/** The signed-in user's rights; null until /auth/self has answered. */
export const readHolder = () => holder

/** Called with every answer of /auth/self, and with null at sign-out. */
export const writeHolder = (next: Holder | null) => {
  holder = next
  listeners.forEach(listener => listener())
}

export const onHolder = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** react-admin's names of what is done with a resource, each with the verb whose call decides. */
const verbs: Record<string, keyof AnyResource['crud']> = {
  list: 'list',
  show: 'one',
  edit: 'update',
  create: 'create',
  delete: 'remove',
}

/** react-admin's question: may this user do that with this resource? Asked of the declared call. */
export const canAccess = async ({ resource: name, action }: { resource: string; action: string }) => {
  const resource = resources.find(it => it.name === name)
  const verb = verbs[action]
  const call = resource?.calls[(verb ? resource.crud[verb] : resource.actions[action]?.call) ?? '']
  return call !== undefined && mayCall(call, holder)
}
