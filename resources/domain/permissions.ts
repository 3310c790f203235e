import type { About, Call, Feature, Who } from '../kit/index.ts'
import { type FeatureSwitches, isOn, menuEntry, type MenuName } from './menu.ts'
import {
  capabilities,
  type Capability,
  type Level,
  type RightSwitches,
  type Scope,
  scopeOf,
} from './rights.ts'
import type { OfficeLevel, Population, Role } from './role.ts'

type Ranked = { population: Population; officeLevel: OfficeLevel | null; isSystem: boolean }
type Person = Ranked & {
  /** Narrow levels 2 and 4 (domain.md §3.2). */
  canAudit: boolean
  canExport: boolean
}

export const levelOf = ({ population, officeLevel, isSystem }: Ranked): Level =>
  population === 2 ? 'lawyer' : isSystem ? 'system' : `L${officeLevel!}`

export const auditing: readonly Capability[] = ['card.audit', 'lawyer.pass', 'article.pass']
const exporting: readonly Capability[] = ['lawyer.export', 'list.export', 'log.export']

/** All that a person may do under the firm's switches. */
export const capabilitiesOf = (person: Person, switches: RightSwitches): Set<Capability> => {
  const level = levelOf(person)
  const isNarrowed = level === 'L2' || level === 'L4'
  const withheld = (it: Capability) =>
    isNarrowed &&
    ((!person.canAudit && auditing.includes(it)) || (!person.canExport && exporting.includes(it)))
  return new Set(capabilities.filter(it => scopeOf(it, level, switches) !== null && !withheld(it)))
}

/** The role names that the client stores and the routes ask for (domain.md §1). */
export const rolesOf = ({ population, officeLevel, isSystem }: Person): Role[] => {
  if (population === 2) return ['lawyer']
  if (isSystem) return ['admin', 'system']
  return officeLevel === 1 ? ['admin', 'mainAdmin'] : ['admin']
}

/** A caller, with the capabilities that the server has worked out for him. */
type RightsHolder = Ranked & { hasCapability: (capability: Capability) => boolean }

/** How far the right to a call reaches for a caller, null for nobody signed in; null where there is no such right. */
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

/** Lawyers have the entries of their own area, administrators the others; a page may be open to more than its entry. */
export const isEntryOf = (name: MenuName, population: Population) =>
  (menuEntry(name).role === 'lawyer') === (population === 2)

/** The switches that close a call to somebody. */
export const switchesOver = (
  { feature: own }: Pick<Call, 'feature'>,
  ofResource: Feature | undefined,
  population: Population,
  about: About = {},
): MenuName[] => {
  const feature = own === undefined ? ofResource : own
  const names = typeof feature === 'function' ? feature(about) : [feature ?? []].flat()
  return names.filter(name => isEntryOf(name, population))
}

/** A switch that is off closes the calls of its screens, and of whatever stands inside of it. */
export const isSwitchedOn = (
  call: Pick<Call, 'feature'>,
  ofResource: Feature | undefined,
  population: Population,
  switches: FeatureSwitches,
  about?: About,
) => switchesOver(call, ofResource, population, about).every(name => isOn(name, switches))
