import { ShowBase, useResourceContext, useShowContext } from 'ra-core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'

import { retry } from '../../providers/queryClient.ts'
import { detail } from '../views/form/useSave.ts'
import { FormSkeleton } from '../layout/FormSkeleton.tsx'
import { ErrorState } from '../layout/states.tsx'
import { useDeduped } from './useDeduped.ts'

const Failure = () => {
  const { error, refetch } = useShowContext()
  return <ErrorState error={error} onRetry={() => void refetch()} />
}

type Props = {
  resource?: string
  /** Until the record is there. */
  loading?: ReactNode
  children: ReactNode
}

/**
 * The record that the address names, read under its own key: a row of a list lacks what a page of its own shows, and
 * must not stand in for it.
 */
export const ShowRecord = ({ resource, loading = <FormSkeleton />, children }: Props) => {
  const again = useDeduped(useResourceContext({ resource }) ?? '', useParams()['id'])
  return (
    <ShowBase
      {...(resource && { resource })}
      disableAuthentication
      queryOptions={{ ...retry, meta: detail, ...again, onError: () => {} }}
      loading={loading}
      error={<Failure />}
    >
      {children}
    </ShowBase>
  )
}
