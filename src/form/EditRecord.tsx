import { EditBase, useEditContext } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router-dom'

import { singletonId } from '../../providers/resourceClient.ts'
import { dedupeOptions, retryOptions } from '../../providers/queryClient.ts'
import { recordPageMeta } from '../../providers/recordQuery.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import { FormSkeleton } from '../states/FormSkeleton.tsx'
import { ReadState } from '../states/ReadState.tsx'
import { ProposalNote } from './saving/ProposalNote.tsx'
import { OtherEditors } from './saving/OtherEditors.tsx'

type Props = { resource: AnyResource; children: ReactNode }

/**
 * Loads the record named in the address into react-admin's edit context. A setting has a single record with a fixed
 * id.
 */
export const EditRecord = ({ resource, children }: Props) => {
  const { id } = useParams()
  return (
    <EditBase
      {...(resource.isSetting && { id: singletonId })}
      resource={resource.name}
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{ ...retryOptions, ...dedupeOptions, meta: recordPageMeta, onError: () => {} }}
      mutationOptions={{ meta: recordPageMeta }}
    >
      <LoadedOnce key={id}>
        <OtherEditors resource={resource.name} id={resource.isSetting ? undefined : Number(id)} />
        <ProposalNote resource={resource.name} id={resource.isSetting ? undefined : Number(id)} />
        {children}
      </LoadedOnce>
    </EditBase>
  )
}

/**
 * Waits for a fresh answer of the server, because a form must never start with a cached record. Once the form is shown
 * it stays, even if a later refetch fails.
 */
const LoadedOnce = ({ children }: { children: ReactNode }) => {
  const { record, isFetching, isPaused, error, refetch } = useEditContext()
  const [isFilled, setFilled] = useState(false)
  if (!isFilled && record && !isFetching && !isPaused && !error) setFilled(true)
  return (
    <ReadState isThere={isFilled} error={error} onRetry={() => refetch?.()} loading={<FormSkeleton />}>
      {children}
    </ReadState>
  )
}
