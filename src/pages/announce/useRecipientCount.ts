import { useCallAddition } from '../../../providers/useCall.ts'
import { useAddition } from '../../session/sessionContext.ts'
import { recipientInput, type RecipientValues } from './recipients.ts'

/** Number of people that an announcement would reach. */
export const useRecipientCount = (values: RecipientValues) => {
  const recipients = recipientInput(values)
  const countCall = useAddition('announcements.count')
  const { data, isFetching, error } = useCallAddition(countCall, recipients, { staleTime: 30_000 })
  return {
    count: recipients === null ? undefined : data?.count,
    isFetching,
    isUnknown: countCall === null || error !== null,
  }
}
