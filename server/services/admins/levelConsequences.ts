import { and, eq, isNull } from 'drizzle-orm'

import { isOn, leafNames, menuEntry } from '../../../resources/domain/menu.ts'
import { capabilitiesOf, rolesOf } from '../../../resources/domain/permissions.ts'
import { capabilities, type Capability, type Scope, scopeOf } from '../../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../../resources/domain/role.ts'
import type { Context } from '../../context/context.ts'
import { admins, lawyers } from '../../db/tables.ts'
import type { Admin } from './rules.ts'

const width: Record<Scope, number> = { all: 3, office: 2, own: 1, self: 1 }

/** What somebody may do on a level, by the firm's switches and by what is withheld from him. */
const reachOn = (officeLevel: OfficeLevel, admin: Admin, { switches }: Context) => {
  const person = {
    population: 1,
    officeLevel,
    isSystem: false,
    canAudit: admin.canAudit === 1,
    canExport: admin.canExport === 1,
  } as const
  const held = capabilitiesOf(person, switches.rights)
  const widthOf = (it: Capability) => {
    const scope = held.has(it) ? scopeOf(it, `L${officeLevel}`, switches.rights) : null
    return scope ? width[scope] : 0
  }
  const roles = rolesOf(person)
  const menus = leafNames.filter(
    name => roles.includes(menuEntry(name).role) && isOn(name, switches.features),
  )
  return { widthOf, menus, isWhole: officeLevel <= 2 }
}

/** What another level would take from an administrator and give him, and of how many people that is. */
export const levelConsequencesOf = async (context: Context, admin: Admin, after: OfficeLevel) => {
  const { db, firmId } = context
  const [old, next] = [reachOn(admin.officeLevel, admin, context), reachOn(after, admin, context)]
  const differing = (by: 1 | -1) =>
    capabilities.filter(it => Math.sign(next.widthOf(it) - old.widthOf(it)) === by)
  // Within the wider of both: of them it is that something is taken or given.
  const office = old.isWhole || next.isWhole ? undefined : admin.organizationId
  return {
    lost: differing(-1),
    gained: differing(1),
    hidden: old.menus.filter(name => !next.menus.includes(name)),
    shown: next.menus.filter(name => !old.menus.includes(name)),
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
