import { useQuery } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import { settings } from '../../resources/settings/index.ts'
import { useRights } from '../shell/useRights.ts'

const { cardReview } = settings
const byDefault = cardReview.initial.rejectReasons ?? []

/** 常用驳回原因 of the settings (domain.md §6.4); the declared ones where they cannot be asked for. */
export const useReasons = (): readonly string[] => {
  const { can } = useRights()
  const { data } = useQuery({
    queryKey: ['cardReview', 'reasons'],
    queryFn: ({ signal }) => call('cardReview.get', {}, { signal }),
    enabled: can(cardReview, 'get'),
  })
  // Invites to write, and so says nothing as a reason.
  return (data ? (data.rejectReasons ?? []) : byDefault).filter(it => it !== '其他')
}
