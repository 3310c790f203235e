import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import type { Context } from '../../context/context.ts'
import { admins, lawyers, offices } from '../../db/tables.ts'
import { invalid, notFound } from '../../context/apiError.ts'
import { scopeCondition } from '../../records/scope.ts'

export type Audience = {
  audience: 1 | 2 | 3
  organizationIds: number[]
  lawyerIds: number[]
  adminIds: number[]
}

type AudienceInput = {
  audience?: Audience['audience'] | undefined
  organizationIds: number[]
  lawyerIds?: number[] | null | undefined
  adminIds?: number[] | null | undefined
}

const uniqueIds = (ids: number[] | null | undefined) => [...new Set(ids ?? [])]

/** Keeps only the values of the chosen audience; a form may still hold values of another choice. */
export const audienceOf = ({ audience, organizationIds, lawyerIds, adminIds }: AudienceInput): Audience => {
  if (!audience && (lawyerIds?.length || adminIds?.length)) throw invalid({ audience: '请选择发给谁' })
  const kind = audience ?? (organizationIds.length > 0 ? 2 : 1)
  const to = {
    audience: kind,
    organizationIds: kind === 2 ? uniqueIds(organizationIds) : [],
    lawyerIds: kind === 3 ? uniqueIds(lawyerIds) : [],
    adminIds: kind === 3 ? uniqueIds(adminIds) : [],
  }
  if (kind === 2 && to.organizationIds.length === 0) throw invalid({ organizationIds: '请选择律所' })
  if (kind === 3 && to.lawyerIds.length + to.adminIds.length === 0)
    throw invalid({ lawyerIds: '请选择收件人' })
  return to
}

/** The named offices, or all in the caller's scope. */
const officeIds = async (context: Context, { audience, organizationIds }: Audience) => {
  const rows = await context.db
    .select({ id: offices.organizationId })
    .from(offices)
    .where(
      and(
        scopeCondition(context, { firm: offices.firmId, office: offices.organizationId }),
        isNull(offices.deletedAt),
        audience === 2 ? inArray(offices.organizationId, organizationIds) : undefined,
      ),
    )
  return rows.map(it => it.id)
}

type People = typeof lawyers | typeof admins

const checkPeople = async (context: Context, table: People, ids: number[]) => {
  if (ids.length === 0) return
  const [firm, office]: [PgColumn, PgColumn] = [table.firmId, table.organizationId]
  const found = await context.db.$count(
    table,
    and(scopeCondition(context, { firm, office }), inArray(table.id, ids), isNull(table.deletedAt)),
  )
  if (found < ids.length) throw notFound()
}

/**
 * A query of the receivers' population and id: lawyers and administrators who may sign in, except the sender
 * and the operator. People outside the caller's scope count as not found.
 */
export const receiversQuery = async (context: Context, to: Audience): Promise<SQL> => {
  const { firmId, caller } = context
  await checkPeople(context, lawyers, to.lawyerIds)
  await checkPeople(context, admins, to.adminIds)
  const officeList = to.audience === 3 ? [] : await officeIds(context, to)
  if (to.audience === 2 && officeList.length < to.organizationIds.length) throw notFound()
  const anyOf = (ids: number[]) => sql`any(${sql.param(ids)}::bigint[])`
  const isSelf = caller.population === 1 ? sql`${admins.id} = ${caller.id}` : sql`false`
  return sql`
    select 2 as population, ${lawyers.id} from ${lawyers}
      where ${eq(lawyers.firmId, firmId)} and ${eq(lawyers.status, 1)} and ${isNull(lawyers.deletedAt)}
      and (${lawyers.organizationId} = ${anyOf(officeList)} or ${lawyers.id} = ${anyOf(to.lawyerIds)})
    union all
    select 1, ${admins.id} from ${admins}
      where ${eq(admins.firmId, firmId)} and ${eq(admins.status, 1)} and ${isNull(admins.deletedAt)}
      and ${eq(admins.isSystem, 0)} and not ${isSelf}
      and (${admins.organizationId} = ${anyOf(officeList)} or ${admins.id} = ${anyOf(to.adminIds)})`
}
