import { EditBase, useEditContext } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router-dom'

import { singletonId } from '../../providers/resourceClient.ts'
import { isPassing, retry } from '../../providers/queryClient.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import { FormSkeleton } from '../shell/FormSkeleton.tsx'
import { detail } from './useSave.ts'
import { ReadState } from '../shell/ReadState.tsx'
import { useKnownRow } from './useKnownRow.ts'

type Props = { resource: AnyResource; children: ReactNode }

/**
 * What stands in it finds the record in react-admin's context, and until it is there what a list knows of it
 * (`isPlaceholderData`); a setting has the only one there is.
 */
export const EditRecord = ({ resource, children }: Props) => {
  const placeholderData = useKnownRow(resource.name)
  const { id } = useParams()
  return (
    <EditBase
      {...(resource.isSetting && { id: singletonId })}
      resource={resource.name}
      mutationMode="pessimistic"
      redirect={false}
      // A form is saved over what the server has now, never over a row of a list or an earlier visit.
      queryOptions={{ ...retry, meta: detail, gcTime: 0, staleTime: 0, onError: () => {}, placeholderData }}
      mutationOptions={{ meta: detail }}
    >
      <Standing key={id}>{children}</Standing>
    </EditBase>
  )
}

/**
 * A form that was read once stands. One that shows the row of a list, until its record is there, stands as long as that
 * may still come: react-query takes the row away with the first failure.
 */
const Standing = ({ children }: { children: ReactNode }) => {
  const { record, isPlaceholderData, error, refetch } = useEditContext()
  const [stood, setStood] = useState<'row' | 'record' | null>(null)
  const stands = record ? (isPlaceholderData ? 'row' : 'record') : null
  if (stands && stood !== 'record' && stands !== stood) setStood(stands)
  const isThere = stood === 'record' || (stood === 'row' && (!error || isPassing(error)))
  return (
    <ReadState isThere={isThere} error={error} onRetry={() => refetch?.()} loading={<FormSkeleton />}>
      {children}
    </ReadState>
  )
}
