import type { CallSubject, Call, Feature, Who } from '../kit/index.ts'
import { type FeatureSwitches, isMenuEntryOn, menuEntry, type MenuName } from './menu.ts'
import {
  capabilities,
  type Capability,
  type Level,
  type RightSwitches,
  type Scope,
  scopeOf,
} from './rights.ts'
import type { OfficeLevel, Population, Role } from './role.ts'

/** The properties that decide on the level of a person. */
export type RankedPerson = { population: Population; officeLevel: OfficeLevel | null; isSystem: boolean }
type Person = RankedPerson & {
  /** Individual rights that only sub-administrators (levels 2 and 4) may lack (docs/domain.md §3.2). */
  canAudit: boolean
  canExport: boolean
}

export const levelOf = ({ population, officeLevel, isSystem }: RankedPerson): Level =>
  population === 2 ? 'lawyer' : isSystem ? 'system' : `L${officeLevel!}`

export const reviewCapabilities: readonly Capability[] = [
  'card.audit',
  'lawyer.pass',
  'article.pass',
  'proposal.decide',
]
const exportCapabilities: readonly Capability[] = ['lawyer.export', 'list.export', 'log.export']

/** All capabilities of a person under the firm's switches. */
export const capabilitiesOf = (person: Person, switches: RightSwitches): Set<Capability> => {
  const level = levelOf(person)
  const isNarrowed = level === 'L2' || level === 'L4'
  const isWithheld = (capability: Capability) =>
    isNarrowed &&
    ((!person.canAudit && reviewCapabilities.includes(capability)) ||
      (!person.canExport && exportCapabilities.includes(capability)))
  return new Set(capabilities.filter(it => scopeOf(it, level, switches) !== null && !isWithheld(it)))
}

/** The roles that the client stores and routes require (docs/domain.md §1). */
export const rolesOf = ({ population, officeLevel, isSystem }: RankedPerson): Role[] => {
  if (population === 2) return ['lawyer']
  if (isSystem) return ['admin', 'system']
  return officeLevel === 1 ? ['admin', 'mainAdmin'] : ['admin']
}

/** A caller with the capabilities that the server computed for him. */
type RightsHolder = RankedPerson & { hasCapability: (capability: Capability) => boolean }

/** The scope of a caller's right to a call; null if he has no such right. `holder` is null if nobody is signed in. */
export const scopeFor = (who: Who, holder: RightsHolder | null, switches: RightSwitches): Scope | null => {
  if (who === 'public') return 'self'
  if (!holder) return null
  const { population, officeLevel, isSystem } = holder
  if (who === 'self') return 'self'
  if (who === 'signedIn') return 'all'
  if (who === 'lawyer') return population === 2 ? 'self' : null
  if (who === 'admin') return population === 2 ? null : isSystem || officeLevel! <= 2 ? 'all' : 'office'
  return holder.hasCapability(who) ? scopeOf(who, levelOf(holder), switches) : null
}

/**
 * Whether an entry belongs to the menu of this population. Lawyers have the entries of their own area, administrators
 * all others. A page may be open to more people than its entry.
 */
export const isMenuEntryFor = (name: MenuName, population: Population) =>
  (menuEntry(name).role === 'lawyer') === (population === 2)

/** The menu switches that must be on for a call by somebody of this population. */
export const closingSwitches = (
  { feature: own }: Pick<Call, 'feature'>,
  ofResource: Feature | undefined,
  population: Population,
  about: CallSubject = {},
): MenuName[] => {
  const feature = own === undefined ? ofResource : own
  const names = typeof feature === 'function' ? feature(about) : [feature ?? []].flat()
  return names.filter(name => isMenuEntryFor(name, population))
}

/** Whether all menu switches of a call are on. A switch that is off also closes everything inside its group. */
export const isSwitchedOn = (
  call: Pick<Call, 'feature'>,
  ofResource: Feature | undefined,
  population: Population,
  switches: FeatureSwitches,
  about?: CallSubject,
) => closingSwitches(call, ofResource, population, about).every(name => isMenuEntryOn(name, switches))
