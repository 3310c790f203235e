import { useQuery } from '@tanstack/react-query'

import { callAddition } from '../../../providers/call.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { recipientsOf, type RecipientValues } from './recipients.ts'

/** How many people an announcement would reach. */
export const useRecipientCount = (values: RecipientValues) => {
  const recipients = recipientsOf(values)
  const counting = useAddition('announcements.count')
  const { data, isFetching, error } = useQuery({
    queryKey: ['announcements', 'count', recipients],
    queryFn: ({ signal }) => callAddition(counting!, recipients!, { signal }),
    enabled: counting !== null && recipients !== null,
    staleTime: 30_000,
  })
  return {
    count: recipients === null ? undefined : data?.count,
    isFetching,
    isUnknown: counting === null || error !== null,
  }
}
