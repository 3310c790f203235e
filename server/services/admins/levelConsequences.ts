import { and, eq, isNull } from 'drizzle-orm'

import { isMenuEntryOn, leafNames, menuEntry } from '../../../resources/domain/menu.ts'
import { capabilitiesOf, rolesOf } from '../../../resources/domain/permissions.ts'
import { capabilities, type Capability, type Scope, scopeOf } from '../../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import type { Context } from '../../context/context.ts'
import { admins, lawyers } from '../../db/tables.ts'
import type { Admin } from './rules.ts'

const scopeWidths: Record<Scope, number> = { all: 3, office: 2, own: 1, self: 1 }

/**
 * What an administrator may do on a level, given the firm's switches and the rights withheld from the
 * account.
 */
const rightsOnLevel = (officeLevel: OfficeLevel, admin: Admin, { switches }: Context) => {
  const person = {
    population: 1,
    officeLevel,
    isSystem: false,
    canAudit: admin.canAudit === 1,
    canExport: admin.canExport === 1,
  } as const
  const granted = capabilitiesOf(person, switches.rights)
  const widthOf = (capability: Capability) => {
    const scope = granted.has(capability) ? scopeOf(capability, `L${officeLevel}`, switches.rights) : null
    return scope ? scopeWidths[scope] : 0
  }
  const roles = rolesOf(person)
  const menus = leafNames.filter(
    name => roles.includes(menuEntry(name).role) && isMenuEntryOn(name, switches.features),
  )
  return { widthOf, menus, isWhole: officeLevel <= 2 }
}

/**
 * The rights and menu entries that another level would take from an administrator or add, and how many people
 * they affect.
 */
export const levelConsequencesOf = async (context: Context, admin: Admin, after: OfficeLevel) => {
  const { db, firmId } = context
  const [currentRights, newRights] = [
    rightsOnLevel(admin.officeLevel, admin, context),
    rightsOnLevel(after, admin, context),
  ]
  const changedRights = (by: 1 | -1) =>
    capabilities.filter(it => Math.sign(newRights.widthOf(it) - currentRights.widthOf(it)) === by)
  // The people counted are those within the wider of the two scopes.
  const office = currentRights.isWhole || newRights.isWhole ? undefined : admin.organizationId
  return {
    lost: changedRights(-1),
    gained: changedRights(1),
    hidden: currentRights.menus.filter(name => !newRights.menus.includes(name)),
    shown: newRights.menus.filter(name => !currentRights.menus.includes(name)),
    lawyers: await db.$count(
      lawyers,
      and(
        eq(lawyers.firmId, firmId),
        eq(lawyers.status, 1),
        isNull(lawyers.deletedAt),
        office === undefined ? undefined : eq(lawyers.organizationId, office),
      ),
    ),
    admins: await db.$count(
      admins,
      and(
        eq(admins.firmId, firmId),
        eq(admins.status, 1),
        eq(admins.isSystem, 0),
        isNull(admins.deletedAt),
        office === undefined ? undefined : eq(admins.organizationId, office),
      ),
    ),
  }
}
