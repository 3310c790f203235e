import { and, asc, desc, eq, or } from 'drizzle-orm'

import { maskMiddle } from '../../../resources/kit/index.ts'
import type { Db } from '../../db/connection/open.ts'
import { admins, offices } from '../../db/tables.ts'
import { enabledAdmins } from '../admins/enabled.ts'

/** The administrators to ask: those of the main office, and of the own office of whoever has one. */
export const contactsOfFirm = async (db: Db, firmId: number, organizationId?: number) => {
  const isContactOffice = or(
    eq(offices.isMain, 1),
    organizationId === undefined ? undefined : eq(offices.organizationId, organizationId),
  )
  const rows = await db
    .select({ name: admins.name, mobile: admins.mobile, officeName: offices.name, phones: offices.phone })
    .from(admins)
    .innerJoin(
      offices,
      and(eq(offices.firmId, admins.firmId), eq(offices.organizationId, admins.organizationId)),
    )
    .where(and(enabledAdmins(firmId), eq(admins.isContact, 1), isContactOffice))
    .orderBy(desc(offices.isMain), asc(admins.officeLevel), asc(admins.id))
    .limit(20)
  return rows.map(({ name, mobile, officeName, phones }) => ({
    name,
    officeName,
    mobileMasked: maskMiddle(mobile),
    phone: phones[0] ?? '',
  }))
}
