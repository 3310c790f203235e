import { ShowBase, useShowContext } from 'ra-core'
import type { ReactNode } from 'react'

import { dedupeOptions, retryOptions } from '../../providers/queryClient.ts'
import { recordPageMeta } from '../../providers/recordQuery.ts'
import { FormSkeleton } from '../states/FormSkeleton.tsx'
import { ReadState } from '../states/ReadState.tsx'

type Props = {
  resource?: string
  /** Shown while the record is loading. */
  loading?: ReactNode
  children: ReactNode
}

/**
 * Loads the record that the address names. It has a query key of its own, because cached rows of lists have fewer fields
 * and must not be shown in its place.
 */
export const ShowRecord = ({ resource, loading = <FormSkeleton />, children }: Props) => (
  <ShowBase
    {...(resource && { resource })}
    queryOptions={{ ...retryOptions, ...dedupeOptions, meta: recordPageMeta, onError: () => {} }}
  >
    <ShowReadState loading={loading}>{children}</ShowReadState>
  </ShowBase>
)

const ShowReadState = ({ loading, children }: Required<Pick<Props, 'loading'>> & Pick<Props, 'children'>) => {
  const { record, error, refetch } = useShowContext()
  return (
    <ReadState isThere={record !== undefined} error={error} onRetry={() => refetch()} loading={loading}>
      {children}
    </ReadState>
  )
}
