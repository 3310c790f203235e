import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'

import type { Names } from '../../resources/kit/index.ts'
import { lawyers as resource, selfFields } from '../../resources/lawyers/index.ts'
import type { Context } from '../context.ts'
import { lawyers, offices } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { invalid, Refusal, wrongState } from '../refusal.ts'
import { diffOf, type Entry, log } from '../services/audit.ts'
import { lawyerSearch, namesFor } from '../services/lawyerValues.ts'
import { englishName } from '../services/pinyin.ts'
import { endSessions } from '../session.ts'
import { updateVersioned } from '../versioned.ts'
import { carryToCards } from './lawyersCards.ts'
import { findWithRivals, type Lawyer, reach, target } from './lawyersRows.ts'

type Patch = Partial<Lawyer>
type Status = Lawyer['status']

const denied = (need: string, message?: string) => new Refusal('4030', message, { need, scope: null })

/** Where a state may go from here by this call (domain.md §4); 0 and 2 go on by `pass`. */
const arrows: Record<Status, readonly Status[]> = { 0: [], 1: [3, 4], 2: [], 3: [1, 4], 4: [1] }
const actionOf = { 1: 'enable', 3: 'disable', 4: 'leave' } as const

const checkState = ({ caller }: Context, from: Status, to: Status, reason: string | undefined) => {
  const need = to === 4 ? 'lawyer.leave' : 'lawyer.status'
  if (!caller.capabilities.has(need)) throw denied(need)
  if (!arrows[from].includes(to)) throw wrongState(from, arrows[from])
  if (reason === undefined) throw invalid({ reason: '请填写原因(2-200字)' })
}

/** In China, whose calendar the firm lives by. */
const today = (now: Date) => new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

/** The day of leaving comes with leaving, and goes with the return. */
const leaveDateFor = (current: Lawyer, patch: Patch, now: Date): Patch => {
  if (patch.status === 4) return { leaveDate: patch.leaveDate ?? today(now) }
  return current.status === 4 && patch.status === 1 ? { leaveDate: null } : {}
}

/** The names that follow from a new name, unless they are given with it or were written by hand. */
const followingNames = (current: Lawyer, patch: Patch): Patch => {
  if (patch.name === undefined && patch.namePinyin === undefined && patch.nameInitials === undefined)
    return {}
  const name = patch.name ?? current.name
  const isSuggested = current.nameEn === englishName(current.name)
  const namePinyin = patch.namePinyin ?? (patch.name === undefined ? current.namePinyin : null)
  const { nameEn, ...sounds } = namesFor({ ...patch, name, namePinyin })
  return patch.name !== undefined && !('nameEn' in patch) && isSuggested ? { nameEn, ...sounds } : sounds
}

const checkUnique = ({ employeeNo, licenseNumber }: Patch, rivals: readonly Lawyer[]) => {
  if (employeeNo && rivals.some(it => it.employeeNo === employeeNo))
    throw invalid({ employeeNo: '该工号已存在' })
  if (licenseNumber && rivals.some(it => it.licenseNumber === licenseNumber))
    throw invalid({ licenseNumber: '该执业证号已存在' })
}

/** Names of both offices. A branch lets nobody go by itself: the other side has to agree. */
const checkTransfer = async (context: Context, from: number, to: number): Promise<Names> => {
  const { caller, db, firmId, scope } = context
  if (!caller.capabilities.has('lawyer.transfer')) throw denied('lawyer.transfer')
  if (scope !== 'all') throw invalid({ organizationId: '转所请联系总所办理' })
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name, status: offices.status })
    .from(offices)
    .where(
      and(eq(offices.firmId, firmId), inArray(offices.organizationId, [from, to]), isNull(offices.deletedAt)),
    )
  if (rows.find(it => it.id === to)?.status !== 1) throw invalid({ organizationId: '请选择所属律所' })
  return { organizationId: new Map(rows.map(it => [it.id, it.name])) }
}

const differing = (current: Lawyer, patch: Patch): Patch =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([name, value]) =>
        JSON.stringify(value ?? null) !== JSON.stringify(current[name as keyof Lawyer] ?? null),
    ),
  )

type Draft = Omit<z.output<(typeof resource.calls)['update']['input']>, 'id' | 'version' | 'reason'>

/** What a form leaves empty, where the column has an empty value of its own. */
const withoutNulls = ({
  isRegisteredPartner,
  assessments,
  namePinyin,
  nameInitials,
  ...rest
}: Draft): Patch => ({
  ...rest,
  ...(isRegisteredPartner !== undefined && { isRegisteredPartner: isRegisteredPartner ?? 0 }),
  ...(assessments !== undefined && { assessments: assessments ?? [] }),
  ...(namePinyin && { namePinyin }),
  ...(nameInitials && { nameInitials }),
})

const checkChange = async (context: Context, current: Lawyer, patch: Patch, reason: string | undefined) => {
  const { caller } = context
  const isOwn = (name: string) => selfFields.some(it => it === name)
  if (caller.population === 2 && !Object.keys(patch).every(isOwn))
    throw denied('lawyer.edit', '只能修改自己的英文名、性别、邮箱和头像,其他内容请联系管理员')
  if (patch.status !== undefined) checkState(context, current.status, patch.status, reason)
  const { entryDate, leaveDate } = { ...current, ...patch }
  if (entryDate && leaveDate && leaveDate < entryDate)
    throw invalid({ leaveDate: '离所日期不能早于入所日期' })
  return patch.organizationId === undefined
    ? {}
    : checkTransfer(context, current.organizationId, patch.organizationId)
}

const entriesOf = (current: Lawyer, { status, ...rest }: Patch, names: Names, reason?: string) => {
  const about = { module: 4, target: target(current) } as const
  const entries: Entry[] = []
  const isLeaving = status === 4
  const { leaveDate, ...others } = rest
  const changed = diffOf(resource.fields, current, isLeaving ? others : rest, names)
  if (changed.length > 0) entries.push({ ...about, action: 'update', diff: changed })
  if (status !== undefined && status in actionOf)
    entries.push({
      ...about,
      action: actionOf[status as keyof typeof actionOf],
      diff: diffOf(resource.fields, current, { status, ...(isLeaving && { leaveDate }) }),
      ...(reason && { reason }),
    })
  return entries
}

export const update: Handlers<typeof resource.calls>['update'] = async (
  { id, version, reason, ...draft },
  context,
) => {
  const { db, now } = context
  const { person: current, rivals } = await findWithRivals(context, id, draft)
  const wanted = differing(current, withoutNulls(draft))
  if (draft.status === current.status && version === current.version)
    throw wrongState(current.status, arrows[current.status])
  const patch = { ...wanted, ...leaveDateFor(current, wanted, now), ...followingNames(current, wanted) }
  const names = await checkChange(context, current, patch, reason)
  checkUnique(patch, rivals)
  const next = { ...current, ...patch }
  const answer = await updateVersioned(context, lawyers, {
    where: and(reach(context), eq(lawyers.id, id))!,
    current,
    version,
    patch: { ...patch, search: lawyerSearch(next) },
    fields: resource.fields,
  })
  await carryToCards(context, current, next)
  // Promise Q14: a session ends with the right to enter, and it belongs to an office.
  if (patch.organizationId !== undefined || (patch.status ?? 1) !== 1) await endSessions(db, 2, id)
  const entries = entriesOf(current, patch, names, reason)
  if (entries.length > 0) await log(context, ...entries)
  return answer
}
