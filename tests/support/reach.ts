import { capabilitiesOf, levelOf } from '../../resources/domain/permissions.ts'
import { type Capability, rightSwitches, scopeOf } from '../../resources/domain/rights.ts'

/** A person of the world as the rights matrix describes them. */
export type Role = {
  population: 1 | 2
  officeLevel: 1 | 2 | 3 | 4 | null
  office: '总所' | '东所' | '南所'
  isSystem?: true
  /** Must not decide on reviews (docs/domain.md §3.2). */
  isNarrowed?: true
  /** An administrator who is also the lawyer that the record is about. */
  isNamed?: true
}

export const adminRole = (
  officeLevel: 1 | 2 | 3 | 4,
  office: Role['office'],
  more: Partial<Role> = {},
): Role => ({ population: 1, officeLevel, office, ...more })
export const lawyerRole = (office: Role['office']): Role => ({ population: 2, officeLevel: null, office })

const personOf = ({ population, officeLevel, isSystem, isNarrowed }: Role) => ({
  population,
  officeLevel,
  isSystem: isSystem === true,
  canAudit: isNarrowed !== true,
  canExport: true,
})

/** The relation of a record to the caller. */
export type Relation = { isOwn: boolean; isAuthor: boolean; office: Role['office'] }

export const hasRight = (role: Role, capability: Capability) =>
  capabilitiesOf(personOf(role), rightSwitches).has(capability)

/** Whether a right reaches a record, according to the matrix under the firm's default switches. */
export const reachOf = (role: Role, capability: Capability, { isOwn, isAuthor, office }: Relation) => {
  if (!hasRight(role, capability)) return 'none'
  const isHere = role.office === office
  const reachByScope = { all: true, office: isHere, own: isHere && isAuthor, self: isOwn || isAuthor }
  return reachByScope[scopeOf(capability, levelOf(personOf(role)), rightSwitches)!] ? 'reached' : 'beyond'
}
