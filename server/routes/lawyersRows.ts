import { and, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'

import type { InputOf } from '../../resources/kit/index.ts'
import { masked } from '../../resources/kit/index.ts'
import type { lawyers as resource } from '../../resources/lawyers/index.ts'
import type { Context } from '../context.ts'
import { cards, lawyers } from '../db/tables.ts'
import { searching } from '../page.ts'
import { missing } from '../refusal.ts'
import { within } from '../scope.ts'
import { stampColumns } from '../stampColumns.ts'

export type Lawyer = typeof lawyers.$inferSelect

const cardOf = (language: 'CN' | 'EN', columns: SQL) => sql`select ${columns} from ${cards}
  where ${cards.lawyerId} = ${lawyers.id} and ${cards.language} = ${language} and ${cards.deletedAt} is null`

const cardStatus = (language: 'CN' | 'EN') =>
  sql<0 | 1 | 2 | 3 | null>`(${cardOf(language, sql`${cards.auditStatus}`)})`

const moment = (column: SQL) =>
  sql<string | null>`${column}`.mapWith((text: string) => new Date(text).toISOString())

export const rowColumns = {
  id: lawyers.id,
  name: lawyers.name,
  nameEn: lawyers.nameEn,
  namePinyin: lawyers.namePinyin,
  nameInitials: lawyers.nameInitials,
  gender: lawyers.gender,
  mobile: lawyers.mobile,
  email: lawyers.email,
  avatar: lawyers.avatar,
  organizationId: lawyers.organizationId,
  team: lawyers.team,
  employeeNo: lawyers.employeeNo,
  personType: lawyers.personType,
  licenseNumber: lawyers.licenseNumber,
  practiceType: lawyers.practiceType,
  firstPractisedYear: lawyers.firstPractisedYear,
  isRegisteredPartner: lawyers.isRegisteredPartner,
  entryDate: lawyers.entryDate,
  leaveDate: lawyers.leaveDate,
  status: lawyers.status,
  rejectReason: lawyers.rejectReason,
  source: lawyers.source,
  wxBound: lawyers.wxBound,
  cardCn: cardStatus('CN'),
  cardEn: cardStatus('EN'),
  mustChangePwd: lawyers.mustChangePwd,
  lastLoginAt: moment(sql`${lawyers.lastLoginAt}`),
  ...stampColumns(lawyers),
}

export const columns = {
  ...rowColumns,
  assessments: lawyers.assessments,
  consentVersion: lawyers.consentVersion,
  consentAt: moment(sql`${lawyers.consentAt}`),
  remark: lawyers.remark,
}

/** What a list may be sorted by; people look for names by their sound. */
export const sortColumns = {
  name: lawyers.namePinyin,
  employeeNo: lawyers.employeeNo,
  personType: lawyers.personType,
  entryDate: lawyers.entryDate,
  status: lawyers.status,
  lastLoginAt: lawyers.lastLoginAt,
  createdAt: lawyers.createdAt,
  updatedAt: lawyers.updatedAt,
}

export const withMaskedMobile = <R extends { mobile: string }>(row: R): R => ({
  ...row,
  mobile: masked(row.mobile),
})

export const reach = (context: Context): SQL =>
  and(
    within(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    isNull(lawyers.deletedAt),
  )!

export const find = async (context: Context, id: number): Promise<Lawyer> => {
  const [row] = await context.db
    .select()
    .from(lawyers)
    .where(and(reach(context), eq(lawyers.id, id)))
  if (!row) throw missing()
  return row
}

const unique = ['mobile', 'licenseNumber', 'employeeNo'] as const
type Numbers = Partial<Record<(typeof unique)[number], string | null>>

/**
 * The person, and who else has one of these numbers: one query. The bin counts, since its people may come back; a row
 * that only a number found is nobody the caller may reach.
 */
export const findWithRivals = async (context: Context, id: number, numbers: Numbers) => {
  const isHim = and(reach(context), eq(lawyers.id, id))!
  const hasNumber = unique.map(name => (numbers[name] ? eq(lawyers[name], numbers[name]) : undefined))
  const rows = await context.db
    .select({ person: lawyers, isHim: sql<boolean>`(${isHim})` })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, context.firmId), or(isHim, ...hasNumber)))
  const him = rows.find(it => it.isHim)
  if (!him) throw missing()
  return { person: him.person, rivals: rows.filter(it => it !== him).map(it => it.person) }
}

export const target = ({ id, name, organizationId }: Pick<Lawyer, 'id' | 'name' | 'organizationId'>) => ({
  type: 'lawyers',
  id,
  name,
  organizationId,
})

type Filters = Partial<InputOf<(typeof resource.calls)['lawyerNum']>> & { ids?: number[] | undefined }

const same = <V>(column: SQL, value: V | undefined) =>
  value === undefined ? undefined : sql`${column} = ${value}`

const hasCard = (condition: SQL) => sql`exists (select from ${cards} where ${cards.lawyerId} = ${lawyers.id}
  and ${cards.deletedAt} is null and ${condition})`

const assessed = ({ assessYear: year, assessResult: result }: Filters) => {
  if (year === undefined && result === undefined) return undefined
  return sql`${lawyers.assessments} @> ${JSON.stringify([{ year, result }])}::jsonb`
}

export const matching = (context: Context, filters: Filters): SQL => {
  const { keyword, ids, cardCn, cardEn, team, postCode, entryFrom, entryTo } = filters
  return and(
    reach(context),
    searching(lawyers.search, keyword),
    ids && inArray(lawyers.id, ids),
    same(sql`${lawyers.organizationId}`, filters.organizationId),
    same(sql`${lawyers.status}`, filters.status),
    same(sql`${lawyers.personType}`, filters.personType),
    same(sql`${lawyers.practiceType}`, filters.practiceType ?? undefined),
    same(sql`${lawyers.source}`, filters.source),
    same(sql`${lawyers.gender}`, filters.gender ?? undefined),
    same(sql`${lawyers.isRegisteredPartner}`, filters.isRegisteredPartner),
    same(sql`${lawyers.wxBound}`, filters.wxBound),
    same(sql`${lawyers.team}`, team ?? undefined),
    cardCn == null ? undefined : sql`(${cardOf('CN', sql`${cards.auditStatus}`)}) = ${cardCn}`,
    cardEn == null ? undefined : sql`(${cardOf('EN', sql`${cards.auditStatus}`)}) = ${cardEn}`,
    postCode === undefined ? undefined : hasCard(sql`${cards.postCode} = ${postCode}`),
    entryFrom ? gte(lawyers.entryDate, entryFrom) : undefined,
    entryTo ? lte(lawyers.entryDate, entryTo) : undefined,
    assessed(filters),
  )!
}
