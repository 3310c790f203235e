import { and, eq, isNull, or, sql } from 'drizzle-orm'

import {
  comparableValue,
  type DirectoryDifference,
  type DirectoryField,
  type DirectoryRow,
  givenAfter,
} from '../../../../resources/domain/directory.ts'
import type { Context } from '../../../context/context.ts'
import { lawyers, offices } from '../../../db/tables.ts'
import {
  type DirectoryColumns,
  directoryColumns,
  storedValues,
} from '../../../services/directory/directoryColumns.ts'
import { enabledOffices } from '../../../services/offices/enabled.ts'
import { saveMobile } from '../account.ts'
import { changeLawyer } from '../update.ts'
import type { Chosen, ChosenRun, Results } from './chosen.ts'
import { accountsOf, linkPeople } from './link.ts'

/** The reason that the log and the people concerned read where somebody is transferred. */
const syncReason = '通讯录同步'

export type Person = DirectoryColumns

/** As one parameter: there may be twenty thousand. */
const isAmong = (firmId: number, ids: readonly number[]) =>
  and(eq(lawyers.firmId, firmId), sql`${lawyers.id} = any(${sql.param([...ids])}::bigint[])`)

/** The people with these ids, as they are now; not those in the recycle bin. */
export const readPeople = async ({ db, firmId }: Context, ids: readonly number[]) => {
  const rows: Person[] = await db
    .select(directoryColumns)
    .from(lawyers)
    .where(and(isAmong(firmId, ids), isNull(lawyers.deletedAt)))
    .orderBy(lawyers.id)
  return new Map(rows.map(it => [it.id, it]))
}

/** Locks people in the order of their ids, before anything that belongs to them. */
export const lockPeople = async ({ db, firmId }: Context, ids: readonly number[]) => {
  if (ids.length === 0) return
  await db
    .select({ id: lawyers.id })
    .from(lawyers)
    .where(isAmong(firmId, ids))
    .orderBy(lawyers.id)
    .for('no key update')
}

export const valueOf = (person: Person, field: DirectoryField) => String(person[field] ?? '')

/** Values that the person would get. */
type Target = Partial<Record<DirectoryField, string>>

/** Why a person cannot get these values at present; null if nothing is in the way. */
export const obstacle = async ({ db, firmId }: Context, person: Person, target: Target) => {
  const { mobile, employeeNo, organizationId } = target
  const unique = [
    mobile ? eq(lawyers.mobile, mobile) : undefined,
    employeeNo ? eq(lawyers.employeeNo, employeeNo) : undefined,
  ].filter(it => it !== undefined)
  if (unique.length > 0) {
    const rows = await db
      .select({ id: lawyers.id, mobile: lawyers.mobile })
      .from(lawyers)
      .where(and(eq(lawyers.firmId, firmId), or(...unique)))
    const other = rows.find(it => it.id !== person.id)
    if (other) return other.mobile === mobile ? '该手机号已存在' : '该工号已存在'
  }
  if (organizationId === undefined) return null
  if (person.status === 2 || person.status === 4) return '该人员已离所或已被驳回，不能转所'
  const [office] = await db
    .select({ id: offices.organizationId })
    .from(offices)
    .where(and(enabledOffices(firmId), eq(offices.organizationId, Number(organizationId))))
  return office ? null : '所属律所已停用或关闭'
}

/** Gives a person values by the same ways by which an administrator does: edit, transfer and change of the mobile. */
export const giveValues = async (
  context: Context,
  { id, version }: Person,
  target: Target,
  reason: string,
) => {
  const { mobile, organizationId, name, ...texts } = target
  const given = {
    ...Object.fromEntries(
      Object.entries(texts).map(([field, value]) => [field, value === '' ? null : value]),
    ),
    ...(name && { name }),
    ...(organizationId !== undefined && { organizationId: Number(organizationId), reason }),
  }
  if (Object.keys(given).length > 0) await changeLawyer({ id, version, ...given }, context)
  if (mobile) await saveMobile(context, id, mobile)
}

const targetOf = ({ differences }: DirectoryRow, fields: readonly DirectoryField[]): Target =>
  Object.fromEntries(
    differences.flatMap(it => (fields.includes(it.field) ? [[it.field, it.after] as const] : [])),
  )

type Portion = {
  run: ChosenRun
  chosen: readonly Chosen[]
  results: Results
}

/** Changes the chosen people, in the order of their ids; nobody who was changed since the comparison. */
export const changeChosen = async (context: Context, { run, chosen, results }: Portion) => {
  const byPerson = chosen.toSorted((a, b) => a.row.lawyerId! - b.row.lawyerId!)
  const ids = byPerson.flatMap(({ row }) => row.lawyerId ?? [])
  if (ids.length === 0) return
  const people = await readPeople(context, ids)
  const known = await accountsOf(context, run, ids)
  const links: Parameters<typeof linkPeople>[2][number][] = []
  for (const { row, fields } of byPerson) {
    const person = people.get(row.lawyerId!)
    const target = targetOf(row, fields)
    const reason =
      person?.version === row.version && person
        ? await obstacle(context, person, target)
        : '比对之后资料已修改，请重新比对'
    if (reason || !person) {
      results.set(row.index, { ok: 0, reason: reason ?? '' })
      continue
    }
    await giveValues(context, person, target, syncReason)
    const link = known.get(person.id)
    const isSameAccount = link?.externalId === row.externalId
    const given = isSameAccount ? link.given : {}
    links.push({
      externalId: row.externalId,
      lawyerId: person.id,
      given: givenAfter({ current: storedValues(person), given, incoming: row.values, taken: fields }),
    })
    const changed: DirectoryDifference[] = row.differences.filter(
      it => fields.includes(it.field) && !isSameValue(it),
    )
    results.set(row.index, {
      ok: 1,
      lawyerId: person.id,
      changed,
      givenBefore: isSameAccount ? link.given : null,
      ...(link && !isSameAccount && { earlier: link }),
    })
  }
  const others = links.filter(it => (known.get(it.lawyerId)?.externalId ?? it.externalId) !== it.externalId)
  await linkPeople(
    context,
    run,
    links,
    others.map(it => it.lawyerId),
  )
}

const isSameValue = ({ field, before, after }: DirectoryDifference) =>
  comparableValue(field, before) === comparableValue(field, after)
