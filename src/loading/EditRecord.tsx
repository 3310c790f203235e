import { EditBase, useEditContext } from 'ra-core'
import type { ReactNode } from 'react'

import { singletonId } from '../../providers/resourceClient.ts'
import { retry } from '../../providers/queryClient.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import { FormSkeleton } from '../layout/FormSkeleton.tsx'
import { ErrorState } from '../layout/states.tsx'
import { detail } from '../views/form/useSave.ts'
import { useKnownRow } from './useKnownRow.ts'

type Props = { resource: AnyResource; children: ReactNode }

/**
 * What stands in it finds the record in react-admin's context, and until it is there what a list knows of it
 * (`isPlaceholderData`); a setting has the only one there is.
 */
export const EditRecord = ({ resource, children }: Props) => {
  const placeholderData = useKnownRow(resource.name)
  return (
    <EditBase
      {...(resource.isSingleton && { id: singletonId })}
      resource={resource.name}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      // A form is saved over what the server has now, never over a row of a list or an earlier visit.
      queryOptions={{ ...retry, meta: detail, gcTime: 0, staleTime: 0, onError: () => {}, placeholderData }}
      mutationOptions={{ meta: detail }}
      loading={<FormSkeleton />}
      error={<EditError />}
    >
      {children}
    </EditBase>
  )
}

const EditError = () => {
  const { error, refetch } = useEditContext()
  return <ErrorState error={error} onRetry={() => refetch?.()} />
}
