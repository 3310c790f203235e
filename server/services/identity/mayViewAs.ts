import { levelOf, type RankedPerson } from '../../../resources/domain/permissions.ts'
import { type RightSwitches, scopeOf } from '../../../resources/domain/rights.ts'

type Account = RankedPerson & { organizationId: number }

/**
 * Whether an administrator may look at the product as this person: a branch's main administrator only as
 * sub-administrators and lawyers of the branch, and nobody as an account of the operator.
 */
export const mayViewAs = (viewer: Account, person: Account, switches: RightSwitches) => {
  const scope = scopeOf('user.viewAs', levelOf(viewer), switches)
  if (scope === null || person.isSystem) return false
  if (scope === 'all') return true
  return (
    person.organizationId === viewer.organizationId && (person.population === 2 || person.officeLevel === 4)
  )
}
