import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { bulkActionsOf, bulkEdit } from '../../../../resources/domain/bulk.ts'
import { demandsOf, isCapability } from '../../../../resources/domain/rights.ts'
import { resourceNamed } from '../../../../resources/index.ts'
import type { AnyEntity } from '../../../../resources/kit/index.ts'
import { pathTo } from '../../../routing/paths.ts'
import { useServedCall } from '../../../session/useCall.ts'
import { useRights } from '../../../session/useRights.ts'

/**
 * The bulk actions that the user may start for all records of a filter; null if the back-end does not serve bulk actions.
 * `editing` is present if the entity offers bulk edit.
 */
export const useBulkRuns = (resource: AnyEntity) => {
  const starting = useServedCall('bulkRuns.start')
  const previewing = useServedCall('bulkRuns.preview')
  const { can, mayOpen } = useRights()
  const report = resourceNamed('bulkRuns')?.views.show
  if (!starting || !report || !mayOpen(report)) return null
  const actions = bulkActionsOf(resource)
  const update = actions[bulkEdit]?.call
  const mayEdit = update !== undefined && can(resource, update)
  return { starting, reportPath: report.path, actions, editing: mayEdit ? previewing : null }
}

export type BulkRuns = NonNullable<ReturnType<typeof useBulkRuns>>

/** The records to which a bulk action is applied. */
export type BulkSubject = {
  resource: AnyEntity
  /** Number of records according to the list. */
  count: number
  filter: Readonly<Record<string, unknown>>
  /** The names of the selected records; empty if all records of the filter are concerned. */
  names: string
  onClose: () => void
}

/** Starts a bulk action and opens its report. */
export const useStart = ({ resource, filter }: BulkSubject, { starting, reportPath, actions }: BulkRuns) => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ action, answers }: { action: string; answers: Readonly<Record<string, unknown>> }) => {
      const { who } = resource.calls[actions[action]!.call]!
      const { reason, ...rest } = answers
      // A reason that the right requires is sent beside the answers, as in every call.
      const isDemanded = isCapability(who) && demandsOf(who).needsReason
      return starting({
        resource: resource.name,
        action,
        filter,
        ...(isDemanded ? { answers: rest, reason: String(reason) } : { answers }),
      })
    },
    onSuccess: ({ id }) => void navigate(pathTo(reportPath, id)),
  })
}
