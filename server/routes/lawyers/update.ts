import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import type { ReferenceNames } from '../../../resources/kit/index.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { invalid } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { lawyers } from '../../db/tables.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { diffOf, type LogEntry, log, logWithChange } from '../../services/audit/audit.ts'
import { changedFields } from '../../services/audit/changedFields.ts'
import {
  checkChange,
  checkStatusChange,
  checkUniqueLawyer,
  derivedNames,
  departureFor,
} from '../../services/lawyers/rules.ts'
import { closeTransferRequests } from '../../services/lawyers/transferRequests.ts'
import { affectsCards, syncCards } from '../../services/lawyers/syncCards.ts'
import { lawyerKeys } from '../../services/directory/nameKeys.ts'
import { type Lawyer, lawyerTarget } from '../../services/lawyers/values.ts'
import {
  hidePublicContent,
  type LeavingContents,
  restoreHiddenContent,
} from '../../services/lawyers/leave.ts'
import { notifyTransferred } from '../../notifications/transfers.ts'
import type { Context } from '../../context/context.ts'
import { endMandatesOf } from '../../services/mandates/ending.ts'
import { endSessions } from '../../services/identity/session.ts'
import { findWithConflictingRows, visibleLawyers } from './rows.ts'

type Patch = Partial<Lawyer>
type Status = Lawyer['status']

const actionOf: Partial<Record<Status, LogAction>> = { 1: 'enable', 3: 'disable', 4: 'leave' }

type Input = Omit<
  z.output<(typeof resource.calls)['update']['input']>,
  'id' | 'version' | 'reason' | 'restore' | 'contents'
>

/** Replaces values that a form left empty by the empty values of their columns. */
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

/** An applicant does not belong to an office yet, so a change of the office is only a correction. */
const isTransfer = ({ status }: Lawyer, { organizationId }: Patch) =>
  organizationId !== undefined && status !== 0 && status !== 2

const officeOf = (names: ReferenceNames, id: number) => ({ id, name: names['organizationId']?.get(id) ?? '' })

const transferEntry = (current: Lawyer, to: number, names: ReferenceNames, reason?: string): LogEntry => ({
  module: 4,
  action: 'transfer',
  target: lawyerTarget(current),
  diff: diffOf(resource.fields, current, { organizationId: to }, names),
  summary: `将【${current.name}】由${officeOf(names, current.organizationId).name}转入${officeOf(names, to).name}`,
  ...(reason && { reason }),
})

const entriesOf = (current: Lawyer, { status, ...rest }: Patch, names: ReferenceNames, reason?: string) => {
  const entryBase = { module: 4, target: lawyerTarget(current) } as const
  const entries: LogEntry[] = []
  const isLeaving = status === 4
  const { leaveDate, successorId, removeOn, organizationId, ...otherValues } = rest
  const departure = Object.fromEntries(
    Object.entries({ leaveDate, successorId, removeOn }).filter(([name]) => name in rest),
  )
  const isMoving = isTransfer(current, rest)
  const otherChanges = {
    ...otherValues,
    ...(organizationId !== undefined && !isMoving && { organizationId }),
    ...(!isLeaving && departure),
  }
  const changes = diffOf(resource.fields, current, otherChanges, names)
  if (changes.length > 0) entries.push({ ...entryBase, action: 'update', diff: changes })
  if (organizationId !== undefined && isMoving)
    entries.push(transferEntry(current, organizationId, names, reason))
  const action = status === undefined ? undefined : actionOf[status]
  if (action)
    entries.push({
      ...entryBase,
      action,
      diff: diffOf(resource.fields, current, { status, ...(isLeaving && departure) }, names),
      ...(reason && { reason }),
    })
  return entries
}

type LawyerChange = {
  current: Lawyer
  patch: Patch
  names: ReferenceNames
  reason: string | undefined
  isRestored: boolean
  contents: LeavingContents
}

/** The effects of a change of the status or the office. */
const applyConsequences = async (
  context: Context,
  { current, patch, names, reason, isRestored, contents }: LawyerChange,
) => {
  const { status, organizationId } = patch
  if (organizationId !== undefined || (status ?? 1) !== 1) await endMandatesOf(context, 2, [current.id])
  if (status === 4)
    return {
      receipt: await hidePublicContent(context, { ...current, ...patch }, { contents, reason }),
    }
  // Promise Q14: sessions end with the right to sign in and with a change of office.
  if (organizationId !== undefined || (status ?? 1) !== 1)
    await endSessions(context.db, { firmId: context.firmId, population: 2, id: current.id })
  if (organizationId !== undefined && isTransfer(current, patch))
    await notifyTransferred(
      context,
      current,
      officeOf(names, current.organizationId),
      officeOf(names, organizationId),
    )
  if (status === 1 && current.status === 4 && isRestored) await restoreHiddenContent(context, current, reason)
  return {}
}

/** Changes a lawyer if the version is the one that the caller has read. */
export const changeLawyer = async (
  {
    id,
    version,
    reason,
    restore,
    contents = 'hide',
    ...input
  }: z.output<(typeof resource.calls)['update']['input']>,
  context: Context,
) => {
  const { now } = context
  if (contents === 'move' && !input.successorId) throw invalid({ successorId: '请选择接收内容的接任人' })
  const { person: current, conflictingRows } = await findWithConflictingRows(context, id, input)
  const requestedPatch = changedFields(current, withColumnDefaults(input))
  const patch = {
    ...requestedPatch,
    ...departureFor(current, requestedPatch, now),
    ...derivedNames(current, requestedPatch),
  }
  const names = await checkChange(context, current, patch)
  // A change to the present status is refused; if the version is outdated, it is a conflict instead.
  if (input.status !== undefined && (patch.status !== undefined || version === current.version))
    checkStatusChange(context, current.status, input.status, reason)
  checkUniqueLawyer(patch, conflictingRows)
  const isChanged = Object.keys(patch).length > 0
  const next = { ...current, ...patch }
  const entries = entriesOf(current, patch, names, reason)
  const hasNoConsequences =
    patch.status === undefined && patch.organizationId === undefined && !affectsCards(current, next)
  const answer = await updateVersioned(context, lawyers, {
    where: and(visibleLawyers(context), eq(lawyers.id, id))!,
    current,
    version,
    patch: {
      ...patch,
      ...(isChanged && lawyerKeys(next)),
      ...('email' in patch && { isEmailUnproven: context.caller.population === 2 ? 1 : 0 }),
    },
    fields: resource.fields,
    ...(hasNoConsequences && { logged: () => logWithChange(context, ...entries) }),
  })
  if (hasNoConsequences) return answer
  await log(context, ...entries)
  if (patch.status === 4 || patch.organizationId !== undefined)
    await closeTransferRequests(context, id, patch.status === 4 ? 'left' : 'transferred')
  await syncCards(context, current, next)
  return {
    ...answer,
    ...(await applyConsequences(context, {
      current,
      patch,
      names,
      reason,
      isRestored: restore === 1,
      contents,
    })),
  }
}

export const updateLawyer: Handlers<typeof resource.calls>['update'] = changeLawyer
