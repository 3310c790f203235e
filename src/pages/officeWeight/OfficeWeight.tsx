import { useQuery } from '@tanstack/react-query'

import { call } from '../../../providers/call.ts'
import { ErrorState } from '../../views/states.tsx'

/** 个性化设置: how the mini-program arranges the offices. */
export const OfficeWeight = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['offices', 'custom'],
    queryFn: ({ signal }) => call('offices.custom', {}, { signal }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <ol>
      {data?.items.map(({ organizationId, name, weight }) => (
        <li key={organizationId}>
          {name} {weight}
        </li>
      ))}
    </ol>
  )
}
