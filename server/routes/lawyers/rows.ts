import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'

import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { selectRows } from '../../db/lists/select.ts'
import { cards, lawyers, textMessages } from '../../db/tables.ts'
import { wholeRow } from '../../records/columns.ts'
import { listOf } from '../../records/list.ts'
import { recordReader } from '../../records/page.ts'
import { notFound } from '../../context/apiError.ts'
import { personOrder } from '../../services/directory/personOrder.ts'
import type { Lawyer } from '../../services/lawyers/values.ts'
import { missingConditions } from '../../services/lawyers/due.ts'
import { secondFactorIsOn } from '../../services/identity/secondFactor.ts'
import { scopeCondition } from '../../records/scope.ts'
import { readableContains } from '../../records/search.ts'

const cardOf = (firmId: number, language: 'CN' | 'EN', columns: SQL) => sql`select ${columns} from ${cards}
  where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = ${lawyers.id}
    and ${cards.language} = ${language} and ${cards.deletedAt} is null`

const cardStatus = (firmId: number, language: 'CN' | 'EN') =>
  sql<0 | 1 | 2 | 3 | null>`(${cardOf(firmId, language, sql`${cards.auditStatus}`)})`

/**
 * State of the SMS with the initial password (see `initialSms` in fields.ts); null once the lawyer has chosen
 * a password.
 */
const initialSms = (firmId: number) => sql<
  1 | 2 | 3 | null
>`(select case when ${textMessages.sentAt} is not null then 3
    when ${textMessages.sealed} is null then null when ${textMessages.failedAt} is not null then 2 else 1 end
  from ${textMessages} where ${lawyers.mustChangePwd} = 1 and ${textMessages.firmId} = ${firmId}
    and ${textMessages.lawyerId} = ${lawyers.id} order by ${textMessages.id} desc limit 1)`

/** Columns of a listed person that come from other tables. */
const computedColumns = ({ firmId }: Pick<Context, 'firmId'>) => ({
  cardCn: cardStatus(firmId, 'CN'),
  cardEn: cardStatus(firmId, 'EN'),
  initialSms: initialSms(firmId),
  secondFactor: secondFactorIsOn(firmId, 2, lawyers),
})

export const visibleLawyers = (context: Context): SQL =>
  and(
    scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    isNull(lawyers.deletedAt),
  )!

export const findLawyer = async (context: Context, id: number): Promise<Lawyer> => {
  const where = and(visibleLawyers(context), eq(lawyers.id, id))
  const [row] = await selectRows<Lawyer>(context.db, wholeRow(lawyers), sql`from ${lawyers} where ${where}`)
  if (!row) throw notFound()
  return row
}

const uniqueNumbers = ['mobile', 'licenseNumber', 'employeeNo'] as const
type UniqueNumbers = Partial<Record<(typeof uniqueNumbers)[number], string | null>>

const columnsWithMark = { ...wholeRow(lawyers), isPerson: sql`asked.person` }

/**
 * Finds the person and others with one of these numbers in one query. Deleted rows count, since they may be
 * restored; a row found only by a number may be outside the caller's scope.
 */
export const findWithConflictingRows = async (context: Context, id: number, numbers: UniqueNumbers) => {
  const isPerson = and(visibleLawyers(context), eq(lawyers.id, id))!
  const hasNumber = uniqueNumbers.map(name => (numbers[name] ? eq(lawyers[name], numbers[name]) : undefined))
  const rows = await selectRows<Lawyer & { isPerson: boolean }>(
    context.db,
    columnsWithMark,
    sql`from ${lawyers} cross join lateral (select (${isPerson}) as person) asked
      where ${and(eq(lawyers.firmId, context.firmId), or(isPerson, ...hasNumber))}`,
  )
  const markedRow = rows.find(it => it.isPerson)
  if (!markedRow) throw notFound()
  const { isPerson: _, ...person } = markedRow
  return { person, conflictingRows: rows.filter(it => it !== markedRow) }
}

const hasCard = (
  firmId: number,
  condition: SQL,
) => sql`exists (select from ${cards} where ${cards.firmId} = ${firmId}
  and ${cards.lawyerId} = ${lawyers.id} and ${cards.deletedAt} is null and ${condition})`

const assessmentCondition = (year: number | undefined, result: number | undefined) =>
  sql`${lawyers.assessments} @> ${JSON.stringify([{ year, result }])}::jsonb`

/** Whether another person within the caller's scope meets the condition. */
const otherExists = ({ scope, caller, firmId }: Context, condition: SQL) => {
  const isWithinScope = scope === 'all' ? sql`true` : sql`other.organization_id = ${caller.organizationId}`
  return sql`exists (select from ${lawyers} as other where other.firm_id = ${firmId}
    and other.id <> ${lawyers.id} and other.deleted_at is null and ${isWithinScope} and ${condition})`
}

const sameName = sql`other.name = ${lawyers.name}`
/** Hints that two accounts belong to one person; a number of the other one may appear on a card. */
const similarities = (firmId: number): Record<1 | 2 | 3 | 4, SQL> => ({
  1: sql`${sameName} and other.organization_id = ${lawyers.organizationId}`,
  2: sameName,
  3: sql`lower(other.email) = lower(${lawyers.email})`,
  4: sql`exists (select from ${cards} where ${cards.firmId} = ${firmId} and ${cards.lawyerId} = other.id
    and ${cards.deletedAt} is null
    and (${cards.content} ->> 'mobile' = ${lawyers.mobile} or ${cards.content} ->> 'licenseNumber' = ${lawyers.licenseNumber}))`,
})

/** A value of the Chinese card, where there is one. */
const chineseCardValue = (firmId: number, column: SQL) => sql`(${cardOf(firmId, 'CN', column)})`

const lawyerOrder = (firmId: number) => ({
  table: lawyers,
  firm: lawyers.firmId,
  name: lawyers.name,
  key: lawyers.id,
  office: lawyers.organizationId,
  profession: chineseCardValue(firmId, sql`(${cards.content} -> 'professions' -> 0 ->> 'id')::bigint`),
  by: {
    top: lawyers.cardTop,
    weight: lawyers.cardWeight,
    post: lawyers.cardPostLevel,
    pinyin: lawyers.nameSort,
    practiceYear: lawyers.firstPractisedYear,
    entryDate: lawyers.entryDate,
    updated: lawyers.updatedAt,
  },
})

export const lawyerList = listOf(resource.calls.pageList, {
  table: lawyers,
  key: lawyers.id,
  visibleWhere: visibleLawyers,
  search: readableContains(lawyers.search, [[resource.fields.mobile, lawyers.mobile]]),
  order: context => personOrder(context, lawyerOrder(context.firmId)),
  columns: computedColumns,
  sorts: { name: lawyers.nameSort },
  conditions: {
    cardCn: (status, { firmId }) => sql`(${cardOf(firmId, 'CN', sql`${cards.auditStatus}`)}) = ${status}`,
    cardEn: (status, { firmId }) => sql`(${cardOf(firmId, 'EN', sql`${cards.auditStatus}`)}) = ${status}`,
    postCode: (code, { firmId }) => hasCard(firmId, sql`${cards.postCode} = ${code}`),
    similar: (similarity, context) => otherExists(context, similarities(context.firmId)[similarity]),
    missing: (kind, context) => missingConditions[kind](context),
    // Both filters apply to the same assessment.
    assessYear: (year, _, { assessResult, not }) => {
      const results = not?.includes('assessResult') ? [] : (assessResult ?? [])
      if (results.length === 0) return assessmentCondition(year, undefined)
      return or(...results.map(result => assessmentCondition(year, result)))
    },
    assessResult: (result, _, { assessYear: year }) => assessmentCondition(year, result),
  },
})

/** Adds the unmasked mobile for an export column of its own, which not everybody may read. */
export const exportLawyerRows: NonNullable<Handlers<typeof resource.calls>['pageList']['inFile']> = async (
  rows,
  { db, firmId },
) => {
  const ids = rows.map(row => row.id)
  const markedRow = await db
    .select({ id: lawyers.id, wholeMobile: lawyers.mobile, remark: lawyers.remark })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, ids)))
  const extraColumns = new Map(markedRow.map(row => [row.id, row]))
  return rows.map(row => ({ ...row, ...extraColumns.get(row.id) }))
}

export const readLawyer = recordReader(resource.calls.lawyerInfo.output, lawyers, computedColumns)
