import { ShowBase, useShowContext } from 'ra-core'
import type { ReactNode } from 'react'

import { dedupeOptions, retryOptions } from '../../providers/queryClient.ts'
import { recordPageMeta } from '../../providers/recordQuery.ts'
import { FormSkeleton } from '../shell/FormSkeleton.tsx'
import { ReadState } from '../shell/ReadState.tsx'

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
export const ShowRecord = ({ resource, loading = <FormSkeleton />, children }: Props) => (
  <ShowBase
    {...(resource && { resource })}
    queryOptions={{ ...retryOptions, ...dedupeOptions, meta: recordPageMeta, onError: () => {} }}
  >
    <Standing loading={loading}>{children}</Standing>
  </ShowBase>
)

const Standing = ({ loading, children }: Required<Pick<Props, 'loading'>> & Pick<Props, 'children'>) => {
  const { record, error, refetch } = useShowContext()
  return (
    <ReadState isThere={record !== undefined} error={error} onRetry={() => refetch()} loading={loading}>
      {children}
    </ReadState>
  )
}
