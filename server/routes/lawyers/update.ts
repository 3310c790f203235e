import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import type { Names } from '../../../resources/kit/index.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import type { Handlers } from '../../context/handlers.ts'
import { lawyers } from '../../db/tables.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { diffOf, type LogEntry, log, logWithChange } from '../../services/audit/audit.ts'
import { changedFields } from '../../services/audit/changedFields.ts'
import {
  checkChange,
  checkState,
  checkUniqueLawyer,
  followingNames,
  leaveDateFor,
} from '../../services/lawyers/rules.ts'
import { closeRequests } from '../../services/lawyers/transferRequests.ts'
import { concernsCards, syncCards } from '../../services/lawyers/syncCards.ts'
import { type Lawyer, lawyerSearch, lawyerTarget } from '../../services/lawyers/values.ts'
import { hideWhatIsPublic, showWhatWasHidden } from '../../services/lawyers/leave.ts'
import { notifyTransferred } from '../../notifications/transfers.ts'
import type { Context } from '../../context/context.ts'
import { endSessions } from '../../services/identity/session.ts'
import { findWithConflictingRows, visibleLawyers } from './rows.ts'

type Patch = Partial<Lawyer>
type Status = Lawyer['status']

const actionOf: Partial<Record<Status, LogAction>> = { 1: 'enable', 3: 'disable', 4: 'leave' }

type Input = Omit<
  z.output<(typeof resource.calls)['update']['input']>,
  'id' | 'version' | 'reason' | 'restore'
>

/** What a form leaves empty, where the column has an empty value of its own. */
const withColumnDefaults = ({
  isRegisteredPartner,
  assessments,
  namePinyin,
  nameInitials,
  ...rest
}: Input): Patch => ({
  ...rest,
  ...(isRegisteredPartner !== undefined && { isRegisteredPartner: isRegisteredPartner ?? 0 }),
  ...(assessments !== undefined && { assessments: assessments ?? [] }),
  ...(namePinyin && { namePinyin }),
  ...(nameInitials && { nameInitials }),
})

/** An applicant belongs to no office yet: another one for him is a correction. */
const isTransfer = ({ status }: Lawyer, { organizationId }: Patch) =>
  organizationId !== undefined && status !== 0 && status !== 2

const officeOf = (names: Names, id: number) => ({ id, name: names['organizationId']?.get(id) ?? '' })

const transferEntry = (current: Lawyer, to: number, names: Names, reason?: string): LogEntry => ({
  module: 4,
  action: 'transfer',
  target: lawyerTarget(current),
  diff: diffOf(resource.fields, current, { organizationId: to }, names),
  summary: `将【${current.name}】由${officeOf(names, current.organizationId).name}转入${officeOf(names, to).name}`,
  ...(reason && { reason }),
})

const entriesOf = (current: Lawyer, { status, ...rest }: Patch, names: Names, reason?: string) => {
  const about = { module: 4, target: lawyerTarget(current) } as const
  const entries: LogEntry[] = []
  const isLeaving = status === 4
  const { leaveDate, organizationId, ...others } = rest
  const isMoving = isTransfer(current, rest)
  const plain = {
    ...others,
    ...(organizationId !== undefined && !isMoving && { organizationId }),
    ...('leaveDate' in rest && !isLeaving && { leaveDate }),
  }
  const changed = diffOf(resource.fields, current, plain, names)
  if (changed.length > 0) entries.push({ ...about, action: 'update', diff: changed })
  if (organizationId !== undefined && isMoving)
    entries.push(transferEntry(current, organizationId, names, reason))
  const action = status === undefined ? undefined : actionOf[status]
  if (action)
    entries.push({
      ...about,
      action,
      diff: diffOf(resource.fields, current, { status, ...(isLeaving && { leaveDate }) }),
      ...(reason && { reason }),
    })
  return entries
}

type Change = {
  current: Lawyer
  patch: Patch
  names: Names
  reason: string | undefined
  isRestored: boolean
}

/** What follows from a change of the state or the office. */
const follow = async (context: Context, { current, patch, names, reason, isRestored }: Change) => {
  const { status, organizationId } = patch
  if (status === 4) return { receipt: await hideWhatIsPublic(context, current, reason) }
  // Promise Q14: a session ends with the right to enter, and it belongs to an office.
  if (organizationId !== undefined || (status ?? 1) !== 1)
    await endSessions(context.db, { firmId: context.firmId, population: 2, id: current.id })
  if (organizationId !== undefined && isTransfer(current, patch))
    await notifyTransferred(
      context,
      current,
      officeOf(names, current.organizationId),
      officeOf(names, organizationId),
    )
  if (status === 1 && current.status === 4 && isRestored) await showWhatWasHidden(context, current, reason)
  return {}
}

/** A change of the version that was read. */
export const changeLawyer = async (
  { id, version, reason, restore, ...input }: z.output<(typeof resource.calls)['update']['input']>,
  context: Context,
) => {
  const { now } = context
  const { person: current, conflictingRows } = await findWithConflictingRows(context, id, input)
  const wanted = changedFields(current, withColumnDefaults(input))
  const patch = { ...wanted, ...leaveDateFor(current, wanted, now), ...followingNames(current, wanted) }
  const names = await checkChange(context, current, patch)
  // The status that he has is none to change to; of an older version it is a conflict.
  if (input.status !== undefined && (patch.status !== undefined || version === current.version))
    checkState(context, current.status, input.status, reason)
  checkUniqueLawyer(patch, conflictingRows)
  const isChanged = Object.keys(patch).length > 0
  const next = { ...current, ...patch }
  const entries = entriesOf(current, patch, names, reason)
  const isAlone =
    patch.status === undefined && patch.organizationId === undefined && !concernsCards(current, next)
  const answer = await updateVersioned(context, lawyers, {
    where: and(visibleLawyers(context), eq(lawyers.id, id))!,
    current,
    version,
    patch: { ...patch, ...(isChanged && { search: lawyerSearch(next) }) },
    fields: resource.fields,
    ...(isAlone && { logged: () => logWithChange(context, ...entries) }),
  })
  if (isAlone) return answer
  await log(context, ...entries)
  if (patch.status === 4 || patch.organizationId !== undefined)
    await closeRequests(context, id, patch.status === 4 ? 'left' : 'transferred')
  await syncCards(context, current, next)
  return {
    ...answer,
    ...(await follow(context, { current, patch, names, reason, isRestored: restore === 1 })),
  }
}

export const updateLawyer: Handlers<typeof resource.calls>['update'] = changeLawyer
