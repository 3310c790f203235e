import { ShowBase, useShowContext } from 'ra-core'
import type { ReactNode } from 'react'

import { deduped, retry } from '../../providers/queryClient.ts'
import { detail } from '../views/form/useSave.ts'
import { FormSkeleton } from '../layout/FormSkeleton.tsx'
import { ErrorState } from '../layout/states.tsx'

const Failure = () => {
  const { error, refetch } = useShowContext()
  return <ErrorState error={error} onRetry={() => void refetch()} />
}

type Props = { resource?: string; children: ReactNode }

/**
 * The record that the address names, read under its own key: a row of a list lacks what a page of its own shows, and
 * must not stand in for it.
 */
export const ShowRecord = ({ resource, children }: Props) => (
  <ShowBase
    {...(resource && { resource })}
    disableAuthentication
    queryOptions={{ ...retry, meta: detail, ...deduped, onError: () => {} }}
    loading={<FormSkeleton />}
    error={<Failure />}
  >
    {children}
  </ShowBase>
)
