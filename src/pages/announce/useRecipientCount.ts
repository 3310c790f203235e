import { useCallAddition } from '../../../providers/useCall.ts'
import { useAddition } from '../../shell/sessionContext.ts'
import { recipientsOf, type RecipientValues } from './recipients.ts'

/** How many people an announcement would reach. */
export const useRecipientCount = (values: RecipientValues) => {
  const recipients = recipientsOf(values)
  const counting = useAddition('announcements.count')
  const { data, isFetching, error } = useCallAddition(counting, recipients, { staleTime: 30_000 })
  return {
    count: recipients === null ? undefined : data?.count,
    isFetching,
    isUnknown: counting === null || error !== null,
  }
}
