import { ShowBase, useResourceContext, useShowContext } from 'ra-core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'

import { retry } from '../../providers/queryClient.ts'
import { detail } from '../form/useSave.ts'
import { FormSkeleton } from '../shell/FormSkeleton.tsx'
import { ReadState } from '../shell/ReadState.tsx'
import { useDeduped } from '../shell/useDeduped.ts'

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
      queryOptions={{ ...retry, meta: detail, ...again, onError: () => {} }}
    >
      <Standing loading={loading}>{children}</Standing>
    </ShowBase>
  )
}

const Standing = ({ loading, children }: Required<Pick<Props, 'loading'>> & Pick<Props, 'children'>) => {
  const { record, error, refetch } = useShowContext()
  return (
    <ReadState isThere={record !== undefined} error={error} onRetry={() => refetch()} loading={loading}>
      {children}
    </ReadState>
  )
}
