import { EditBase, useEditContext } from 'ra-core'
import type { ReactNode } from 'react'

import { singletonId } from '../../providers/resourceClient.ts'
import { retry } from '../../providers/queryClient.ts'
import type { AnyResource } from '../../resources/kit/index.ts'
import { ErrorState } from '../layout/states.tsx'
import { detail } from '../views/form/useSave.ts'
import { KnownRecord } from './KnownRecord.tsx'
import { translate } from '../../resources/kit/translate.ts'

type Props = { resource: AnyResource; children: ReactNode }

/** Of the page on which a record is changed. */
export const titleOf =
  ({ label }: AnyResource) =>
  (value: string) =>
    translate('编辑%{label}：%{value}', { label, value })

/** What stands in it finds the record in react-admin's context; a setting has the only one there is. */
export const EditRecord = ({ resource, children }: Props) => (
  <EditBase
    {...(resource.isSingleton && { id: singletonId })}
    resource={resource.name}
    mutationMode="pessimistic"
    redirect={false}
    disableAuthentication
    // A form starts from what the server has now, never from a row of a list or an earlier visit.
    queryOptions={{ ...retry, meta: detail, gcTime: 0, staleTime: 0, onError: () => {} }}
    mutationOptions={{ meta: detail }}
    loading={<KnownRecord resource={resource} titleOf={titleOf(resource)} />}
    error={<EditError />}
  >
    {children}
  </EditBase>
)

const EditError = () => {
  const { error, refetch } = useEditContext()
  return <ErrorState error={error} onRetry={() => refetch?.()} />
}
