import { useCall, useServedCall } from '../../session/useCall.ts'
import { recipientInput, type RecipientValues } from './recipients.ts'

/** Number of people that an announcement would reach. */
export const useRecipientCount = (values: RecipientValues) => {
  const recipients = recipientInput(values)
  const isServed = useServedCall('announcements.count') !== null
  const { data, isFetching, error } = useCall('announcements.count', recipients, { staleTime: 30_000 })
  return {
    count: recipients === null ? undefined : data?.count,
    isFetching,
    isUnknown: !isServed || error !== null,
  }
}
