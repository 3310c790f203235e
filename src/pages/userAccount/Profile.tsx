import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useNavigate } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { homeOf } from '../../../providers/session.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { lawyers, selfFields } from '../../../resources/lawyers/index.ts'
import { selfKey, useSession } from '../../shell/sessionContext.ts'
import { RecordForm } from '../../form/RecordForm.tsx'
import { savedText } from '../../form/useSave.ts'
import { FormSkeleton } from '../../shell/FormSkeleton.tsx'
import { ErrorState } from '../../shell/states.tsx'

/** The engine's form with what a lawyer may change of himself. */
const ownResource = { ...lawyers, form: { 个人资料: selfFields } }

export const Profile = () => {
  const { self } = useSession()
  const client = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  const key = ['lawyers', 'own', self.id]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<AnyRecord> =>
      call('lawyers.lawyerInfo', { id: self.id }, { signal }),
    // A form starts from what the server has now, and keeps the version it was opened with.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  return (
    <RecordForm
      resource={ownResource}
      base={data}
      onSaved={saved => {
        notify(savedText(data, saved), { type: 'success' })
        client.setQueryData<AnyRecord>(key, saved)
        void client.invalidateQueries({ queryKey: selfKey })
      }}
      onCancel={() => void navigate(homeOf(self))}
    />
  )
}
