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

const unique = (ids: number[] | null | undefined) => [...new Set(ids ?? [])]

/** Of what was sent only what the audience means: what a form keeps of another choice is not meant. */
export const audienceOf = ({ audience, organizationIds, lawyerIds, adminIds }: AudienceInput): Audience => {
  if (!audience && (lawyerIds?.length || adminIds?.length)) throw invalid({ audience: '请选择发给谁' })
  const is = audience ?? (organizationIds.length > 0 ? 2 : 1)
  const to = {
    audience: is,
    organizationIds: is === 2 ? unique(organizationIds) : [],
    lawyerIds: is === 3 ? unique(lawyerIds) : [],
    adminIds: is === 3 ? unique(adminIds) : [],
  }
  if (is === 2 && to.organizationIds.length === 0) throw invalid({ organizationIds: '请选择律所' })
  if (is === 3 && to.lawyerIds.length + to.adminIds.length === 0) throw invalid({ lawyerIds: '请选择收件人' })
  return to
}

/** The offices named, or all in the caller's scope. */
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
 * A query of the population and id of those who receive it: who may sign in, lawyers and administrators, but not the
 * sender and not the operator. Whoever is beyond the caller's scope does not exist for him.
 */
export const peopleOf = async (context: Context, to: Audience): Promise<SQL> => {
  const { firmId, caller } = context
  await checkPeople(context, lawyers, to.lawyerIds)
  await checkPeople(context, admins, to.adminIds)
  const at = to.audience === 3 ? [] : await officeIds(context, to)
  if (to.audience === 2 && at.length < to.organizationIds.length) throw notFound()
  const list = (ids: number[]) => sql`any(${sql.param(ids)}::bigint[])`
  const isSelf = caller.population === 1 ? sql`${admins.id} = ${caller.id}` : sql`false`
  return sql`
    select 2 as population, ${lawyers.id} from ${lawyers}
      where ${eq(lawyers.firmId, firmId)} and ${eq(lawyers.status, 1)} and ${isNull(lawyers.deletedAt)}
      and (${lawyers.organizationId} = ${list(at)} or ${lawyers.id} = ${list(to.lawyerIds)})
    union all
    select 1, ${admins.id} from ${admins}
      where ${eq(admins.firmId, firmId)} and ${eq(admins.status, 1)} and ${isNull(admins.deletedAt)}
      and ${eq(admins.isSystem, 0)} and not ${isSelf}
      and (${admins.organizationId} = ${list(at)} or ${admins.id} = ${list(to.adminIds)})`
}
