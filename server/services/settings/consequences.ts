import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'

import {
  type FeatureSwitches,
  isMenuEntryOn,
  leafNames,
  menuEntry,
  type MenuName,
} from '../../../resources/domain/menu.ts'
import { entriesOf } from '../../../resources/kit/index.ts'
import type { Role } from '../../../resources/domain/role.ts'
import type { Context } from '../../context/context.ts'
import { admins, lawyers } from '../../db/tables.ts'

/**
 * Conditions for the administrators who see a menu entry, by the role it requires. The operator does not
 * count among the firm's own.
 */
const holders: Record<Exclude<Role, 'lawyer'>, SQL> = {
  admin: sql`${admins.isSystem} = 0`,
  mainAdmin: sql`(${admins.officeLevel} = 1 and ${admins.isSystem} = 0)`,
  system: sql`${admins.isSystem} = 1`,
}

const peopleOf = async ({ db, firmId }: Context, names: readonly MenuName[]) => {
  const roles = new Set(names.map(name => menuEntry(name).role))
  const conditions = entriesOf(holders).flatMap(([role, holds]) => (roles.has(role) ? [holds] : []))
  const [adminCount] = await db
    .select({
      admins: sql<number>`count(*) filter (where ${sql.join([sql`false`, ...conditions], sql` or `)})::int`,
    })
    .from(admins)
    .where(and(eq(admins.firmId, firmId), eq(admins.status, 1), isNull(admins.deletedAt)))
  const [lawyerCount] = await db
    .select({ lawyers: count() })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.status, 1), isNull(lawyers.deletedAt)))
  return { admins: adminCount!.admins, lawyers: roles.has('lawyer') ? lawyerCount!.lawyers : 0 }
}

/**
 * The effects of setting these switches: the menu entries that appear or disappear, with everything they
 * contain, and the number of people affected.
 */
export const consequencesOf = async (
  context: Context,
  { on = [], off = [] }: { on?: readonly MenuName[] | undefined; off?: readonly MenuName[] | undefined },
) => {
  const before = context.switches.features
  const switchEntries = (names: readonly MenuName[], value: 0 | 1) =>
    names.map(name => [name, value] as const)
  const after: FeatureSwitches = {
    ...before,
    ...Object.fromEntries([...switchEntries(on, 1), ...switchEntries(off, 0)]),
  }
  const changed = leafNames.filter(name => isMenuEntryOn(name, before) !== isMenuEntryOn(name, after))
  const hidden = changed.filter(name => isMenuEntryOn(name, before))
  const shown = changed.filter(name => isMenuEntryOn(name, after))
  return {
    hidden: { menus: hidden, ...(await peopleOf(context, hidden)) },
    shown: { menus: shown, ...(await peopleOf(context, shown)) },
  }
}
