import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import type { Names } from '../../../resources/kit/index.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { lawyers } from '../../db/tables.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { diffOf, type Entry, log } from '../../services/audit.ts'
import { changedFields } from '../../services/changedFields.ts'
import {
  checkChange,
  checkUnique,
  followingNames,
  leaveDateFor,
  transitions,
} from '../../services/lawyers/rules.ts'
import { syncCards } from '../../services/lawyers/syncCards.ts'
import { type Lawyer, lawyerSearch, target } from '../../services/lawyers/values.ts'
import { endSessions } from '../../services/session.ts'
import { findWithConflictingRows, visibleWhere } from './rows.ts'

type Patch = Partial<Lawyer>
type Status = Lawyer['status']

const actionOf: Partial<Record<Status, LogAction>> = { 1: 'enable', 3: 'disable', 4: 'leave' }

type Input = Omit<z.output<(typeof resource.calls)['update']['input']>, 'id' | 'version' | 'reason'>

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

const entriesOf = (current: Lawyer, { status, ...rest }: Patch, names: Names, reason?: string) => {
  const about = { module: 4, target: target(current) } as const
  const entries: Entry[] = []
  const isLeaving = status === 4
  const { leaveDate, ...others } = rest
  const changed = diffOf(resource.fields, current, isLeaving ? others : rest, names)
  if (changed.length > 0) entries.push({ ...about, action: 'update', diff: changed })
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

/** A change of the version that was read. */
export const change = async (
  { id, version, reason, ...input }: z.output<(typeof resource.calls)['update']['input']>,
  context: Context,
) => {
  const { db, now } = context
  const { person: current, conflictingRows } = await findWithConflictingRows(context, id, input)
  const wanted = changedFields(current, withColumnDefaults(input))
  if (input.status === current.status && version === current.version)
    throw wrongState(current.status, transitions[current.status])
  const patch = { ...wanted, ...leaveDateFor(current, wanted, now), ...followingNames(current, wanted) }
  const names = await checkChange(context, current, patch, reason)
  checkUnique(patch, conflictingRows)
  const isChanged = Object.keys(patch).length > 0
  const next = { ...current, ...patch }
  const answer = await updateVersioned(context, lawyers, {
    where: and(visibleWhere(context), eq(lawyers.id, id))!,
    current,
    version,
    patch: { ...patch, ...(isChanged && { search: lawyerSearch(next) }) },
    fields: resource.fields,
  })
  await syncCards(context, current, next)
  // Promise Q14: a session ends with the right to enter, and it belongs to an office.
  if (patch.organizationId !== undefined || (patch.status ?? 1) !== 1) await endSessions(db, 2, id)
  const entries = entriesOf(current, patch, names, reason)
  if (entries.length > 0) await log(context, ...entries)
  return answer
}

export const update: Handlers<typeof resource.calls>['update'] = change
