import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'

import { mostAssistantChoices, type mandates as resource } from '../../../resources/cards/mandates.ts'
import { capabilitiesOf } from '../../../resources/domain/permissions.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { admins, lawyers, offices } from '../../db/tables.ts'
import { unindexedContains } from '../../records/search.ts'

type Calls = Handlers<typeof resource.calls>

const ownMobile = ({ firmId, caller }: Context) =>
  sql`(select own.mobile from lawyers own where own.firm_id = ${firmId} and own.id = ${caller.id})`

/** Active members of the firm other than the caller. */
const members = ({ firmId, caller }: Context) =>
  and(eq(lawyers.firmId, firmId), eq(lawyers.status, 1), isNull(lawyers.deletedAt), ne(lawyers.id, caller.id))

/** Active administrators of the firm other than the operator and the caller's own second account. */
const administrators = (context: Context) =>
  and(
    eq(admins.firmId, context.firmId),
    eq(admins.status, 1),
    eq(admins.isSystem, 0),
    isNull(admins.deletedAt),
    sql`${admins.mobile} <> ${ownMobile(context)}`,
  )

/** Whether an administrator could review cards: who does is no assistant. */
const isReviewer = (
  { switches }: Context,
  { officeLevel, canAudit }: Pick<typeof admins.$inferSelect, 'officeLevel' | 'canAudit'>,
) =>
  capabilitiesOf(
    { population: 1, officeLevel, isSystem: false, canAudit: canAudit === 1, canExport: false },
    switches.rights,
  ).has('card.audit')

const memberRows = (context: Context, where: SQL | undefined) =>
  context.db
    .select({
      id: lawyers.id,
      name: lawyers.name,
      organizationId: lawyers.organizationId,
      organizationName: offices.name,
    })
    .from(lawyers)
    .innerJoin(
      offices,
      and(eq(offices.firmId, lawyers.firmId), eq(offices.organizationId, lawyers.organizationId)),
    )
    .where(and(members(context), where))
    // Colleagues of the own office come first.
    .orderBy(
      sql`${lawyers.organizationId} <> ${context.caller.organizationId}`,
      lawyers.namePinyin,
      lawyers.id,
    )
    .limit(mostAssistantChoices + 1)

const administratorRows = async (context: Context, where: SQL | undefined) => {
  const rows = await context.db
    .select({
      id: admins.id,
      name: admins.name,
      organizationId: admins.organizationId,
      organizationName: offices.name,
      officeLevel: admins.officeLevel,
      canAudit: admins.canAudit,
    })
    .from(admins)
    .innerJoin(
      offices,
      and(eq(offices.firmId, admins.firmId), eq(offices.organizationId, admins.organizationId)),
    )
    .where(and(administrators(context), where))
    .orderBy(sql`${admins.organizationId} <> ${context.caller.organizationId}`, admins.name, admins.id)
    .limit(500)
  return rows.filter(row => !isReviewer(context, row)).map(({ officeLevel: _l, canAudit: _a, ...row }) => row)
}

export const listChoices: Calls['choices'] = async ({ keyword }, context) => {
  const found = keyword
    ? {
        members: or(unindexedContains(lawyers.name, keyword), unindexedContains(lawyers.namePinyin, keyword)),
        administrators: unindexedContains(admins.name, keyword),
      }
    : {}
  const administratorsFound = await administratorRows(context, found.administrators)
  const membersFound = await memberRows(context, found.members)
  const people = [
    ...administratorsFound.map(row => ({ ...row, population: 1 as const })),
    ...membersFound.map(row => ({ ...row, population: 2 as const })),
  ]
  const isOwnOffice = ({ organizationId }: (typeof people)[number]) =>
    organizationId === context.caller.organizationId
  const ordered = [...people.filter(isOwnOffice), ...people.filter(person => !isOwnOffice(person))]
  return {
    people: ordered.slice(0, mostAssistantChoices).map(({ organizationId: _office, ...person }) => person),
    hasMore: ordered.length > mostAssistantChoices ? 1 : 0,
  }
}

/** The chosen assistant; throws a field error where this person cannot be one. */
export const findAssistant = async (context: Context, population: Population, id: number) => {
  const rows =
    population === 1
      ? await administratorRows(context, eq(admins.id, id))
      : await memberRows(context, eq(lawyers.id, id))
  const [row] = rows
  if (row) return { population, id: row.id, name: row.name }
  throw invalid({ assistantId: '请选择本所启用的人员，或没有名片审核权限的管理员' })
}

/** Who acts in somebody's place cannot pass that on, and a view of an account names nobody. */
export const requireLawyer = ({ caller }: Context) => {
  if (caller.population !== 2 || caller.mandate)
    throw new ApiError('4030', undefined, { need: 'mandate.grant', scope: null })
}
