import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { callAddition } from '../../../providers/call.ts'
import { bulkActionsOf, bulkEdit } from '../../../resources/domain/bulk.ts'
import { demandsOf, isCapability } from '../../../resources/domain/rights.ts'
import { resourceNamed } from '../../../resources/index.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { pathTo } from '../../shell/paths.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { useRights } from '../../shell/useRights.ts'

/**
 * What this user may do with all records of a filter of this entity, as jobs of the server; null where the back-end serves
 * none. `editing` is there where fields can be changed so.
 */
export const useBulkRuns = (resource: AnyEntity) => {
  const starting = useAddition('bulkRuns.start')
  const previewing = useAddition('bulkRuns.preview')
  const { can, mayOpen } = useRights()
  const report = resourceNamed('bulkRuns')?.views.show
  if (!starting || !report || !mayOpen(report)) return null
  const actions = bulkActionsOf(resource)
  const update = actions[bulkEdit]?.call
  const mayEdit = update !== undefined && can(resource, update)
  return { starting, reportPath: report.path, actions, editing: mayEdit ? previewing : null }
}

export type BulkRuns = NonNullable<ReturnType<typeof useBulkRuns>>

/** The records that a bulk action is about. */
export type BulkSubject = {
  resource: AnyEntity
  /** How many there are, as far as the list knows. */
  count: number
  filter: Readonly<Record<string, unknown>>
  onClose: () => void
}

/** Starts a bulk action, and goes to the page that says how far it is. */
export const useStart = ({ resource, filter }: BulkSubject, { starting, reportPath, actions }: BulkRuns) => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ action, answers }: { action: string; answers: Readonly<Record<string, unknown>> }) => {
      const { who } = resource.calls[actions[action]!.call]!
      const { reason, ...rest } = answers
      // What the right demands stands beside the answers, as in every call.
      const isDemanded = isCapability(who) && demandsOf(who).needsReason
      return callAddition(starting, {
        resource: resource.name,
        action,
        filter,
        ...(isDemanded ? { answers: rest, reason: String(reason) } : { answers }),
      })
    },
    onSuccess: ({ id }) => void navigate(pathTo(reportPath, id)),
  })
}
