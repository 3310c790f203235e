import { and, asc, desc, eq, not, or, sql } from 'drizzle-orm'

import { admins as resource } from '../../../resources/admins/index.ts'
import type { Context } from '../../context/context.ts'
import { admins, offices } from '../../db/tables.ts'
import { notFound } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { recordReader } from '../../records/page.ts'
import { readableContains } from '../../records/search.ts'
import { enabledAdmins } from '../../services/admins/enabled.ts'
import { checkMayManage } from '../../services/admins/rules.ts'
import { devicesOf, kickSessions } from '../../services/identity/sessionDevices.ts'
import { beginView } from '../../services/identity/views.ts'
import { levelConsequencesOf } from '../../services/admins/levelConsequences.ts'
import { removeFactorOfPerson } from '../../services/identity/ownFactor.ts'
import { secondFactorIsOn } from '../../services/identity/secondFactor.ts'
import { transferMainAdmin } from './main.ts'
import { findAdmin, isLocked, visibleAdmins, statusOf, withMaskedAdminMobile } from './rows.ts'
import { addAdmin, firmAccessUserUpdate, removeAdmin } from './write.ts'

const statusCondition = (status: 0 | 1 | 2, context: Context) => {
  if (status === 0) return eq(admins.status, 0)
  return and(eq(admins.status, 1), status === 2 ? isLocked(context) : not(isLocked(context)))
}

const computedColumns = (context: Context) => ({
  status: statusOf(context),
  secondFactor: secondFactorIsOn(context.firmId, 1, admins),
})

const list = listOf(resource.calls.pageList, {
  table: admins,
  key: admins.id,
  visibleWhere: visibleAdmins,
  // The search text contains the account too, which may equal the mobile.
  search: readableContains(admins.search, [[resource.fields.mobile, admins.mobile]]),
  order: [asc(admins.officeLevel)],
  columns: computedColumns,
  sorts: {},
  conditions: { status: statusCondition },
  shown: withMaskedAdminMobile,
})

const readAdmin = recordReader(resource.calls.one.output, admins, computedColumns)

/** A lawyer's right to this call covers the lawyer's own devices, but no administrator's. */
const findForDevices = async (context: Context, id: number) => {
  if (context.caller.population === 2) throw notFound()
  return findAdmin(context, id)
}

export const adminHandlers: Handlers<typeof resource.calls> = {
  pageList: list.listing,

  one: async ({ id }, context) => {
    const row = await readAdmin(context, and(visibleAdmins(context), eq(admins.id, id))!)
    // Callers who may change the mobile see it in full; others see it masked.
    return context.caller.capabilities.has('admin.edit') ? row : withMaskedAdminMobile(row)
  },

  consequences: async ({ id, officeLevel }, context) =>
    levelConsequencesOf(context, await findAdmin(context, id), officeLevel),

  add: addAdmin,
  firmAccessUserUpdate,
  remove: removeAdmin,
  main: transferMainAdmin,
  viewAs: async ({ id }, context) => {
    const admin = await findAdmin(context, id)
    return beginView(context, { ...admin, population: 1, isSystem: admin.isSystem === 1 })
  },
  devices: async ({ id }, context) => {
    await findForDevices(context, id)
    return devicesOf(context, { population: 1, id })
  },
  kick: async ({ id, ...target }, context) => {
    const admin = await findForDevices(context, id)
    if (id !== context.caller.id) checkMayManage(context, admin)
    return kickSessions(context, { ...admin, population: 1 }, target)
  },

  removeFactor: async ({ id, reason }, context) => {
    const admin = await findAdmin(context, id)
    checkMayManage(context, admin)
    return removeFactorOfPerson(context, { ...admin, population: 1 }, reason)
  },

  adminQueryByLawyer: (_, { caller, db, firmId }) =>
    db
      .select({
        name: admins.name,
        officeLevel: admins.officeLevel,
        organizationName: offices.name,
        // The office's phone; the administrator's own mobile is a sign-in name.
        phone: sql<string | null>`${offices.phone} ->> 0`,
        email: admins.email,
        isMain: offices.isMain,
      })
      .from(admins)
      .innerJoin(
        offices,
        and(eq(offices.firmId, admins.firmId), eq(offices.organizationId, admins.organizationId)),
      )
      .where(
        and(
          enabledAdmins(firmId),
          eq(admins.isContact, 1),
          or(eq(admins.organizationId, caller.organizationId), eq(offices.isMain, 1)),
        ),
      )
      .orderBy(
        desc(eq(admins.organizationId, caller.organizationId)),
        asc(admins.officeLevel),
        asc(admins.id),
      ),
}
