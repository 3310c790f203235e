import { useQuery } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import { settings } from '../../resources/settings/firmConf.ts'
import { useRights } from '../actions/useRights.ts'

const { cardReview } = settings
const byDefault = cardReview.initial.rejectReasons ?? []
/** Invites to write, and so says nothing as a reason. */
const other = '其他'

/** 常用驳回原因 of the settings (domain.md §6.4); the declared ones where they cannot be asked for. */
export const useReasons = (): readonly string[] => {
  const { can } = useRights()
  const { data } = useQuery({
    queryKey: ['cardReview', 'reasons'],
    queryFn: ({ signal }) => call('cardReview.get', {}, { signal }),
    enabled: can(cardReview, 'get'),
  })
  return (data ? (data.rejectReasons ?? []) : byDefault).filter(it => it !== other)
}
