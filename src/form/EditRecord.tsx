import { EditBase, useEditContext } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router-dom'

import { singletonId } from '../../providers/resourceClient.ts'
import { deduped, retry } from '../../providers/queryClient.ts'
import { detail } from '../../providers/recordQuery.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import { FormSkeleton } from '../shell/FormSkeleton.tsx'
import { ReadState } from '../shell/ReadState.tsx'

type Props = { resource: AnyResource; children: ReactNode }

/** What stands in it finds the record in react-admin's context; a setting has the only one there is. */
export const EditRecord = ({ resource, children }: Props) => {
  const { id } = useParams()
  return (
    <EditBase
      {...(resource.isSetting && { id: singletonId })}
      resource={resource.name}
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{ ...retry, ...deduped, meta: detail, onError: () => {} }}
      mutationOptions={{ meta: detail }}
    >
      <Standing key={id}>{children}</Standing>
    </EditBase>
  )
}

/**
 * A form is filled with what the server has now, never with what an earlier visit left in the cache. Once filled it stands,
 * whatever becomes of reading it again.
 */
const Standing = ({ children }: { children: ReactNode }) => {
  const { record, isFetching, isPaused, error, refetch } = useEditContext()
  const [isFilled, setFilled] = useState(false)
  if (!isFilled && record && !isFetching && !isPaused && !error) setFilled(true)
  return (
    <ReadState isThere={isFilled} error={error} onRetry={() => refetch?.()} loading={<FormSkeleton />}>
      {children}
    </ReadState>
  )
}
