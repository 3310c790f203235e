import { firmDay } from '../../../resources/kit/firmTime.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'

import type { ReferenceNames } from '../../../resources/kit/index.ts'
import { selfFields } from '../../../resources/lawyers/index.ts'
import { isPersonAction, statusesAfter } from '../../../resources/lawyers/transitions.ts'
import { ApiError, invalid, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { lawyers, offices } from '../../db/tables.ts'
import { englishName } from '../directory/pinyin.ts'
import { type Lawyer, lawyerNamesFor } from './values.ts'
import { lockReferences } from '../directory/references.ts'

type Patch = Partial<Lawyer>
type Status = Lawyer['status']

const forbidden = (need: string, message?: string) => new ApiError('4030', message, { need, scope: null })

export const checkStatusChange = (
  { caller }: Context,
  from: Status,
  to: Status,
  reason: string | undefined,
) => {
  const need = to === 4 ? 'lawyer.leave' : 'lawyer.status'
  if (!caller.capabilities.has(need)) throw forbidden(need)
  const allowed = statusesAfter(from)
  if (!allowed.includes(to)) throw wrongState(from, allowed)
  if (reason === undefined) throw invalid({ reason: '请填写原因（2-200字）' })
}

/** The date of leaving is set with the departure; it, the successor and the day of removal are removed with the return. */
export const departureFor = (current: Lawyer, patch: Patch, now: Date): Patch => {
  if (patch.status === 4) return { leaveDate: patch.leaveDate ?? firmDay(now) }
  return current.status === 4 && patch.status === 1
    ? { leaveDate: null, successorId: null, removeOn: null }
    : {}
}

/**
 * Checks the successor and the day of removal, which only a person who leaves or has left may have; returns the
 * successor's name.
 */
const checkDeparture = async (context: Context, current: Lawyer, patch: Patch): Promise<ReferenceNames> => {
  const { db, firmId, now } = context
  const { successorId, removeOn } = patch
  const hasLeft = (patch.status ?? current.status) === 4
  if (successorId && !hasLeft) throw invalid({ successorId: '只有离所人员可以有接任人' })
  if (removeOn && !hasLeft) throw invalid({ removeOn: '只有离所人员可以设置移入回收站日期' })
  if (removeOn && removeOn <= firmDay(now)) throw invalid({ removeOn: '请选择今天以后的日期' })
  if (!successorId) return {}
  await lockReferences(context, { lawyers: [successorId] })
  const [successor] = await db
    .select({ id: lawyers.id, name: lawyers.name })
    .from(lawyers)
    .where(
      and(
        eq(lawyers.firmId, firmId),
        eq(lawyers.id, successorId),
        eq(lawyers.status, 1),
        isNull(lawyers.deletedAt),
      ),
    )
  if (!successor || successor.id === current.id)
    throw invalid({ successorId: '接任人须是其他正常状态的人员，请重新选择' })
  return { successorId: new Map([[successor.id, successor.name]]) }
}

/** The names derived from a new name, unless they are given with it or were written by hand. */
export const derivedNames = (current: Lawyer, patch: Patch): Patch => {
  if (patch.name === undefined && patch.namePinyin === undefined && patch.nameInitials === undefined)
    return {}
  const name = patch.name ?? current.name
  const isSuggested = [englishName(current.name), englishName(current.name, current.namePinyin)].some(
    it => it === current.nameEn,
  )
  const namePinyin = patch.namePinyin ?? (patch.name === undefined ? current.namePinyin : null)
  const { nameEn, ...sounds } = lawyerNamesFor({ ...patch, name, namePinyin })
  return patch.name !== undefined && !('nameEn' in patch) && isSuggested ? { nameEn, ...sounds } : sounds
}

export const checkUniqueLawyer = (
  { employeeNo, licenseNumber }: Patch,
  conflictingRows: readonly Lawyer[],
) => {
  if (employeeNo && conflictingRows.some(row => row.employeeNo === employeeNo))
    throw invalid({ employeeNo: '该工号已存在' })
  if (licenseNumber && conflictingRows.some(row => row.licenseNumber === licenseNumber))
    throw invalid({ licenseNumber: '该执业证号已存在' })
}

/**
 * Checks a transfer and returns the names of both offices. A branch cannot transfer a person by itself: the
 * main office has to agree.
 */
const checkTransfer = async (context: Context, current: Lawyer, to: number): Promise<ReferenceNames> => {
  const { caller, db, firmId } = context
  const from = current.organizationId
  if (caller.capabilities.has('lawyer.transferRequest'))
    throw invalid({ organizationId: '转所由总所办理，请在人员列表中“申请转所”' })
  if (!caller.capabilities.has('lawyer.transfer')) throw forbidden('lawyer.transfer')
  if (!isPersonAction('transfer', current.status))
    throw wrongState(current.status, statusesAfter(current.status), '该人员已离所，请先恢复在所')
  await lockReferences(context, { offices: [to] })
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name, status: offices.status })
    .from(offices)
    .where(
      and(eq(offices.firmId, firmId), inArray(offices.organizationId, [from, to]), isNull(offices.deletedAt)),
    )
  if (rows.find(it => it.id === to)?.status !== 1) throw invalid({ organizationId: '请选择所属律所' })
  return { organizationId: new Map(rows.map(it => [it.id, it.name])) }
}

/** Checks whether the caller may make this change; returns the names of the offices concerned. */
export const checkChange = async (context: Context, current: Lawyer, patch: Patch) => {
  const { caller } = context
  const isOwn = (name: string) => selfFields.some(it => it === name)
  if (caller.population === 2 && !Object.keys(patch).every(isOwn))
    throw forbidden('lawyer.edit', '只能修改自己的英文名、性别、邮箱和头像，其他内容请联系管理员')
  const { entryDate, leaveDate } = { ...current, ...patch }
  if (entryDate && leaveDate && leaveDate < entryDate)
    throw invalid({ leaveDate: '离所日期不能早于入所日期' })
  return {
    ...(await checkDeparture(context, current, patch)),
    ...(patch.organizationId !== undefined && (await checkTransfer(context, current, patch.organizationId))),
  }
}
