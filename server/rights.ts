import {
  capabilities,
  type Capability,
  type Level,
  type OfficeLevel,
  type Population,
  type RightSwitches,
  type Role,
  scopeOf,
} from '../resources/kit/index.ts'

type Person = {
  population: Population
  officeLevel: OfficeLevel | null
  isSystem: boolean
  /** Narrow levels 2 and 4 (domain.md §3.2). */
  canAudit: boolean
  canExport: boolean
}

export const levelOf = ({ population, officeLevel, isSystem }: Person): Level =>
  population === 2 ? 'lawyer' : isSystem ? 'system' : `L${officeLevel!}`

const auditing: readonly Capability[] = ['card.audit', 'lawyer.pass', 'article.pass']
const exporting: readonly Capability[] = ['lawyer.export', 'log.export']

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
