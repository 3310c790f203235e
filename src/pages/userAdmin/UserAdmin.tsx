import { useQuery } from '@tanstack/react-query'

import { call } from '../../../providers/call.ts'
import { ErrorState } from '../../views/states.tsx'

/** Whom a lawyer may ask: the contacts of his own office and of the main office. */
export const UserAdmin = () => {
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['admins', 'contacts'],
    queryFn: ({ signal }) => call('admins.adminQueryByLawyer', {}, { signal }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <ul>
      {data.map(({ name, organizationName, phone }) => (
        <li key={`${organizationName}-${name}`}>
          {name} {organizationName} {phone}
        </li>
      ))}
    </ul>
  )
}
